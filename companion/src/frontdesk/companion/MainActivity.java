package frontdesk.companion;

import android.Manifest;
import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.view.View;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The app's one screen: connecting, what is going on, what may be sent, the log. */
public final class MainActivity extends Activity {
    private static final String LINK = "link";
    private static volatile MainActivity shown;

    /** What the screen asks of the network, one thing at a time. */
    final ExecutorService worker = Executors.newSingleThreadExecutor();
    private final Handler screen = new Handler(Looper.getMainLooper());
    private PairPanel pair;
    private StatusPanel status;
    private SettingsPanel settings;
    private LogPanel log;
    private View connected;

    /** Shows what has changed, where the screen is open. */
    static void refresh() {
        final MainActivity open = shown;
        if (open == null) return;
        open.screen.post(new Runnable() {
            @Override
            public void run() {
                if (shown == open) open.update();
            }
        });
    }

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        LinearLayout page = Views.column(this);
        int space = Views.pixels(this, 16);
        page.setPadding(space, space, space, space);
        Views.heading(page, getString(R.string.app), 28);
        pair = new PairPanel(this, page);
        LinearLayout below = Views.column(this);
        connected = below;
        status = new StatusPanel(this, below);
        settings = new SettingsPanel(this, below);
        log = new LogPanel(below);
        page.addView(below);
        ScrollView scroll = new ScrollView(this);
        // Android 15 draws apps under its bars unless they ask for room.
        scroll.setFitsSystemWindows(true);
        scroll.addView(page);
        setContentView(scroll);
        // A screen that was turned is started with the same link again; what the person did with it is what counts.
        if (saved == null) take(getIntent());
        else pair.offer(PairLink.parse(saved.getString(LINK)), saved.getString(LINK));
    }

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        take(intent);
        update();
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        state.putString(LINK, pair.offered());
    }

    @Override
    protected void onResume() {
        super.onResume();
        shown = this;
        update();
    }

    @Override
    protected void onPause() {
        shown = null;
        super.onPause();
    }

    @Override
    protected void onDestroy() {
        worker.shutdown();
        super.onDestroy();
    }

    @Override
    public void onRequestPermissionsResult(int request, String[] permissions, int[] results) {
        update();
    }

    /** Whether the app may see texts. */
    boolean maySeeTexts() {
        return checkSelfPermission(Manifest.permission.RECEIVE_SMS) == PackageManager.PERMISSION_GRANTED;
    }

    void askPermissions() {
        requestPermissions(
                Build.VERSION.SDK_INT >= 33
                        ? new String[] {Manifest.permission.RECEIVE_SMS, Manifest.permission.POST_NOTIFICATIONS}
                        : new String[] {Manifest.permission.RECEIVE_SMS},
                1);
    }

    /** What is done off the screen's thread, and then with its result on it. */
    interface Work<T> {
        T away();

        void back(T result);
    }

    <T> void work(final Work<T> work) {
        worker.execute(new Runnable() {
            @Override
            public void run() {
                final T result = work.away();
                screen.post(new Runnable() {
                    @Override
                    public void run() {
                        if (isDestroyed()) return;
                        work.back(result);
                        update();
                    }
                });
            }
        });
    }

    /** Another try for everything that is stuck. */
    void retry() {
        final Context app = getApplicationContext();
        work(new Work<Void>() {
            @Override
            public Void away() {
                Retry.all(app);
                new Delivery(app, Trial.PATIENCE).run(60_000);
                return null;
            }

            @Override
            public void back(Void nothing) {}
        });
    }

    void openSettings(String action, Uri about) {
        try {
            startActivity(new Intent(action, about));
        } catch (ActivityNotFoundException none) {
            startActivity(new Intent(android.provider.Settings.ACTION_SETTINGS));
        }
    }

    /** A new server: everything shown of the old one goes. */
    void paired() {
        settings.load();
        if (!maySeeTexts()) askPermissions();
        update();
    }

    void update() {
        boolean paired = new Settings(this).isPaired();
        pair.update(paired);
        Views.visible(connected, paired && !pair.isOffering());
        if (!paired) return;
        status.update();
        log.update();
    }

    private void take(Intent intent) {
        if (intent == null || !Intent.ACTION_VIEW.equals(intent.getAction())) return;
        pair.offer(PairLink.parse(intent.getDataString()), intent.getDataString());
    }
}
