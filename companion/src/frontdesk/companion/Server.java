package frontdesk.companion;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** The few requests this app makes. */
final class Server {
    private static final int MOST_READ = 64 * 1024;

    private final String address;
    private final boolean allowsPlain;
    /** Ms for connecting and, again, for each read. */
    private final int patience;

    Server(String address, boolean allowsPlain, int patience) {
        this.address = address;
        this.allowsPlain = allowsPlain;
        this.patience = patience;
    }

    /** One server's refusal to be spoken to in the clear. */
    static final class PlainRefused extends IOException {
        PlainRefused(String message) {
            super(message);
        }
    }

    Answer push(String key, List<Text> texts) {
        try {
            JSONArray messages = new JSONArray();
            for (Text text : texts)
                messages.put(new JSONObject()
                        .put("phone", text.phone)
                        .put("sender", text.sender)
                        .put("body", text.body)
                        .put("received_at", text.receivedAt));
            return send("POST", "/svc-api/sms/push", key, new JSONObject().put("messages", messages).toString());
        } catch (JSONException cause) {
            throw new IllegalStateException(cause);
        }
    }

    /** The newest texts that the server holds. */
    Answer recent(String key, int most) {
        return send("GET", "/svc-api/sms/recent?n=" + most, key, null);
    }

    /** Exchanges a claim code for the SMS key. */
    Answer pair(String code) {
        try {
            return send("POST", "/svc-api/sms/pair", null, new JSONObject().put("code", code).toString());
        } catch (JSONException cause) {
            throw new IllegalStateException(cause);
        }
    }

    private Answer send(String method, String path, String key, String body) {
        HttpURLConnection connection = null;
        try {
            if (ServerAddress.isPlain(address) && !(allowsPlain && ServerAddress.isPrivate(address)))
                throw new PlainRefused(ServerAddress.host(address));
            connection = (HttpURLConnection) new URL(address + path).openConnection();
            connection.setRequestMethod(method);
            connection.setConnectTimeout(patience);
            connection.setReadTimeout(patience);
            // A redirect would carry the key to wherever it points.
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            connection.setRequestProperty("Accept", "application/json");
            if (key != null) connection.setRequestProperty("Authorization", "Bearer " + key);
            if (body != null) write(connection, body.getBytes(StandardCharsets.UTF_8));
            int status = connection.getResponseCode();
            InputStream stream = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
            return Answer.of(status, stream == null ? "" : read(stream), connection.getHeaderField("Retry-After"));
        } catch (IOException | RuntimeException failure) {
            // Android's client throws unchecked exceptions for some addresses and answers.
            if (connection != null) connection.disconnect();
            return Answer.failed(failure);
        }
    }

    private static void write(HttpURLConnection connection, byte[] bytes) throws IOException {
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(bytes.length);
        connection.setRequestProperty("Content-Type", "application/json");
        try (OutputStream stream = connection.getOutputStream()) {
            stream.write(bytes);
        }
    }

    private static String read(InputStream stream) throws IOException {
        try (InputStream source = stream) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[4096];
            for (int count; bytes.size() < MOST_READ && (count = source.read(buffer)) >= 0; ) bytes.write(buffer, 0, count);
            return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
        }
    }
}
