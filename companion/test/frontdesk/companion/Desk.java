package frontdesk.companion;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;

/** The real Frontdesk server that `test.sh` started, and one SMS token on it. */
final class Desk implements AutoCloseable {
    static final String URL = System.getProperty("frontdesk.url");
    private static final String KEY = System.getProperty("frontdesk.key");

    final String id;
    String key;
    private String cursor;

    Desk() throws Exception {
        JSONObject token = call("POST", "/svc-api/sms/register", KEY, "{}").getJSONObject("sms_token");
        id = token.getString("id");
        key = token.getString("token");
        cursor = call("GET", "/svc-api/sms/recent?n=1", key, null).getString("cursor");
    }

    /** What came in since the last call, oldest first. */
    synchronized List<JSONObject> arrived() throws Exception {
        List<JSONObject> all = new ArrayList<>();
        while (true) {
            String after = URLEncoder.encode(cursor, "UTF-8");
            JSONObject answer = call("GET", "/svc-api/sms/recent?n=20&after=" + after, key, null);
            JSONArray newestFirst = answer.getJSONArray("messages");
            for (int index = newestFirst.length() - 1; index >= 0; index--) {
                String message = newestFirst.getJSONObject(index).getString("id");
                all.add(call("GET", "/svc-api/sms/message/" + message, key, null).getJSONObject("message"));
            }
            cursor = answer.getString("cursor");
            if (newestFirst.length() < 20) return all;
        }
    }

    /** The bodies of what came in since the last call, oldest first. */
    List<String> bodies() throws Exception {
        List<String> bodies = new ArrayList<>();
        for (JSONObject message : arrived()) bodies.add(message.getString("body"));
        return bodies;
    }

    void rotate() throws Exception {
        key = call("POST", "/svc-api/sms/" + id + "/token", KEY, "{}").getJSONObject("sms_token").getString("token");
    }

    /** A claim code's link. */
    String pair() throws Exception {
        return call("POST", "/svc-api/sms/" + id + "/pair", KEY, "{}").getJSONObject("pairing").getString("link");
    }

    @Override
    public void close() throws Exception {
        call("DELETE", "/svc-api/sms/" + id, KEY, null);
    }

    static JSONObject call(String method, String path, String key, String body) throws Exception {
        HttpURLConnection connection = (HttpURLConnection) new URL(URL + path).openConnection();
        connection.setRequestMethod(method);
        connection.setRequestProperty("Authorization", "Bearer " + key);
        if (body != null) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        String text = read(status < 400 ? connection.getInputStream() : connection.getErrorStream());
        if (status != 200) throw new IOException(method + " " + path + ": " + status + " " + text);
        return new JSONObject(text);
    }

    static String read(InputStream stream) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int count; (count = stream.read(buffer)) >= 0; ) bytes.write(buffer, 0, count);
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }
}
