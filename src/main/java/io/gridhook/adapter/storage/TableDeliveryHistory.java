package io.gridhook.adapter.storage;

import com.azure.core.http.rest.PagedResponse;
import com.azure.core.util.Context;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import io.gridhook.core.history.HistoryBatch;
import io.gridhook.port.DeliveryHistory;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The delivery log in a table: one entity for a batch. Its row key is the batch's, its partition the hour, both counted backwards, as a
 * table lists in the order of its keys. {@code ids} is the index, {@code rows}, {@code rows2} and so on are the content.
 */
public final class TableDeliveryHistory implements DeliveryHistory {
    /** Storage's limit of a binary property. */
    static final int PROPERTY_BYTES_MAX = 64 * 1024;
    /** Ours: more than any batch needs; an entity holds 1 MiB (Storage's limit). */
    static final int PROPERTIES_MAX = 10;
    /** Storage's limit of what a query answers at a time. */
    private static final int PAGE_MAX = 1_000;
    /** Ours: whole batches in an answer, which is 4 MiB at most (Storage's limit). */
    private static final int WHOLE_PAGE_MAX = 32;
    /** Storage's limit of the changes in one transaction. */
    private static final int CHANGES_MAX = 100;
    /** Ours: an event has few rows in few batches; a reader that needs more comes back. */
    private static final int FOUND_MAX = 50;

    private static final String IDS = "ids";
    private static final String ROWS = "rows";
    private static final Set<String> GONE = Set.of("ResourceNotFound", "EntityNotFound");

    private final TableClient table;

    /** The table {@code name}, which must exist ({@link StorageSetup}). */
    public TableDeliveryHistory(StorageConnection connection, String name) {
        this.table = connection.table(name);
    }

    @Override
    public void append(HistoryBatch batch) {
        TableEntity entity = new TableEntity(HistoryBatch.partition(batch.key()), batch.key())
                .addProperty("formatVersion", 1)
                .addProperty(IDS, batch.index());
        byte[] content = batch.content();
        for (int i = 0; i * PROPERTY_BYTES_MAX < content.length; i++) {
            int from = i * PROPERTY_BYTES_MAX;
            entity.addProperty(
                    property(i),
                    Arrays.copyOfRange(content, from, Math.min(content.length, from + PROPERTY_BYTES_MAX)));
        }
        StorageCalls.call(
                what("append"),
                () -> table.upsertEntityWithResponse(entity, TableEntityUpdateMode.REPLACE, null, Context.NONE));
    }

    @Override
    public Found find(String first, String last, OptionalInt idHash, int most) {
        return idHash.isPresent() ? findById(first, last, idHash.getAsInt(), most) : findAll(first, last, most);
    }

    private Found findAll(String first, String last, int most) {
        List<TableEntity> entities = entities(first, last, most + 1, WHOLE_PAGE_MAX, List.of());
        return new Found(
                entities.stream().limit(most).map(TableDeliveryHistory::batch).toList(),
                entities.size() > most ? Optional.of(entities.get(most).getRowKey()) : Optional.empty());
    }

    /** Reads what is small of all of them, and then all of those that may hold the event. */
    private Found findById(String first, String last, int idHash, int most) {
        List<HistoryBatch> found = new ArrayList<>();
        List<TableEntity> entities = entities(first, last, most + 1, PAGE_MAX, List.of("PartitionKey", "RowKey", IDS));
        for (int i = 0; i < entities.size(); i++) {
            TableEntity entity = entities.get(i);
            if (i == most || found.size() == FOUND_MAX) {
                return new Found(found, Optional.of(entity.getRowKey()));
            }
            if (HistoryBatch.mayHold(bytes(entity, IDS), idHash)) {
                StorageCalls.callUnless(
                                GONE, what("read"), () -> table.getEntity(entity.getPartitionKey(), entity.getRowKey()))
                        .ifPresent(whole -> found.add(batch(whole)));
            }
        }
        return new Found(found, Optional.empty());
    }

    /** At most so many; {@code select} is empty for all properties. */
    private List<TableEntity> entities(String first, String last, int most, int pageMost, List<String> select) {
        ListEntitiesOptions options = new ListEntitiesOptions()
                .setFilter("PartitionKey ge '" + HistoryBatch.partition(first) + "' and PartitionKey le '"
                        + HistoryBatch.partition(last) + "' and RowKey ge '" + first + "' and RowKey le '" + last + "'")
                .setTop(Math.min(most, pageMost));
        if (!select.isEmpty()) {
            options.setSelect(select);
        }
        return StorageCalls.call(what("list"), () -> {
            List<TableEntity> entities = new ArrayList<>();
            for (PagedResponse<TableEntity> page :
                    table.listEntities(options, null, Context.NONE).iterableByPage()) {
                entities.addAll(page.getValue());
                if (entities.size() >= most) {
                    return entities.subList(0, most);
                }
            }
            return entities;
        });
    }

    @Override
    public int deleteBefore(Instant time, int most) {
        // Greater than the last key of that time, and up to the first time there is.
        String first = HistoryBatch.lastKey(time);
        String last = HistoryBatch.lastKey(Instant.EPOCH);
        List<TableEntity> old = entities(first, last, most, PAGE_MAX, List.of("PartitionKey", "RowKey"));
        Map<String, List<TableTransactionAction>> byPartition = new LinkedHashMap<>();
        old.forEach(entity -> byPartition
                .computeIfAbsent(entity.getPartitionKey(), key -> new ArrayList<>())
                .add(new TableTransactionAction(
                        TableTransactionActionType.DELETE,
                        new TableEntity(entity.getPartitionKey(), entity.getRowKey()))));
        byPartition.values().forEach(this::delete);
        return old.size();
    }

    private void delete(List<TableTransactionAction> deletes) {
        for (int from = 0; from < deletes.size(); from += CHANGES_MAX) {
            List<TableTransactionAction> some = deletes.subList(from, Math.min(deletes.size(), from + CHANGES_MAX));
            // Gone: by another sweep at the same time, which does the rest.
            StorageCalls.callUnless(GONE, what("delete"), () -> table.submitTransaction(some));
        }
    }

    private static HistoryBatch batch(TableEntity entity) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (int i = 0; i < PROPERTIES_MAX; i++) {
            content.writeBytes(bytes(entity, property(i)));
        }
        return new HistoryBatch(entity.getRowKey(), bytes(entity, IDS), content.toByteArray());
    }

    /** Empty where there is no such property, or one that we did not write. */
    private static byte[] bytes(TableEntity entity, String property) {
        return entity.getProperty(property) instanceof byte[] bytes ? bytes : new byte[0];
    }

    private static String property(int index) {
        return index == 0 ? ROWS : ROWS + (index + 1);
    }

    private String what(String operation) {
        return "table " + table.getTableName() + ": " + operation;
    }
}
