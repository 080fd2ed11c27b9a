package frontdesk.companion;

import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.DatabaseUtils;
import android.database.sqlite.SQLiteDatabase;
import java.util.ArrayList;
import java.util.List;

/** The texts that wait for the server, and the log of the latest. */
final class Outbox {
    /** Lines the log shows; what is sent stays no longer. */
    static final int LOG_LINES = 50;
    /** Broadcasts remembered, so that one handed over again is known. */
    private static final int SEEN = 2000;
    /** No inbox keeps more of a number, so a larger push could roll out what nobody read. */
    static final int BATCH = 10;

    private static final String[] COLUMNS = {"id", "slot", "phone", "sender", "body", "received_at", "state", "answer"};
    private static final String OF_ALL = "state IN (" + Text.WAITING + ", " + Text.HELD + ")";

    private final SQLiteDatabase database;

    Outbox(Context context) {
        database = Database.open(context);
    }

    /** Durable when it returns. False where this broadcast was stored before. */
    boolean add(Incoming incoming, String phone, String receivedAt, int state, String answer) {
        database.beginTransaction();
        try {
            ContentValues seen = new ContentValues();
            seen.put("key", incoming.key);
            long number = database.insertWithOnConflict("seen", null, seen, SQLiteDatabase.CONFLICT_IGNORE);
            if (number < 0) return false;
            database.delete("seen", "id <= ?", new String[] {Long.toString(number - SEEN)});
            ContentValues row = new ContentValues();
            row.put("slot", incoming.slot);
            row.put("phone", phone);
            row.put("sender", incoming.sender);
            row.put("body", state == Text.SKIPPED ? null : incoming.body);
            row.put("received_at", receivedAt);
            row.put("state", state);
            row.put("answer", answer);
            database.insertOrThrow("text", null, row);
            if (state == Text.SKIPPED) trim();
            database.setTransactionSuccessful();
            return true;
        } finally {
            database.endTransaction();
        }
    }

    /** The oldest waiting texts of one SIM, in the order they came. */
    List<Text> next(int most) {
        List<Text> oldest = list("state = " + Text.WAITING, "id", 1);
        if (oldest.isEmpty()) return oldest;
        return list("state = " + Text.WAITING + " AND slot = " + oldest.get(0).slot, "id", most);
    }

    boolean hasWaiting() {
        return count("state = " + Text.WAITING) > 0;
    }

    /** Texts not yet with the server. */
    int unsent() {
        return count("state IN (" + Text.WAITING + ", " + Text.HELD + ", " + Text.REFUSED + ")");
    }

    int refused() {
        return count("state = " + Text.REFUSED);
    }

    /** What the oldest text that needs a person needs, or null. */
    Problem problem() {
        List<Text> held = list("state = " + Text.HELD, "id", 1);
        if (!held.isEmpty()) {
            Text text = held.get(0);
            return text.phone == null
                    ? new Problem(Problem.Kind.NO_NUMBER, Integer.toString(text.slot + 1))
                    : new Problem(Problem.Kind.NUMBER, text.phone);
        }
        List<Text> refused = list("state = " + Text.REFUSED, "id", 1);
        return refused.isEmpty() ? null : new Problem(Problem.Kind.TEXT, refused.get(0).answer);
    }

    /** The server has them. */
    void sent(List<Text> texts, String answer) {
        database.beginTransaction();
        try {
            for (Text text : texts) mark(text, Text.SENT, answer);
            trim();
            database.setTransactionSuccessful();
        } finally {
            database.endTransaction();
        }
    }

    void refuse(Text text, String answer) {
        mark(text, Text.REFUSED, answer);
    }

    /** Keeps the texts of a SIM back until the person acts or another text comes in. */
    void hold(int slot, String answer) {
        ContentValues row = new ContentValues();
        row.put("state", Text.HELD);
        row.put("answer", answer);
        database.update("text", row, "state = " + Text.WAITING + " AND slot = " + slot, null);
    }

    /** What was held goes out again, before what came later. */
    void release() {
        database.execSQL("UPDATE text SET state = " + Text.WAITING + " WHERE state = " + Text.HELD);
    }

    /** Gives the texts of a SIM that are not sent yet its number. */
    void renumber(int slot, String phone) {
        ContentValues row = new ContentValues();
        row.put("phone", phone);
        database.update("text", row, OF_ALL + " AND slot = " + slot, null);
    }

    /** Tries again what the server refused. */
    void retryRefused() {
        database.execSQL("UPDATE text SET state = " + Text.WAITING + " WHERE state = " + Text.REFUSED);
    }

    void deleteRefused() {
        database.delete("text", "state = " + Text.REFUSED, null);
    }

    /** Newest first. */
    List<Text> log() {
        return list(null, "id DESC", LOG_LINES);
    }

    private void mark(Text text, int state, String answer) {
        ContentValues row = new ContentValues();
        row.put("state", state);
        row.put("answer", answer);
        if (state == Text.SENT) row.putNull("body");
        database.update("text", row, "id = " + text.id, null);
    }

    /** What is done and past the log's end goes; what is not sent stays whatever its age. */
    private void trim() {
        database.execSQL("DELETE FROM text WHERE state IN (" + Text.SENT + ", " + Text.SKIPPED + ") AND id <="
                + " (SELECT id FROM text ORDER BY id DESC LIMIT 1 OFFSET " + LOG_LINES + ")");
    }

    private int count(String where) {
        return (int) DatabaseUtils.queryNumEntries(database, "text", where);
    }

    private List<Text> list(String where, String order, int most) {
        List<Text> texts = new ArrayList<>();
        try (Cursor row = database.query("text", COLUMNS, where, null, null, null, order, Integer.toString(most))) {
            while (row.moveToNext())
                texts.add(new Text(row.getLong(0), row.getInt(1), row.getString(2), row.getString(3), row.getString(4),
                        row.getString(5), row.getInt(6), row.getString(7)));
        }
        return texts;
    }
}
