package frontdesk.companion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.app.Notification;
import android.app.NotificationManager;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.json.JSONObject;
import org.junit.Test;
import org.robolectric.Shadows;
import org.robolectric.shadows.ShadowSystemClock;

/** What stands in the way is said, nothing is lost, and nothing hopeless is tried for ever. */
public class TroubleTest extends Bench {
    @Test
    public void aServerErrorIsTriedAgainAfterAPauseThatGrows() throws Exception {
        relay.set(Relay.answer(500, "{\"error\":\"Not now.\",\"code\":\"internal\"}"));
        Handset.receive(0, Pdu.gsm("A", "first"));
        Handset.rest();
        assertEquals(Problem.Kind.BUSY, problem().kind);
        assertEquals(10_000, Handset.job().getMinLatencyMillis());
        assertTrue("kept over a reboot", Handset.job().isPersisted());
        Handset.runJob();
        assertEquals(20_000, Handset.job().getMinLatencyMillis());
        assertTrue(notice().contains("go out by themselves"));
        relay.set(Relay.PASS);
        Handset.runJob();
        assertEquals(Collections.singletonList("first"), desk.bodies());
        assertNull(problem());
        assertNull(notice());
        assertNull(Handset.job());
    }

    @Test
    public void thePauseEndsAtAQuarterOfAnHour() {
        assertEquals(0, Schedule.pause(0));
        assertEquals(10_000, Schedule.pause(1));
        assertEquals(640_000, Schedule.pause(7));
        assertEquals(900_000, Schedule.pause(8));
        assertEquals(900_000, Schedule.pause(1_000_000));
    }

    @Test
    public void theServersOwnRetryAfterIsKept() throws Exception {
        relay.set((exchange, way) -> {
            exchange.getResponseHeaders().set("Retry-After", "120");
            Relay.answer(429, "{\"error\":\"Too many.\",\"code\":\"rate_limited\"}").meet(exchange, way);
        });
        Handset.receive(0, Pdu.gsm("A", "later"));
        Handset.rest();
        assertEquals(120_000, Handset.job().getMinLatencyMillis());
    }

    @Test
    public void aKeyThatWasRotatedStopsTheJobUntilThePhoneIsPairedAgain() throws Exception {
        desk.rotate();
        Handset.receive(0, Pdu.gsm("A", "kept"));
        Handset.rest();
        assertEquals(Problem.Kind.KEY, problem().kind);
        assertNull("no endless retry", Handset.job());
        assertTrue(notice().contains("Connect again"));
        Handset.pair(relay.url(), desk.key, FIRST, SECOND);
        Retry.all(Handset.app());
        assertNotNull(Handset.job());
        Handset.runJob();
        assertEquals(Collections.singletonList("kept"), desk.bodies());
        assertNull(notice());
    }

    @Test
    public void aThirdNumberHoldsOnlyItsOwnTextsAndIsNamed() throws Exception {
        push("5551110001", "5551110002");
        desk.arrived();
        Handset.receive(0, Pdu.gsm("A", "on the refused number"));
        Handset.rest();
        assertEquals(Problem.Kind.NUMBER, problem().kind);
        assertTrue(notice(), notice().contains(FIRST));
        assertNull(Handset.job());
        // The second SIM's number is one of the two.
        SettingsPanel.setPhone(Handset.app(), 1, "5551110002");
        Handset.receive(1, Pdu.gsm("A", "on the known number"));
        Handset.rest();
        assertEquals(Collections.singletonList("on the known number"), desk.bodies());
        assertEquals("still said", Problem.Kind.NUMBER, problem().kind);
        SettingsPanel.setPhone(Handset.app(), 0, "5551110001");
        Retry.all(Handset.app());
        Handset.runJob();
        List<JSONObject> late = desk.arrived();
        assertEquals("on the refused number", late.get(0).getString("body"));
        assertEquals("5551110001", late.get(0).getString("phone"));
        assertNull(problem());
    }

    @Test
    public void aTextOnASimWithoutANumberWaitsForIt() throws Exception {
        new Settings(Handset.app()).setPhone(1, null);
        Shadows.shadowOf(Handset.app().getSystemService(android.telephony.TelephonyManager.class)).setSimState(0, android.telephony.TelephonyManager.SIM_STATE_READY);
        Handset.receive(1, Pdu.gsm("A", "whose is it"));
        Handset.receive(0, Pdu.gsm("A", "meanwhile"));
        Handset.rest();
        assertEquals(Collections.singletonList("meanwhile"), desk.bodies());
        assertEquals(Problem.Kind.NO_NUMBER, problem().kind);
        SettingsPanel.setPhone(Handset.app(), 1, SECOND);
        Retry.all(Handset.app());
        Handset.runJob();
        assertEquals(SECOND, desk.arrived().get(0).getString("phone"));
    }

    @Test
    public void oneTextTheServerRefusesDoesNotHoldUpTheRest() throws Exception {
        relay.set(Relay.CUT);
        char[] long_ = new char[300];
        Arrays.fill(long_, 'x');
        for (int index = 0; index < 3; index++) Handset.receive(0, Pdu.gsm("A", "text " + index));
        Handset.rest();
        // No network brings such a sender; a database that something else wrote to may.
        Database.open(Handset.app()).execSQL("UPDATE text SET sender = '" + new String(long_) + "' WHERE body = 'text 1'");
        relay.set(Relay.PASS);
        Handset.runJob();
        assertEquals(Arrays.asList("text 0", "text 2"), desk.bodies());
        assertEquals(Problem.Kind.TEXT, problem().kind);
        assertEquals(1, new Outbox(Handset.app()).refused());
        assertTrue(notice().contains("refused a text"));
        new Outbox(Handset.app()).deleteRefused();
        Retry.all(Handset.app());
        Handset.runJob();
        assertNull(problem());
    }

    @Test
    public void aWrongAddressIsSaidAndNotTriedForEver() throws Exception {
        relay.set(Relay.answer(404, "{\"error\":\"There is nothing here.\",\"code\":\"not_found\"}"));
        Handset.receive(0, Pdu.gsm("A", "lost?"));
        Handset.rest();
        assertEquals(Problem.Kind.ADDRESS, problem().kind);
        assertNull(Handset.job());
        relay.set(Relay.PASS);
        Handset.receive(0, Pdu.gsm("A", "next"));
        Handset.rest();
        ShadowSystemClock.advanceBy(java.time.Duration.ofSeconds(11));
        Handset.receive(0, Pdu.gsm("A", "one more"));
        Handset.rest();
        assertEquals("a new text gives it another chance", Arrays.asList("lost?", "next", "one more"), desk.bodies());
    }

    @Test
    public void aSignInPageIsNoSuccessAndTheKeyFollowsNoRedirect() throws Exception {
        relay.set(Relay.answer(200, "<html>Welcome to our hotel</html>"));
        Handset.receive(0, Pdu.gsm("A", "in the lobby"));
        Handset.rest();
        assertEquals(Problem.Kind.FOREIGN, problem().kind);
        for (int tries = 0; tries < 25 && Handset.job() != null; tries++) Handset.runJob();
        assertNull("given up after some hours", Handset.job());
        assertEquals(Problem.Kind.ADDRESS, problem().kind);
        assertEquals(20, relay.requests.get());
        int[] followed = {0};
        relay.set((exchange, way) -> {
            if (exchange.getRequestURI().getPath().equals("/elsewhere")) followed[0]++;
            exchange.getResponseHeaders().set("Location", way.url() + "/elsewhere");
            Relay.answer(302, "").meet(exchange, way);
        });
        Retry.all(Handset.app());
        Handset.runJob();
        assertEquals(Problem.Kind.FOREIGN, problem().kind);
        assertEquals(0, followed[0]);
        relay.set(Relay.PASS);
        Handset.runJob();
        assertEquals(Collections.singletonList("in the lobby"), desk.bodies());
    }

    @Test
    public void anAnswerThatGetsLostCostsAPauseAndNoDouble() throws Exception {
        relay.set(Relay.LOSE_ANSWER);
        Handset.receive(0, Pdu.gsm("A", "heard"));
        Handset.rest();
        assertEquals(Problem.Kind.NETWORK, problem().kind);
        relay.set(Relay.PASS);
        Handset.runJob();
        assertEquals("the server knew it already", Collections.singletonList("heard"), desk.bodies());
        assertEquals(0, new Outbox(Handset.app()).unsent());
    }

    @Test
    public void aServerThatNeverAnswersIsLeftAfterSomeSeconds() throws Exception {
        relay.set((exchange, way) -> Thread.sleep(60_000));
        Handset.receive(0, Pdu.gsm("A", "patience"));
        Handset.receive(0, Pdu.gsm("A", "more patience"));
        Handset.rest();
        assertEquals(Problem.Kind.NETWORK, problem().kind);
        assertNotNull(Handset.job());
        assertEquals(2, new Outbox(Handset.app()).unsent());
    }

    @Test
    public void aKeystoreThatWasClearedAsksForPairingAgain() throws Exception {
        FakeKeystore.forget();
        Handset.receive(0, Pdu.gsm("A", "kept too"));
        Handset.rest();
        assertEquals(Problem.Kind.VAULT, problem().kind);
        assertEquals(0, relay.requests.get());
        assertEquals(1, new Outbox(Handset.app()).unsent());
    }

    @Test
    public void overHttpNothingGoesWithoutLeaveAndNothingToAPublicAddress() throws Exception {
        new Settings(Handset.app()).allowPlainHttp(false);
        Handset.receive(0, Pdu.gsm("A", "in the clear?"));
        Handset.rest();
        assertEquals(Problem.Kind.PLAIN, problem().kind);
        assertEquals(0, relay.requests.get());
        assertFalse(ServerAddress.isPrivate("http://203.0.113.9:8787"));
        assertFalse(ServerAddress.isPrivate("http://[2001:db8::1]"));
        assertFalse("carriers share these", ServerAddress.isPrivate("http://100.64.1.1"));
        for (String server : new String[] {"http://192.168.1.4:8787", "http://10.0.0.1", "http://172.20.1.1", "http://[fd00::7]:1", "http://[::1]", "http://169.254.3.4"})
            assertTrue(server, ServerAddress.isPrivate(server));
    }

    private static Problem problem() {
        return new Settings(Handset.app()).problem();
    }

    /** What the notification says, or null. */
    private static String notice() {
        NotificationManager manager = Handset.app().getSystemService(NotificationManager.class);
        Notification shown = Shadows.shadowOf(manager).getNotification(Notices.ID);
        return shown == null ? null : shown.extras.getString(Notification.EXTRA_TEXT);
    }

    private void push(String... phones) throws Exception {
        for (String phone : phones)
            Desk.call("POST", "/svc-api/sms/push", desk.key,
                    new JSONObject().put("phone", phone).put("sender", "B").put("body", "there before").toString());
    }
}
