package io.gridhook.core.delivery;

/** What a queue message turned out to be. */
public sealed interface Message {
    <R> R match(Visitor<R> visitor);

    /** One answer for each kind of message. */
    interface Visitor<R> {
        R pack(DeliveryPack pack);

        R bulk(BulkPublish bulk);

        R unknownVersion(String version);

        R unreadable(String why);
    }

    record Pack(DeliveryPack pack) implements Message {
        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.pack(pack);
        }
    }

    record Bulk(BulkPublish bulk) implements Message {
        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.bulk(bulk);
        }
    }

    /** Written by a newer Gridhook: to be left for it. */
    record UnknownVersion(String version) implements Message {
        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.unknownVersion(version);
        }
    }

    /** Not ours, or damaged. */
    record Unreadable(String why) implements Message {
        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.unreadable(why);
        }
    }
}
