package frontdesk.companion;

import android.net.Uri;
import java.util.ArrayList;
import java.util.List;

/** Where to get this phone's key: a server and a code that is good once. */
final class PairLink {
    /** Without a trailing slash. */
    final String server;
    final String code;
    /** The numbers of SIM 1 and 2 as whoever made the link wrote them; may be empty. */
    final List<String> phones;

    private PairLink(String server, String code, List<String> phones) {
        this.server = server;
        this.code = code;
        this.phones = phones;
    }

    /**
     * Reads `https://desk.example.com/pair#CODE/5550123456,5550987654`, as pasted, or `frontdesk://pair?server=…&code=…&phones=…`,
     * as the page's button opens it. The numbers may be missing. Null where it is neither.
     */
    static PairLink parse(String line) {
        if (line == null) return null;
        String link = line.trim();
        if (link.startsWith("frontdesk:")) {
            Uri uri = Uri.parse(link);
            if (!"pair".equals(uri.getHost()) || uri.isOpaque()) return null;
            return of(uri.getQueryParameter("server"), uri.getQueryParameter("code"), uri.getQueryParameter("phones"));
        }
        int at = link.indexOf("/pair#");
        if (at < 0) return null;
        String[] parts = link.substring(at + "/pair#".length()).split("/", 2);
        return of(link.substring(0, at), parts[0], parts.length > 1 ? Uri.decode(parts[1]) : "");
    }

    private static PairLink of(String server, String code, String written) {
        String address = ServerAddress.normalize(server);
        if (address == null || code == null || !code.matches("[A-Za-z0-9_-]{16,64}")) return null;
        List<String> phones = new ArrayList<>();
        if (written != null)
            for (String phone : written.split(",")) if (Phone.isNumber(phone)) phones.add(phone.trim());
        return new PairLink(address, code, phones);
    }
}
