package io.gridhook.adapter.storage;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.rest.Response;
import com.azure.core.util.Context;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import io.gridhook.port.StorageUnavailableException;
import io.gridhook.port.Versioned;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/**
 * Definitions of one kind in a table: one entity each, under its names in lower case, with the definition as one property, and what does
 * not fit it as further ones.
 *
 * @param <T> what is defined
 */
final class DefinitionTable<T> {
    /**
     * How a definition becomes text and is read again.
     *
     * @param version of a text, for whoever looks at the table; readers go by the text
     */
    record Format<T>(Function<T, String> write, Function<String, T> read, ToIntFunction<String> version) {
        /** Of which there is one version only. */
        Format(Function<T, String> write, Function<String, T> read) {
            this(write, read, text -> 1);
        }
    }

    /** A string property holds 64 KiB of UTF-16 (Storage's limit). */
    static final int PROPERTY_CHARS_MAX = 32_768;
    /** Ours: more than any legal definition needs; an entity holds 1 MiB (Storage's limit). */
    static final int PROPERTIES_MAX = 8;

    private static final String DEFINITION = "definition";
    private static final String FORMAT_VERSION = "formatVersion";
    /** Where the SDK keeps an entity's version. */
    private static final String ETAG = "odata.etag";

    /**
     * The keys that topics and subscriptions may have: names, and domains' with theirs behind a dot, which stands for the slash that storage
     * refuses. Others are not asked for, as storage refuses some of their characters.
     */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,128}([./][A-Za-z0-9-]{0,128})?");

    private static final Set<String> GONE = Set.of("ResourceNotFound", "EntityNotFound");
    private static final Set<String> CHANGED_OR_GONE =
            Set.of("UpdateConditionNotSatisfied", "ConditionNotMet", "ResourceNotFound", "EntityNotFound");
    private static final Set<String> THERE_ALREADY = Set.of("EntityAlreadyExists");
    private static final int DELETE_TRIES = 5;

    private final TableClient table;
    private final Format<T> format;

    DefinitionTable(TableClient table, Format<T> format) {
        this.table = table;
        this.format = format;
    }

    Optional<Versioned<T>> find(String partition, String row) {
        return entity(partition, row).map(entity -> new Versioned<>(read(entity), entity.getETag()));
    }

    /** By name. */
    List<T> list(String partition) {
        return entities(partition).stream().map(this::read).toList();
    }

    /** By name, with their versions. What cannot be read is left out: it must not keep the others from being known. */
    Map<String, Versioned<T>> listReadable(String partition) {
        Map<String, Versioned<T>> byRow = new LinkedHashMap<>();
        entities(partition).forEach(entity -> readable(entity)
                .ifPresent(value -> byRow.put(entity.getRowKey(), new Versioned<>(value, entity.getETag()))));
        return byRow;
    }

    private Optional<T> readable(TableEntity entity) {
        try {
            return Optional.of(read(entity));
        } catch (StorageUnavailableException e) {
            return Optional.empty();
        }
    }

    /** Those of all partitions, by these and their rows. */
    List<T> listAll() {
        return entities(new ListEntitiesOptions()).stream().map(this::read).toList();
    }

    /** Those of the partition of a domain and of all those of its topics. */
    List<T> listWithin(String domain) {
        String key = key(domain);
        // The character that follows the dot which ends it.
        String end = key.substring(0, key.length() - 1) + '/';
        return isName(domain)
                ? entities(new ListEntitiesOptions()
                                .setFilter("PartitionKey ge '" + key + "' and PartitionKey lt '" + end + "'"))
                        .stream()
                        .map(this::read)
                        .toList()
                : List.of();
    }

    private List<TableEntity> entities(String partition) {
        return isName(partition)
                ? entities(new ListEntitiesOptions().setFilter("PartitionKey eq '" + key(partition) + "'"))
                : List.of();
    }

    private List<TableEntity> entities(ListEntitiesOptions options) {
        return StorageCalls.call(what("list"), () -> table.listEntities(options, null, Context.NONE).stream()
                .toList());
    }

    boolean create(String partition, String row, T value) {
        return created(partition, row, value).isPresent();
    }

    /** Returns the new version, or empty if the row exists already. */
    Optional<String> created(String partition, String row, T value) {
        TableEntity entity = entity(partition, row, value);
        return StorageCalls.callUnless(
                        THERE_ALREADY, what("create"), () -> table.createEntityWithResponse(entity, null, Context.NONE))
                .map(DefinitionTable::version);
    }

    boolean replace(String partition, String row, T value, String etag) {
        return replaced(partition, row, value, etag).isPresent();
    }

    /** The new version; empty if it changed or is gone. */
    Optional<String> replaced(String partition, String row, T value, String etag) {
        TableEntity entity = entity(partition, row, value).addProperty(ETAG, etag);
        return StorageCalls.callUnless(
                        CHANGED_OR_GONE,
                        what("replace"),
                        () -> table.updateEntityWithResponse(
                                entity, TableEntityUpdateMode.REPLACE, true, null, Context.NONE))
                .map(DefinitionTable::version);
    }

    /** As storage has it in an entity. On Azurite the header comes without its last quote. */
    private static String version(Response<?> response) {
        String etag = String.valueOf(response.getHeaders().getValue(HttpHeaderName.ETAG));
        return etag.startsWith("W/\"") && etag.charAt(etag.length() - 1) != '"' ? etag + '"' : etag;
    }

    /** Writes it, whatever is there. */
    void save(String partition, String row, T value) {
        TableEntity entity = entity(partition, row, value);
        StorageCalls.call(
                what("save"),
                () -> table.upsertEntityWithResponse(entity, TableEntityUpdateMode.REPLACE, null, Context.NONE));
    }

    /** Deletes it if it is there and {@code condition} holds for it, which is decided again if it changes meanwhile. */
    boolean deleteIf(String partition, String row, Predicate<T> condition) {
        for (int tries = 0; tries < DELETE_TRIES; tries++) {
            Optional<TableEntity> found = entity(partition, row);
            if (found.isEmpty() || !condition.test(read(found.get()))) {
                return false;
            }
            if (deleteUnchanged(found.get())) {
                return true;
            }
        }
        throw new StorageUnavailableException(what("delete") + ": changed by others all the time");
    }

    /**
     * Writes anew what {@code isOutdated} says of the stored text, as it is; what others change meanwhile is left to them.
     *
     * @return how many
     * @throws StorageUnavailableException if one cannot be read; the others are written
     */
    int rewrite(Predicate<String> isOutdated) {
        List<TableEntity> outdated = StorageCalls.call(what("list"), () -> table.listEntities().stream()
                .filter(entity -> isOutdated.test(text(entity)))
                .toList());
        int written = 0;
        StorageUnavailableException unreadable = null;
        for (TableEntity entity : outdated) {
            try {
                written +=
                        replace(entity.getPartitionKey(), entity.getRowKey(), read(entity), entity.getETag()) ? 1 : 0;
            } catch (StorageUnavailableException e) {
                unreadable = e;
            }
        }
        if (unreadable != null) {
            throw unreadable;
        }
        return written;
    }

    private boolean deleteUnchanged(TableEntity entity) {
        return StorageCalls.callUnless(
                        CHANGED_OR_GONE,
                        what("delete"),
                        () -> table.deleteEntityWithResponse(entity, true, null, Context.NONE))
                .filter(response -> response.getStatusCode() != 404)
                .isPresent();
    }

    private Optional<TableEntity> entity(String partition, String row) {
        if (!isName(partition) || !isName(row)) {
            return Optional.empty();
        }
        return StorageCalls.callUnless(GONE, what("find"), () -> table.getEntity(key(partition), key(row)));
    }

    private TableEntity entity(String partition, String row, T value) {
        if (!isName(partition) || !isName(row)) {
            throw new IllegalArgumentException("name: " + partition + "/" + row
                    + " (expected: 1 to 128 letters, digits and dashes each, a domain before a slash)");
        }
        String definition = format.write().apply(value);
        int charsMax = PROPERTIES_MAX * (PROPERTY_CHARS_MAX - 1);
        if (definition.length() > charsMax) {
            throw new IllegalArgumentException(
                    "definition: " + definition.length() + " characters (expected: 1.." + charsMax + ")");
        }
        TableEntity entity = new TableEntity(key(partition), key(row))
                .addProperty(FORMAT_VERSION, format.version().applyAsInt(definition));
        List<String> parts = parts(definition);
        for (int i = 0; i < parts.size(); i++) {
            entity.addProperty(property(i), parts.get(i));
        }
        return entity;
    }

    /** Cut where no character of two code units is. */
    private static List<String> parts(String definition) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        while (from < definition.length()) {
            int to = Math.min(definition.length(), from + PROPERTY_CHARS_MAX);
            to -= to < definition.length() && Character.isHighSurrogate(definition.charAt(to - 1)) ? 1 : 0;
            parts.add(definition.substring(from, to));
            from = to;
        }
        return parts;
    }

    /** {@code definition}, {@code definition2} and so on. An older instance reads the first alone, and finds that it is not all. */
    private static String property(int index) {
        return index == 0 ? DEFINITION : DEFINITION + (index + 1);
    }

    /** What cannot be read (another key, a newer version) is our own trouble, never a missing definition. */
    private T read(TableEntity entity) {
        try {
            return format.read().apply(text(entity));
        } catch (RuntimeException e) {
            throw new StorageUnavailableException(
                    what("read") + " " + entity.getPartitionKey() + "/" + entity.getRowKey() + ": " + e.getMessage(),
                    e);
        }
    }

    private static String text(TableEntity entity) {
        StringBuilder text = new StringBuilder(String.valueOf(entity.getProperty(DEFINITION)));
        for (int i = 1; i < PROPERTIES_MAX; i++) {
            Object more = entity.getProperty(property(i));
            text.append(more == null ? "" : more);
        }
        return text.toString();
    }

    private String what(String operation) {
        return "table " + table.getTableName() + ": " + operation;
    }

    private static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT).replace('/', '.');
    }
}
