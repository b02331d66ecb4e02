package io.gridhook.functions;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Which version of the app this is. */
final class AppVersion {
    /** Maven puts it into the jar; where classes are run as they are compiled there is none. */
    private static final String FILE = "/META-INF/maven/io.gridhook/gridhook/pom.properties";

    private static final String UNKNOWN = "development";

    static final String TEXT = read();

    private AppVersion() {}

    private static String read() {
        try (InputStream in = AppVersion.class.getResourceAsStream(FILE)) {
            if (in == null) {
                return UNKNOWN;
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
