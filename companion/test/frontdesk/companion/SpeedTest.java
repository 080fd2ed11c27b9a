package frontdesk.companion;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.json.JSONObject;
import org.junit.Test;

/** From the broadcast to the answer of a wait that the server holds, as `waitForCode` does. The figure is printed, not judged. */
public class SpeedTest extends Bench {
    @Test
    public void aHeldWaitIsAnsweredWithTheText() throws Exception {
        Handset.pair(Desk.URL, desk.key, FIRST);
        ExecutorService waiter = Executors.newSingleThreadExecutor();
        List<Long> milliseconds = new ArrayList<>();
        String cursor = Desk.call("GET", "/svc-api/sms/recent?n=1", desk.key, null).getString("cursor");
        for (int text = 0; text < 30; text++) {
            String after = java.net.URLEncoder.encode(cursor, "UTF-8");
            Future<JSONObject> wait =
                    waiter.submit(() -> Desk.call("GET", "/svc-api/sms/recent?wait=30&after=" + after, desk.key, null));
            long start = System.nanoTime();
            Handset.receive(0, Pdu.gsm("Bank", "Your code is " + (100_000 + text)));
            JSONObject answer = wait.get();
            milliseconds.add((System.nanoTime() - start) / 1_000_000);
            assertEquals("Your code is " + (100_000 + text), answer.getJSONArray("messages").getJSONObject(0).getString("snippet"));
            cursor = answer.getString("cursor");
            Handset.rest();
        }
        waiter.shutdown();
        Collections.sort(milliseconds);
        System.out.println("\ntext to waiting program: median " + milliseconds.get(15) + " ms, slowest " + milliseconds.get(29) + " ms");
    }
}
