package frontdesk.companion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.junit.Test;

/** What the person keeps back stays on the phone, and is in the log. */
public class FilterTest extends Bench {
    @Test
    public void sendersAreAllowedAndRefusedByNameNumberAndStar() {
        assertTrue(SenderFilter.allows("Anybody", "", ""));
        assertTrue(SenderFilter.allows("My Bank", "my bank\nShop", ""));
        assertFalse(SenderFilter.allows("Other", "my bank\nShop", ""));
        assertTrue(SenderFilter.allows("+41 79 000 00 01", "0790000001", ""));
        assertFalse(SenderFilter.allows("+41790000002", "0790000001", ""));
        assertTrue(SenderFilter.allows("G-Service", "g-*", ""));
        assertFalse("a star is the only sign", SenderFilter.allows("GXService", "g.service", ""));
        assertFalse("refused wins", SenderFilter.allows("Shop", "Shop", "s*"));
        assertFalse(SenderFilter.allows("Shop", "", "\n shop \n"));
    }

    @Test
    public void whatMayHoldACodeIsLetThrough() {
        for (String text : new String[] {
            "Your code is 480113", "G-480113 is your code", "Use 123-456", "12 34 56 to sign in", "Code: A1B2C3", "код 1234",
            "رمزك ١٢٣٤٥٦", "Sign in: https://example.com/x", "123 is your PIN",
        }) assertTrue(text, CodeFilter.mayHoldCode(text));
        for (String text : new String[] {"See you at eight", "Bring 2 apples", "Happy birthday!!", "TRAIN LATE"})
            assertFalse(text, CodeFilter.mayHoldCode(text));
    }

    @Test
    public void aTextKeptBackIsLoggedWithoutItsWords() throws Exception {
        Settings settings = new Settings(Handset.app());
        settings.setRefused("Mother");
        settings.setOnlyCodes(true);
        Handset.receive(0, Pdu.gsm("Mother", "The code of the door is 4711"));
        Handset.receive(0, Pdu.gsm("Friend", "See you at eight"));
        Handset.receive(0, Pdu.gsm("Bank", "Your code is 480113"));
        Handset.receive(0, Pdu.gsm("Nobody", "   "));
        Handset.rest();
        assertEquals(Collections.singletonList("Your code is 480113"), desk.bodies());
        assertEquals(4, new Outbox(Handset.app()).log().size());
        for (Text text : new Outbox(Handset.app()).log()) assertNull(text.body);
        assertEquals(Text.SKIPPED, new Outbox(Handset.app()).log().get(0).state);
        assertNull(Handset.job());
    }
}
