package frontdesk.companion;

import javax.net.ssl.SSLException;
import org.json.JSONException;
import org.json.JSONObject;

/** What came back from one request, or why nothing did. */
final class Answer {
    /** 0 where there was no answer. */
    final int status;
    /** The body where it was JSON, else null. */
    final JSONObject body;
    /** Seconds the server asked to be left alone, or 0. */
    final int retryAfter;
    private final Exception failure;

    private Answer(int status, JSONObject body, int retryAfter, Exception failure) {
        this.status = status;
        this.body = body;
        this.retryAfter = retryAfter;
        this.failure = failure;
    }

    static Answer of(int status, String text, String retryAfter) {
        return new Answer(status, parse(text), seconds(retryAfter), null);
    }

    static Answer failed(Exception failure) {
        return new Answer(0, null, 0, failure);
    }

    boolean isSuccess() {
        return status == 200 && body != null && body.optBoolean("success");
    }

    /** For the log: `200`, or the status and what was said. */
    String line() {
        String said = said();
        return status == 0 ? said : said.isEmpty() ? Integer.toString(status) : status + ": " + said;
    }

    /** Whether the server refused what the request says, not who sent it. Only Frontdesk's own word counts. */
    boolean refusesContent() {
        return (status == 400 || status == 413 || status == 422) && body != null && body.has("code");
    }

    /** Null after a success. */
    Problem problem() {
        if (isSuccess()) return null;
        if (failure instanceof Server.PlainRefused) return new Problem(Problem.Kind.PLAIN, said());
        if (failure instanceof SSLException) return new Problem(Problem.Kind.CERTIFICATE, said());
        if (status == 0) return new Problem(Problem.Kind.NETWORK, said());
        if (status == 401) return new Problem(Problem.Kind.KEY, said());
        if (status == 403 && body != null && body.optBoolean("use_new_token")) return new Problem(Problem.Kind.NUMBER, said());
        if (refusesContent()) return new Problem(Problem.Kind.TEXT, said());
        if (status == 408 || status == 425 || status == 429 || status >= 500) return new Problem(Problem.Kind.BUSY, line());
        // A page that is not Frontdesk's may go away by itself (a hotel's sign-in); Frontdesk's own refusal does not.
        if (status < 400 || body == null) return new Problem(Problem.Kind.FOREIGN, line());
        return new Problem(Problem.Kind.ADDRESS, line());
    }

    private String said() {
        if (failure != null) {
            String message = failure.getMessage();
            return message == null ? failure.getClass().getSimpleName() : message;
        }
        return body == null ? "" : body.optString("error");
    }

    private static JSONObject parse(String text) {
        try {
            return new JSONObject(text);
        } catch (JSONException notJson) {
            return null;
        }
    }

    private static int seconds(String header) {
        try {
            return header == null ? 0 : Math.max(0, Math.min(3600, Integer.parseInt(header.trim())));
        } catch (NumberFormatException date) {
            return 0;
        }
    }
}
