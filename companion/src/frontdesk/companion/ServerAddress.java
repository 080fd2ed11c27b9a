package frontdesk.companion;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;

/** The server's address: https, or http in the person's own network if they allow it. */
final class ServerAddress {
    private ServerAddress() {}

    /** Without a trailing slash, query, user or fragment; null where it is no http or https address. */
    static String normalize(String written) {
        if (written == null) return null;
        try {
            URI uri = new URI(written.trim());
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (!scheme.equals("https") && !scheme.equals("http")) return null;
            if (uri.getHost() == null || uri.getUserInfo() != null) return null;
            String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceAll("/+$", "");
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port + path;
        } catch (URISyntaxException notOne) {
            return null;
        }
    }

    static boolean isPlain(String server) {
        return server.startsWith("http:");
    }

    /** Host and port, for a person to compare. */
    static String host(String server) {
        return URI.create(server).getRawAuthority();
    }

    /** Whether every address that this server's name leads to is in a private network. Asks the network for names. */
    static boolean isPrivate(String server) throws UnknownHostException {
        for (InetAddress address : InetAddress.getAllByName(URI.create(server).getHost().replaceAll("[\\[\\]]", "")))
            if (!isPrivate(address)) return false;
        return true;
    }

    private static boolean isPrivate(InetAddress address) {
        if (address.isLoopbackAddress() || address.isSiteLocalAddress() || address.isLinkLocalAddress()) return true;
        // Unique local addresses, fc00::/7, which Java has no name for.
        return address instanceof Inet6Address && (address.getAddress()[0] & 0xfe) == 0xfc;
    }
}
