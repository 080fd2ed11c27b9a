package frontdesk.companion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

/** The line that is pasted and the link that the page opens say the same. */
public class PairLinkTest extends Bench {
    private static final String CODE = "AbCdEfGhIjKlMnOpQrStUv";

    @Test
    public void bothFormsAreRead() {
        for (String line : new String[] {
            "  https://desk.example.com/pair#" + CODE + "/5550123456,5550987654\n",
            "frontdesk://pair?server=https%3A%2F%2Fdesk.example.com&code=" + CODE + "&phones=5550123456%2C5550987654",
        }) {
            PairLink link = PairLink.parse(line);
            assertEquals("https://desk.example.com", link.server);
            assertEquals(CODE, link.code);
            assertEquals(Arrays.asList("5550123456", "5550987654"), link.phones);
        }
        PairLink bare = PairLink.parse("http://192.168.1.4:8787/desk/pair#" + CODE);
        assertEquals("http://192.168.1.4:8787/desk", bare.server);
        assertEquals(Collections.emptyList(), bare.phones);
    }

    @Test
    public void anythingElseIsNoLink() {
        for (String line : new String[] {
            null, "", "hello", "https://desk.example.com/pair", "https://desk.example.com/pair#", "https://desk.example.com/pair#short",
            "ftp://desk.example.com/pair#" + CODE, "https://me:secret@desk.example.com/pair#" + CODE, "frontdesk:pair", "frontdesk://pair",
            "frontdesk://pair?server=javascript%3Aalert(1)&code=" + CODE, "frontdesk://other?server=https%3A%2F%2Fa.b&code=" + CODE,
            "https:///pair#" + CODE, "https://a b/pair#" + CODE,
        }) assertNull(line, PairLink.parse(line));
    }
}
