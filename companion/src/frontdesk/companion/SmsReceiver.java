package frontdesk.companion;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.provider.Telephony;

/** Takes each text as it arrives: into the queue at once, to the server right after, by the job if that fails. */
public final class SmsReceiver extends BroadcastReceiver {
    /** Android gives a receiver ten seconds. */
    private static final long WINDOW = 8_000;
    private static final int PATIENCE = 4_000;

    @Override
    public void onReceive(final Context context, Intent intent) {
        if (!Telephony.Sms.Intents.SMS_RECEIVED_ACTION.equals(intent.getAction())) return;
        final Context app = context.getApplicationContext();
        if (!new Settings(app).isPaired()) return;
        Incoming incoming = Incoming.read(intent);
        if (incoming == null || !store(app, incoming)) return;
        Schedule.settle(app, false);
        if (Delivery.failedJustNow()) return;
        final PendingResult result = goAsync();
        new Thread("push") {
            @Override
            public void run() {
                try {
                    new Delivery(app, PATIENCE).run(WINDOW);
                } finally {
                    if (result != null) result.finish();
                }
            }
        }.start();
    }

    /** Whether there is something to send. The time is taken here, once, so that each repeat says the same. */
    private static boolean store(Context app, Incoming incoming) {
        Settings settings = new Settings(app);
        Outbox outbox = new Outbox(app);
        String receivedAt = Incoming.stamp(System.currentTimeMillis());
        String reason = skipped(app, settings, incoming);
        if (reason != null) {
            outbox.add(incoming, null, receivedAt, Text.SKIPPED, reason);
            MainActivity.refresh();
            return false;
        }
        if (!outbox.add(incoming, Sims.phone(app, incoming.slot), receivedAt, Text.WAITING, null)) return false;
        // Texts held back get another chance with each new one, and go before it.
        outbox.release();
        return true;
    }

    private static String skipped(Context app, Settings settings, Incoming incoming) {
        // The server takes no text without words.
        if (incoming.body.trim().isEmpty()) return app.getString(R.string.skipped_empty);
        if (!SenderFilter.allows(incoming.sender, settings.allowed(), settings.refused()))
            return app.getString(R.string.skipped_sender);
        if (settings.onlyCodes() && !CodeFilter.mayHoldCode(incoming.body)) return app.getString(R.string.skipped_no_code);
        return null;
    }
}
