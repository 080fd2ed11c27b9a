package frontdesk.companion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.Intent;
import android.database.sqlite.SQLiteDatabase;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import org.json.JSONObject;
import org.junit.Test;
import org.robolectric.shadows.ShadowSystemClock;

/** What was taken in stays, in order, whatever happens to the phone. */
public class QueueTest extends Bench {
    @Test
    public void anHourWithoutNetworkEndsWithEverythingInOrder() throws Exception {
        relay.set(Relay.CUT);
        List<String> sent = new ArrayList<>();
        for (int minute = 0; minute < 60; minute++) {
            sent.add("minute " + minute);
            Handset.receive(minute % 2, Pdu.gsm("A", "minute " + minute));
            Handset.rest();
            ShadowSystemClock.advanceBy(java.time.Duration.ofMinutes(1));
        }
        JobInfo job = Handset.job();
        assertEquals(JobInfo.NETWORK_TYPE_NONE, new JobInfo.Builder(9, job.getService()).setOverrideDeadline(1).build().getNetworkType());
        assertTrue("waits for a network", job.getRequiredNetwork() != null);
        List<String> arrived = new ArrayList<>();
        relay.set((exchange, way) -> {
            // Read before the phone hears of it: only ten of a number are kept.
            Relay.Reply reply = way.forward(exchange);
            arrived.addAll(desk.bodies());
            reply.send(exchange);
        });
        Handset.runJob();
        assertEquals(60, arrived.size());
        for (int sim = 0; sim < 2; sim++) {
            int parity = sim;
            List<String> ofSim = new ArrayList<>(sent);
            ofSim.removeIf(body -> Integer.parseInt(body.substring(7)) % 2 != parity);
            List<String> got = new ArrayList<>(arrived);
            got.removeIf(body -> Integer.parseInt(body.substring(7)) % 2 != parity);
            assertEquals(ofSim, got);
        }
    }

    @Test
    public void aThousandTextsInABurstArriveOnceEach() throws Exception {
        List<String> arrived = new ArrayList<>();
        relay.set((exchange, way) -> {
            // Read before the phone hears of it: only ten of a number are kept.
            Relay.Reply reply = way.forward(exchange);
            arrived.addAll(desk.bodies());
            reply.send(exchange);
        });
        for (int index = 0; index < 1000; index++) Handset.receive(0, Pdu.gsm("A", "text " + index));
        Handset.rest();
        Handset.runJob();
        List<String> expected = new ArrayList<>();
        for (int index = 0; index < 1000; index++) expected.add("text " + index);
        assertEquals(expected, arrived);
        assertEquals(0, new Outbox(Handset.app()).unsent());
        assertTrue(new Outbox(Handset.app()).log().size() == Outbox.LOG_LINES);
    }

    @Test
    public void aRebootFindsWhatWaited() throws Exception {
        relay.set(Relay.CUT);
        Handset.receive(0, Pdu.gsm("A", "before the reboot"));
        Handset.rest();
        Handset.app().getSystemService(JobScheduler.class).cancelAll();
        Handset.die();
        relay.set(Relay.PASS);
        Handset.app().sendBroadcast(new Intent(Intent.ACTION_BOOT_COMPLETED));
        org.robolectric.shadows.ShadowLooper.idleMainLooper();
        assertEquals(0, Handset.job().getMinLatencyMillis());
        Handset.runJob();
        assertEquals(Arrays.asList("before the reboot"), desk.bodies());
    }

    @Test
    public void aClockThatJumpsNeitherLosesNorDoublesNorReorders() throws Exception {
        relay.set(Relay.LOSE_ANSWER);
        Handset.receive(0, Pdu.gsm("A", "first"));
        Handset.rest();
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            ShadowSystemClock.advanceBy(java.time.Duration.ofDays(-400));
            Handset.receive(0, Pdu.gsm("A", "second"));
            Handset.rest();
            relay.set(Relay.PASS);
            Handset.runJob();
        } finally {
            TimeZone.setDefault(before);
        }
        List<JSONObject> arrived = desk.arrived();
        assertEquals("first", arrived.get(0).getString("body"));
        assertEquals("second", arrived.get(1).getString("body"));
        assertEquals(2, arrived.size());
    }

    @Test
    public void aDatabaseOfTheFirstVersionKeepsItsTextsAndSettings() throws Exception {
        Handset.die();
        File file = Handset.app().getDatabasePath(Database.NAME);
        SQLiteDatabase.deleteDatabase(file);
        try (SQLiteDatabase old = SQLiteDatabase.openOrCreateDatabase(file, null)) {
            old.execSQL("CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
            old.execSQL("CREATE TABLE text (id INTEGER PRIMARY KEY AUTOINCREMENT, slot INTEGER NOT NULL, phone TEXT, sender TEXT NOT NULL,"
                    + " body TEXT, received_at TEXT NOT NULL, state INTEGER NOT NULL, answer TEXT)");
            old.execSQL("CREATE INDEX text_by_state ON text (state, id)");
            old.execSQL("INSERT INTO text VALUES (41, 0, '5550123456', 'A', 'from long ago', '2026-05-04T11:37:02.007+00:00', 0, NULL)");
            old.setVersion(1);
        }
        Handset.pair(relay.url(), desk.key, FIRST);
        Handset.receive(0, Pdu.gsm("A", "from today"));
        Handset.rest();
        assertEquals(Arrays.asList("from long ago", "from today"), desk.bodies());
    }

    @Test
    public void theKeyIsNowhereInTheAppsFiles() throws Exception {
        Handset.receive(0, Pdu.gsm("A", "read me not"));
        Handset.rest();
        Handset.die();
        String bytes = new String(java.nio.file.Files.readAllBytes(Handset.app().getDatabasePath(Database.NAME).toPath()), "ISO-8859-1");
        assertTrue(bytes.contains(relay.url()));
        assertFalse(bytes.contains(desk.key));
        assertEquals(desk.key, new Settings(Handset.app()).key());
        assertNull("bound to its server", Vault.open(Vault.lock("secret", "https://one"), "https://other"));
    }

    @Test
    public void theLogHasFiftyLinesAndWhatWaitsIsNeverTrimmed() throws Exception {
        relay.set(Relay.CUT);
        for (int index = 0; index < 70; index++) Handset.receive(0, Pdu.gsm("A", "text " + index));
        Handset.rest();
        assertEquals(70, new Outbox(Handset.app()).unsent());
        assertEquals(50, new Outbox(Handset.app()).log().size());
    }
}
