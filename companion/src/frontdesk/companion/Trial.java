package frontdesk.companion;

import android.content.Context;
import java.util.Collections;
import org.json.JSONArray;
import org.json.JSONObject;

/** Sends a text of the app's own, and reads back what the server then holds. */
final class Trial {
    static final int PATIENCE = 15_000;

    private Trial() {}

    /** For the person: what arrived, or what is in the way. */
    static String run(Context context) {
        Settings settings = new Settings(context);
        String key = settings.key();
        if (key == null) return Notices.message(context, new Problem(Problem.Kind.VAULT, null));
        String phone = settings.phone(0);
        if (phone == null) return Notices.message(context, new Problem(Problem.Kind.NO_NUMBER, "1"));
        Server server = new Server(settings.server(), settings.allowsPlainHttp(), PATIENCE);
        String receivedAt = Incoming.stamp(System.currentTimeMillis());
        // No digits: nothing that waits for a code takes it for one.
        Text text = new Text(0, 0, phone, "Frontdesk", context.getString(R.string.test_body), receivedAt, Text.WAITING, null);
        Answer pushed = server.push(key, Collections.singletonList(text));
        if (pushed.problem() != null) return toWords(context, pushed, phone);
        Answer held = server.recent(key, 1);
        if (held.problem() != null) return toWords(context, held, phone);
        JSONArray messages = held.body.optJSONArray("messages");
        JSONObject newest = messages == null ? null : messages.optJSONObject(0);
        if (newest == null) return context.getString(R.string.test_nothing);
        return context.getString(
                R.string.test_arrived, newest.optString("sender"), newest.optString("phone"), newest.optString("snippet"));
    }

    private static String toWords(Context context, Answer answer, String phone) {
        Problem problem = answer.problem();
        return Notices.message(
                context, problem.kind == Problem.Kind.NUMBER ? new Problem(Problem.Kind.NUMBER, phone) : problem);
    }
}
