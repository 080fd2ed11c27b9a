package frontdesk.companion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import org.json.JSONObject;
import org.junit.Test;

/** From the radio's bytes to the server's inbox. */
public class ReceivingTest extends Bench {
    @Test
    public void aTextOfOnePartArrivesWithSenderNumberAndTime() throws Exception {
        Handset.receive(0, Pdu.gsm("+41790000001", "Your code is 480113"));
        Handset.rest();
        List<JSONObject> arrived = desk.arrived();
        assertEquals(1, arrived.size());
        JSONObject message = arrived.get(0);
        assertEquals("Your code is 480113", message.getString("body"));
        assertEquals("+41790000001", message.getString("sender"));
        assertEquals(FIRST, message.getString("phone"));
        assertTrue(Math.abs(OffsetDateTime.parse(message.getString("received_at")).toEpochSecond() * 1000 - System.currentTimeMillis()) < 60_000);
        assertNull("nothing is left to do", Handset.job());
    }

    @Test
    public void aNameInsteadOfANumberAndLettersOfEveryScriptArriveAsWritten() throws Exception {
        Handset.receive(0, Pdu.ucs2("Bank X", "Код: 1234 — „ä“ \"\\ 验证码"));
        Handset.receive(0, Pdu.ucs2("Bank X", "🔑 👩‍👩‍👧 777 888"));
        Handset.rest();
        List<JSONObject> arrived = desk.arrived();
        assertEquals("Bank X", arrived.get(0).getString("sender"));
        assertEquals("Код: 1234 — „ä“ \"\\ 验证码", arrived.get(0).getString("body"));
        assertEquals("🔑 👩‍👩‍👧 777 888", arrived.get(1).getString("body"));
    }

    @Test
    public void thePartsOfALongTextAreJoinedInOrderHoweverTheyCome() throws Exception {
        byte[] one = Pdu.gsm("Shop", "one, ", 7, 1, 3);
        byte[] two = Pdu.gsm("Shop", "two, ", 7, 2, 3);
        byte[] three = Pdu.gsm("Shop", "three", 7, 3, 3);
        Handset.receive(0, three, one, two);
        Handset.receive(0, Pdu.ucs2("Shop", "👩 und 2", 0x1234, 2, 2), Pdu.ucs2("Shop", "eins 🔑", 0x1234, 1, 2));
        Handset.rest();
        assertEquals(Arrays.asList("one, two, three", "eins 🔑👩 und 2"), desk.bodies());
    }

    @Test
    public void eachSimHasItsNumber() throws Exception {
        Handset.receive(0, Pdu.gsm("A", "to the first"));
        Handset.receive(1, Pdu.gsm("A", "to the second"));
        Handset.rest();
        List<JSONObject> arrived = desk.arrived();
        assertEquals(FIRST, arrived.get(0).getString("phone"));
        assertEquals(SECOND, arrived.get(1).getString("phone"));
    }

    @Test
    public void aBroadcastHandedOverTwiceIsOneText() throws Exception {
        byte[] pdu = Pdu.gsm("A", "once");
        Handset.receive(0, pdu);
        Handset.receive(0, pdu);
        Handset.rest();
        assertEquals(1, new Outbox(Handset.app()).log().size());
        assertEquals(Arrays.asList("once"), desk.bodies());
    }

    @Test
    public void bytesThatAreNoTextAreLeftAlone() throws Exception {
        Handset.receive(0, new byte[0]);
        Handset.receive(0, new byte[] {1, 2, 3});
        Handset.receive(0);
        Handset.receive(0, Pdu.gsm("A", "still alive"));
        Handset.rest();
        assertEquals(Arrays.asList("still alive"), desk.bodies());
    }

    @Test
    public void theTimeIsTakenOnceInThePhonesZoneAndInAsciiDigits() {
        TimeZone before = TimeZone.getDefault();
        java.util.Locale language = java.util.Locale.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
            java.util.Locale.setDefault(java.util.Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals("2026-05-04T17:22:02.007+05:45", Incoming.stamp(1777894622007L));
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
            assertEquals("2026-05-04T11:37:02.007+00:00", Incoming.stamp(1777894622007L));
        } finally {
            TimeZone.setDefault(before);
            java.util.Locale.setDefault(language);
        }
    }

    @Test
    public void withoutPairingNothingIsKept() throws Exception {
        new Settings(Handset.app()).unpair();
        Handset.receive(0, Pdu.gsm("A", "private"));
        Handset.rest();
        assertTrue(new Outbox(Handset.app()).log().isEmpty());
        assertEquals(0, relay.requests.get());
    }
}
