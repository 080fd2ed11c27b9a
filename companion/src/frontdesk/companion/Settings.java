package frontdesk.companion;

import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import java.security.GeneralSecurityException;

/** What the person set, and what the last try said. */
final class Settings {
    private final SQLiteDatabase database;

    Settings(Context context) {
        database = Database.open(context);
    }

    /** The server's address without a trailing slash, or null before pairing. */
    String server() {
        return get("server");
    }

    /** The SMS key, or null if the phone cannot decrypt it any more. */
    String key() {
        String locked = get("key");
        return locked == null || server() == null ? null : Vault.open(locked, server());
    }

    boolean isPaired() {
        return server() != null && get("key") != null;
    }

    /** Both or neither, so that no key goes to a server it is not for. */
    void pair(String server, String key) throws GeneralSecurityException {
        String locked = Vault.lock(key, server);
        database.beginTransaction();
        try {
            set("server", server);
            set("key", locked);
            database.setTransactionSuccessful();
        } finally {
            database.endTransaction();
        }
    }

    void unpair() {
        set("server", null);
        set("key", null);
    }

    /** The number of this SIM as the person typed it, or null. */
    String phone(int slot) {
        return get("phone" + slot);
    }

    void setPhone(int slot, String phone) {
        set("phone" + slot, phone);
    }

    /** Whether the person allowed http to a server in their own network. */
    boolean allowsPlainHttp() {
        return get("plain") != null;
    }

    void allowPlainHttp(boolean allowed) {
        set("plain", allowed ? "yes" : null);
    }

    /** Senders, one a line; empty means all. */
    String allowed() {
        return text("allowed");
    }

    void setAllowed(String senders) {
        set("allowed", senders);
    }

    /** Senders, one a line. */
    String refused() {
        return text("refused");
    }

    void setRefused(String senders) {
        set("refused", senders);
    }

    boolean onlyCodes() {
        return get("codes") != null;
    }

    void setOnlyCodes(boolean only) {
        set("codes", only ? "yes" : null);
    }

    /** How many tries in a row came to nothing. */
    int attempts() {
        String attempts = get("attempts");
        return attempts == null ? 0 : Integer.parseInt(attempts);
    }

    void setAttempts(int attempts) {
        set("attempts", attempts == 0 ? null : Integer.toString(attempts));
        if (attempts == 0) set("retry_after", null);
    }

    /** Seconds for which the server asked to be left alone. */
    int retryAfter() {
        String seconds = get("retry_after");
        return seconds == null ? 0 : Integer.parseInt(seconds);
    }

    void setRetryAfter(int seconds) {
        set("retry_after", seconds == 0 ? null : Integer.toString(seconds));
    }

    /** What stands in the way, or null. */
    Problem problem() {
        String kind = get("problem");
        return kind == null ? null : new Problem(Problem.Kind.of(kind), text("problem_detail"));
    }

    void setProblem(Problem problem) {
        set("problem", problem == null ? null : problem.kind.name);
        set("problem_detail", problem == null ? null : problem.detail);
    }

    private String text(String name) {
        String value = get(name);
        return value == null ? "" : value;
    }

    private String get(String name) {
        try (Cursor rows = database.query("setting", new String[] {"value"}, "name = ?", new String[] {name}, null, null, null)) {
            return rows.moveToFirst() ? rows.getString(0) : null;
        }
    }

    private void set(String name, String value) {
        if (value == null || value.isEmpty()) {
            database.delete("setting", "name = ?", new String[] {name});
            return;
        }
        ContentValues row = new ContentValues();
        row.put("name", name);
        row.put("value", value);
        database.insertWithOnConflict("setting", null, row, SQLiteDatabase.CONFLICT_REPLACE);
    }
}
