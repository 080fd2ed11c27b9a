package frontdesk.companion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.Manifest;
import android.content.Intent;
import android.net.Uri;
import java.util.Collections;
import org.json.JSONObject;
import org.junit.Test;
import org.robolectric.Robolectric;
import org.robolectric.Shadows;
import org.robolectric.android.controller.ActivityController;

/** From the code on the computer's screen to the first text. */
public class PairingTest extends Bench {
    @Test
    public void aScannedLinkAsksThenConnectsThenSends() throws Exception {
        new Settings(Handset.app()).unpair();
        Screen screen = open(new Intent(Intent.ACTION_VIEW, Uri.parse(appLink(desk.pair(), "5550123456"))));
        assertTrue(screen.shows(ServerAddress.host(relay.url())));
        assertEquals("nothing goes out before the person agrees", 0, relay.requests.get());
        assertEquals("5550123456", screen.field(R.string.phone_first).getText().toString());
        screen.press(R.string.offer_connect);
        assertTrue("http needs leave", screen.shows(R.string.problem_plain));
        screen.check(R.string.plain_allow).setChecked(true);
        screen.press(R.string.offer_connect);
        assertEquals(desk.key, new Settings(Handset.app()).key());
        assertTrue("asks to see texts", screen.activity.isFinishing() || screen.shows(R.string.permission_title));
        Shadows.shadowOf(Handset.app()).grantPermissions(Manifest.permission.RECEIVE_SMS);
        Handset.receive(0, Pdu.gsm("Bank", "Your code is 480113"));
        Handset.rest();
        assertEquals(Collections.singletonList("Your code is 480113"), desk.bodies());
    }

    @Test
    public void aPastedLineDoesTheSameAndAUsedCodeIsSaid() throws Exception {
        new Settings(Handset.app()).unpair();
        String line = relay.url() + desk.pair().substring(desk.pair().indexOf("/pair#"));
        for (boolean first : new boolean[] {true, false}) {
            new Settings(Handset.app()).unpair();
            Screen screen = open(new Intent());
            screen.field(R.string.pair_line).setText("  " + line + " \n");
            screen.press(R.string.pair_next);
            screen.check(R.string.plain_allow).setChecked(true);
            screen.field(R.string.phone_first).setText("12");
            screen.press(R.string.offer_connect);
            assertTrue(screen.shows(R.string.phone_wrong));
            screen.field(R.string.phone_first).setText("555 012-3456");
            screen.press(R.string.offer_connect);
            assertEquals(first, new Settings(Handset.app()).isPaired());
            assertEquals(!first, screen.shows(R.string.pair_code_dead));
        }
    }

    @Test
    public void aStrangersLinkChangesNothingByItself() throws Exception {
        String before = new Settings(Handset.app()).server();
        Screen screen = open(new Intent(Intent.ACTION_VIEW, Uri.parse(
                "frontdesk://pair?server=https%3A%2F%2Fevil.example&code=AbCdEfGhIjKlMnOpQrStUv&phones=5550000000")));
        assertTrue(screen.shows("evil.example"));
        screen.press(R.string.cancel);
        assertEquals(before, new Settings(Handset.app()).server());
        assertEquals(FIRST, new Settings(Handset.app()).phone(0));
        assertTrue(screen.shows(R.string.status_title));
    }

    @Test
    public void theOfferOutlivesTurningTheScreenAndIsNotTakenTwice() throws Exception {
        String link = appLink(desk.pair(), "");
        ActivityController<MainActivity> controller =
                Robolectric.buildActivity(MainActivity.class, new Intent(Intent.ACTION_VIEW, Uri.parse(link))).setup();
        controller.recreate();
        assertTrue(new Screen(controller.get()).shows(R.string.offer_title));
        new Screen(controller.get()).press(R.string.cancel);
        controller.recreate();
        assertFalse(new Screen(controller.get()).shows(R.string.offer_title));
    }

    @Test
    public void theTestButtonShowsWhatTheServerHolds() throws Exception {
        Screen screen = open(new Intent());
        screen.press(R.string.test);
        JSONObject arrived = desk.arrived().get(0);
        assertEquals("Frontdesk", arrived.getString("sender"));
        assertTrue(screen.shows("on " + FIRST));
        assertFalse("nothing that waits for a code takes it", arrived.getString("body").matches(".*\\d.*"));
        desk.rotate();
        screen.press(R.string.test);
        assertTrue(screen.shows("Connect again"));
    }

    @Test
    public void settingsAreKeptAndDisconnectingForgetsTheKey() throws Exception {
        Screen screen = open(new Intent());
        screen.field(R.string.phone_second).setText("");
        screen.field(R.string.senders_refused).setText("Mother\nS*");
        screen.check(R.string.only_codes).setChecked(true);
        screen.press(R.string.save);
        Settings settings = new Settings(Handset.app());
        assertNull(settings.phone(1));
        assertEquals("Mother\nS*", settings.refused());
        assertTrue(settings.onlyCodes());
        screen.press(R.string.disconnect);
        assertNotNull(settings.key());
        Shadows.shadowOf(org.robolectric.shadows.ShadowAlertDialog.getLatestAlertDialog());
        org.robolectric.shadows.ShadowAlertDialog.getLatestAlertDialog().getButton(android.app.AlertDialog.BUTTON_POSITIVE).performClick();
        org.robolectric.shadows.ShadowLooper.idleMainLooper();
        assertFalse(settings.isPaired());
        assertTrue(screen.shows(R.string.pair_title));
    }

    /** As the page at `/pair` makes it of a link; here the phone reaches the server through the relay. */
    private String appLink(String link, String phones) {
        String code = link.substring(link.indexOf('#') + 1);
        return "frontdesk://pair?server=" + Uri.encode(relay.url()) + "&code=" + code + "&phones=" + Uri.encode(phones);
    }

    private static Screen open(Intent intent) {
        return new Screen(Robolectric.buildActivity(MainActivity.class, intent).setup().get());
    }
}
