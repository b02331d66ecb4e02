package io.gridhook.local;

import io.gridhook.core.trust.AddressRange;
import io.gridhook.functions.App;
import io.gridhook.functions.AppInjector;
import io.gridhook.functions.AppSettings;
import io.gridhook.functions.WrongSettingsException;
import io.gridhook.port.DeliveryQueue;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.UnaryOperator;

/** Gridhook's own app, made by {@code functions.App}; its default topic is made with the storage. */
final class GridhookApp implements LocalApp.Factory {
    private static final String FIRST_STEPS = """
            Subscribe a receiver of yours, here http://localhost:8080/:

              curl -X PUT '%1$s/topics/%2$s/eventSubscriptions/first' -H 'aeg-sas-key: %3$s' \\
                -H 'Content-Type: application/json' \\
                -d '{"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"http://localhost:8080/"}}}}'

            Publish an event:

              curl '%1$s/topics/%2$s/api/events' -H 'aeg-sas-key: %4$s' \\
                -H 'Content-Type: application/json' \\
                -d '[{"id":"1","eventType":"Demo.Happened","subject":"demo","eventTime":"%5$s","data":{"hello":"world"},"dataVersion":"1"}]'
            """;

    @Override
    public LocalApp create(LocalSettings settings, UnaryOperator<DeliveryQueue> leased) {
        App app = new App(settings.all(), leased);
        return new LocalApp(
                app.functionClasses(),
                new AppInjector(app),
                app::storageQueue,
                () -> setUpStorage(app),
                url -> firstSteps(app, url),
                life(app));
    }

    private static LocalApp.Life life(App app) {
        return new LocalApp.Life() {
            @Override
            public void stop() {
                app.stop();
            }

            @Override
            public void finish(Duration most) {
                app.finish(most);
            }

            @Override
            public void close() {
                app.close();
            }
        };
    }

    private static void setUpStorage(App app) {
        app.setUpStorage();
        try {
            app.makeDefaultTopic();
        } catch (WrongSettingsException e) {
            throw new LocalHostException(String.valueOf(e.getMessage()), e);
        }
    }

    /** What is refused in Azure unless it is set there too. */
    private static String allowed(AppSettings settings) {
        String addresses = settings.allowAddresses().isEmpty()
                ? "public addresses alone"
                : "public addresses and "
                        + String.join(
                                ", ",
                                settings.allowAddresses().stream()
                                        .map(AddressRange::toString)
                                        .toList());
        return "Endpoints may be at " + addresses + (settings.allowHttp() ? ", over plain http too" : "") + ".\n\n";
    }

    /** The keys are this machine's own; they are shown as they are to be pasted. */
    private static String firstSteps(App app, URI url) {
        String topic = app.settings().defaultTopic();
        return allowed(app.settings())
                + FIRST_STEPS.formatted(
                        url,
                        topic,
                        app.settings().managementKey(),
                        app.topics().listKeys(topic).key1(),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }
}
