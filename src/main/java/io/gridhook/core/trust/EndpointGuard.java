package io.gridhook.core.trust;

/**
 * Which endpoints may be called.
 *
 * @param allowHttp whether plain http is good enough
 * @param addresses which addresses may be connected to
 */
public record EndpointGuard(boolean allowHttp, AddressGuard addresses) {
    /** Only https, and only public addresses. */
    public static final EndpointGuard STRICT = new EndpointGuard(false, AddressGuard.STRICT);

    /** The setting that allows addresses, for messages. */
    public static final String SETTING = "GRIDHOOK_ALLOW_ADDRESSES";

    /**
     * Reads a URL that is about to be called. Its host is still to be looked up, and what is found to be judged by {@link #addresses}.
     *
     * @throws IllegalArgumentException naming what is wrong, without path and query
     */
    public EndpointUrl read(String url) {
        EndpointUrl read = EndpointUrl.parse(url);
        if (!allowHttp && !read.scheme().equals("https")) {
            throw EndpointUrl.wrong("scheme http", "https; GRIDHOOK_ALLOW_HTTP allows http");
        }
        return read;
    }

    /**
     * Reads a URL that is about to be saved; a host that is an address is judged. A name is not looked up, as its addresses may be others
     * when it is called.
     *
     * @throws IllegalArgumentException naming what is wrong, without path and query
     */
    public EndpointUrl check(String url) {
        EndpointUrl read = read(url);
        read.address().flatMap(addresses::refusal).ifPresent(refusal -> {
            throw EndpointUrl.wrong(
                    "host " + read.host() + ": " + refusal, "a public address, or one that " + SETTING + " allows");
        });
        return read;
    }
}
