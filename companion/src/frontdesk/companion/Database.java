package frontdesk.companion;

import android.content.Context;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteOpenHelper;

/** The one file that holds the queue, the log and the settings. */
final class Database extends SQLiteOpenHelper {
    static final String NAME = "companion.db";

    /** What each version added; a database of any age goes through the steps it lacks. */
    private static final String[][] STEPS = {
        {
            "CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "CREATE TABLE IF NOT EXISTS text (id INTEGER PRIMARY KEY AUTOINCREMENT, slot INTEGER NOT NULL, phone TEXT, sender TEXT NOT NULL,"
                    + " body TEXT, received_at TEXT NOT NULL, state INTEGER NOT NULL, answer TEXT)",
            "CREATE INDEX IF NOT EXISTS text_by_state ON text (state, id)",
        },
        {
            // Broadcasts seen, so that one handed over twice is one text.
            "CREATE TABLE IF NOT EXISTS seen (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE)",
        },
    };

    private static Database shared;

    private Database(Context context) {
        super(context, NAME, null, STEPS.length);
        // With a write-ahead log Android syncs less, and the last texts before a power cut could be lost.
        setWriteAheadLoggingEnabled(false);
    }

    static synchronized SQLiteDatabase open(Context context) {
        if (shared == null) shared = new Database(context.getApplicationContext());
        return shared.getWritableDatabase();
    }

    /** Forgets the open file, as a process that died does. */
    static synchronized void reset() {
        if (shared != null) shared.close();
        shared = null;
    }

    @Override
    public void onConfigure(SQLiteDatabase database) {
        database.execSQL("PRAGMA synchronous = FULL");
    }

    @Override
    public void onCreate(SQLiteDatabase database) {
        onUpgrade(database, 0, STEPS.length);
    }

    @Override
    public void onUpgrade(SQLiteDatabase database, int from, int to) {
        for (int version = from; version < to; version++)
            for (String statement : STEPS[version]) database.execSQL(statement);
    }

    /** An older app on a newer database: steps only add, so what this version knows is still there. */
    @Override
    public void onDowngrade(SQLiteDatabase database, int from, int to) {}
}
