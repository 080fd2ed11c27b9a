package frontdesk.companion;

import android.Manifest;
import android.app.Application;
import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.content.Intent;
import android.provider.Telephony;
import android.telephony.SubscriptionManager;
import java.io.File;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowLooper;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** A phone with the app on it, as its framework code behaves; only the radio and the Keystore's chip are ours. */
final class Handset {
    private Handset() {}

    /** The app, whose files are in a folder of the test's choice, so that another process can find them again. */
    public static final class App extends Application {
        @Override
        public File getDatabasePath(String name) {
            String home = System.getProperty("companion.home");
            return home == null ? super.getDatabasePath(name) : new File(home, name);
        }
    }

    static Application app() {
        return RuntimeEnvironment.getApplication();
    }

    /** A phone as it is after pairing. */
    static void pair(String server, String key, String... phones) throws Exception {
        FakeKeystore.install();
        Settings settings = new Settings(app());
        settings.pair(server, key);
        settings.allowPlainHttp(true);
        for (int slot = 0; slot < phones.length; slot++) settings.setPhone(slot, phones[slot]);
    }

    /** What the system broadcasts for a text on this SIM. */
    static void receive(int slot, byte[]... pdus) {
        Shadows.shadowOf(app()).grantPermissions(Manifest.permission.BROADCAST_SMS);
        Intent intent = new Intent(Telephony.Sms.Intents.SMS_RECEIVED_ACTION);
        intent.putExtra("pdus", (Object[]) pdus);
        intent.putExtra("format", "3gpp");
        // The framework's own way to say which SIM.
        ReflectionHelpers.callStaticMethod(
                SubscriptionManager.class,
                "putPhoneIdAndSubIdExtra",
                ClassParameter.from(Intent.class, intent),
                ClassParameter.from(int.class, slot),
                ClassParameter.from(int.class, slot + 1));
        app().sendBroadcast(intent);
        ShadowLooper.idleMainLooper();
    }

    /** Waits until the app's own threads have done their work. */
    static void rest() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet())
            if (thread.getName().equals("push") || thread.getName().equals("upload")) thread.join();
        ShadowLooper.idleMainLooper();
    }

    static JobInfo job() {
        return app().getSystemService(JobScheduler.class).getPendingJob(Schedule.JOB);
    }

    /** The system finds the job's constraints met. */
    static void runJob() throws Exception {
        UploadJob service = Robolectric.setupService(UploadJob.class);
        service.onStartJob(Shadow.newInstanceOf(JobParameters.class));
        rest();
    }

    /** The process is gone; what it held in memory too. */
    static void die() {
        Database.reset();
        Delivery.forgetFailure();
    }
}
