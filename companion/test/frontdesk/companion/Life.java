package frontdesk.companion;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.SQLiteMode;

/** One life of the app's process, from start until it is done or killed; DeathTest starts it in a JVM of its own. */
@RunWith(HandsetRunner.class)
@Config(sdk = 34, application = Handset.App.class)
@SQLiteMode(SQLiteMode.Mode.NATIVE)
public class Life {
    @Test
    public void live() throws Exception {
        FakeKeystore.install();
        if (!new Settings(Handset.app()).isPaired())
            Handset.pair(System.getProperty("life.server"), System.getProperty("life.key"), Bench.FIRST);
        int to = Integer.getInteger("life.to");
        for (int text = Integer.getInteger("life.from"); text < to; text++) {
            Handset.receive(0, Pdu.gsm("A", "text " + text));
            System.out.println("stored " + text);
        }
        Handset.rest();
        // The system runs the persisted job until the queue is empty.
        while (new Outbox(Handset.app()).unsent() > 0) {
            Delivery.forgetFailure();
            Handset.runJob();
        }
        System.out.println("empty");
    }
}
