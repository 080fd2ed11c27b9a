package frontdesk.companion;

import org.junit.After;
import org.junit.Before;
import org.junit.runner.RunWith;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.annotation.SQLiteMode;

/** A paired phone, a way, a server. */
@RunWith(HandsetRunner.class)
@Config(sdk = 34, application = Handset.App.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@SQLiteMode(SQLiteMode.Mode.NATIVE)
public abstract class Bench {
    static final String FIRST = "5550123456";
    static final String SECOND = "5550987654";

    Desk desk;
    Relay relay;

    @Before
    public void open() throws Exception {
        FakeKeystore.install();
        FakeKeystore.forget();
        desk = new Desk();
        relay = new Relay();
        Handset.pair(relay.url(), desk.key, FIRST, SECOND);
    }

    @After
    public void close() throws Exception {
        Handset.rest();
        relay.close();
        desk.close();
        Handset.die();
    }
}
