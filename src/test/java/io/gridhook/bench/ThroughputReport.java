package io.gridhook.bench;
import java.time.Instant;
import java.util.List;
import java.nio.file.Path;
final class ThroughputReport {
    ThroughputReport(Instant time, String machine, List<WorkloadFigures> figures) {}
    void write(Path out, String images) {}
    void publish(Path site) {}
    String markdown(String images) { return ""; }
}
