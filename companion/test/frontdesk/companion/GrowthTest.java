package frontdesk.companion;

import static org.junit.Assert.assertEquals;

import android.database.DatabaseUtils;
import android.database.sqlite.SQLiteDatabase;
import org.junit.Test;

/** What the app remembers is bounded, however many texts a phone receives. */
public class GrowthTest extends Bench {
    private static long rows(String table) {
        return DatabaseUtils.queryNumEntries(Database.open(Handset.app()), table);
    }

    @Test
    public void ofTheBroadcastsSeenTheLatestTwoThousandAreRemembered() throws Exception {
        SQLiteDatabase database = Database.open(Handset.app());
        database.beginTransaction();
        for (int index = 0; index < 2500; index++)
            database.execSQL("INSERT INTO seen (key) VALUES (?)", new Object[] {"broadcast " + index});
        database.setTransactionSuccessful();
        database.endTransaction();
        Handset.receive(0, Pdu.gsm("A", "one more"));
        Handset.rest();
        assertEquals(2000, rows("seen"));
        assertEquals(0, DatabaseUtils.queryNumEntries(database, "seen", "key = 'broadcast 500'"));
        assertEquals(1, DatabaseUtils.queryNumEntries(database, "seen", "key = 'broadcast 501'"));
    }

    @Test
    public void ofTextsKeptBackOnlyTheLogsLinesStay() throws Exception {
        new Settings(Handset.app()).setRefused("A");
        for (int index = 0; index < 70; index++) Handset.receive(0, Pdu.gsm("A", "text " + index));
        Handset.rest();
        assertEquals(Outbox.LOG_LINES, rows("text"));
    }
}
