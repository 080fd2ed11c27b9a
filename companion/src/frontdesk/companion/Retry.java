package frontdesk.companion;

import android.content.Context;

/** A fresh start for what is stuck: asked for by the person, by new settings, by a reboot. */
final class Retry {
    private Retry() {}

    static void all(Context context) {
        Delivery.forgetFailure();
        Settings settings = new Settings(context);
        new Outbox(context).release();
        settings.setAttempts(0);
        settings.setProblem(null);
        Schedule.settle(context, true);
    }
}
