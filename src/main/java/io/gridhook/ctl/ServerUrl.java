package io.gridhook.ctl;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where the Gridhook is.
 *
 * @param base without a slash at its end
 */
record ServerUrl(URI base) {
    /** The local host's. */
    static final String DEFAULT = "http://localhost:7071";

    static final String VARIABLE = "GRIDHOOK_URL";

    /**
     * Reads what a person wrote: without a scheme, {@code https}, and {@code http} on this machine.
     *
     * @throws CtlException if it is no such URL
     */
    static ServerUrl of(String text) {
        String given = text.strip();
        boolean hasScheme = given.contains("://");
        URI url = parsed(hasScheme ? given : "https://" + given);
        if (!hasScheme && url.getHost() != null && isLocal(url.getHost())) {
            url = parsed("http://" + given);
        }
        boolean isHttp = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        boolean isPlain = url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
        if (!isHttp || url.getHost() == null || !isPlain) {
            throw wrong();
        }
        return new ServerUrl(parsed(url.toString().replaceFirst("/+$", "")));
    }

    private static URI parsed(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw wrong();
        }
    }

    /** Without what it is, which may hold a password. */
    private static CtlException wrong() {
        return CtlException.usage(
                "--url: wrong (expected: such as https://gridhook.example, without a user or a query)");
    }

    /** Whether what is sent there can be read on its way. */
    boolean isOpenToStrangers() {
        return base.getScheme().equalsIgnoreCase("http") && !isLocal(base.getHost());
    }

    private static boolean isLocal(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}");
    }

    URI resolve(String pathAndQuery) {
        return URI.create(base + pathAndQuery);
    }
}
