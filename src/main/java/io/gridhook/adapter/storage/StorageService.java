package io.gridhook.adapter.storage;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.util.BinaryData;
import java.net.URL;
import java.util.Optional;

/** One of the three services, and what its requests are called (Storage Analytics logged operations). */
enum StorageService {
    QUEUE("Queue") {
        @Override
        String operation(HttpMethod method, URL url) {
            String path = url.getPath();
            if (path.endsWith("/messages")) {
                return ofMessages(method, has(url, "peekonly=true"));
            }
            if (path.contains("/messages/")) {
                return method == HttpMethod.DELETE ? "DeleteMessage" : "UpdateMessage";
            }
            if (method == HttpMethod.PUT) {
                return "CreateQueue";
            }
            return has(url, "comp=metadata") ? "GetQueueMetadata" : OTHER;
        }

        private String ofMessages(HttpMethod method, boolean isPeek) {
            return switch (method) {
                case POST -> "PutMessage";
                case GET -> isPeek ? "PeekMessages" : "GetMessages";
                case DELETE -> "ClearMessages";
                default -> OTHER;
            };
        }
    },

    BLOB("Blob") {
        @Override
        String operation(HttpMethod method, URL url) {
            if (has(url, "restype=container")) {
                return ofContainer(method, has(url, "comp=list"));
            }
            return switch (method) {
                case PUT -> ofWrite(url);
                case GET -> "GetBlob";
                case HEAD -> "GetBlobProperties";
                case DELETE -> "DeleteBlob";
                default -> OTHER;
            };
        }

        private String ofContainer(HttpMethod method, boolean isList) {
            if (isList) {
                return "ListBlobs";
            }
            return switch (method) {
                case PUT -> "CreateContainer";
                case GET, HEAD -> "GetContainerProperties";
                default -> OTHER;
            };
        }

        private String ofWrite(URL url) {
            if (has(url, "comp=blocklist")) {
                return "PutBlockList";
            }
            return has(url, "comp=block") ? "PutBlock" : "PutBlob";
        }
    },

    TABLE("Table") {
        @Override
        String operation(HttpMethod method, URL url) {
            String path = url.getPath();
            if (path.endsWith("/$batch")) {
                return "EntityGroupTransaction";
            }
            if (path.endsWith("/Tables")) {
                return method == HttpMethod.POST ? "CreateTable" : "QueryTables";
            }
            return path.contains("PartitionKey=") ? ofEntity(method) : ofTable(method);
        }

        private String ofEntity(HttpMethod method) {
            return switch (method) {
                case GET -> "QueryEntity";
                case PUT -> "UpdateEntity";
                case DELETE -> "DeleteEntity";
                default -> "MergeEntity";
            };
        }

        private String ofTable(HttpMethod method) {
            return switch (method) {
                case GET -> "QueryEntities";
                case POST -> "InsertEntity";
                default -> OTHER;
            };
        }
    };

    private static final String OTHER = "Other";

    private final String wireName;

    StorageService(String wireName) {
        this.wireName = wireName;
    }

    /** What a request asks for. */
    StorageTransaction transaction(HttpRequest request, StorageTransaction.Caller caller) {
        return new StorageTransaction(
                wireName, operation(request.getHttpMethod(), request.getUrl()), bytes(request), caller);
    }

    private static long bytes(HttpRequest request) {
        BinaryData body = request.getBodyAsBinaryData();
        return body == null || body.getLength() == null ? 0 : body.getLength();
    }

    abstract String operation(HttpMethod method, URL url);

    private static boolean has(URL url, String parameter) {
        String query = "&" + Optional.ofNullable(url.getQuery()).orElse("") + "&";
        return query.contains("&" + parameter + "&");
    }
}
