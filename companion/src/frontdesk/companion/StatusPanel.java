package frontdesk.companion;

import android.net.Uri;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.TextView;

/** Whether texts get through, what to do where they don't, and a test. */
final class StatusPanel {
    private final MainActivity activity;
    private final TextView server;
    private final TextView state;
    private final View permission;
    private final View refused;
    private final TextView tested;
    private final Button test;

    StatusPanel(final MainActivity activity, ViewGroup page) {
        this.activity = activity;
        ViewGroup missing = Views.card(page, R.string.permission_title);
        permission = missing;
        Views.text(missing, activity.getString(R.string.permission_why), 16);
        Views.button(missing, R.string.permission_allow, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                activity.askPermissions();
            }
        });
        Views.button(missing, R.string.permission_info, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                activity.openSettings(android.provider.Settings.ACTION_APPLICATION_DETAILS_SETTINGS, Uri.parse("package:" + activity.getPackageName()));
            }
        });

        ViewGroup card = Views.card(page, R.string.status_title);
        server = Views.text(card, "", 16);
        state = Views.heading(card, "", 16);
        state.setAccessibilityLiveRegion(View.ACCESSIBILITY_LIVE_REGION_POLITE);
        tested = Views.text(card, "", 16);
        tested.setVisibility(View.GONE);
        test = Views.button(card, R.string.test, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                test();
            }
        });
        Views.button(card, R.string.retry, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                activity.retry();
            }
        });

        ViewGroup stuck = Views.card(page, R.string.refused_title);
        refused = stuck;
        Views.button(stuck, R.string.refused_retry, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                new Outbox(activity).retryRefused();
                activity.retry();
            }
        });
        Views.button(stuck, R.string.refused_delete, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                new Outbox(activity).deleteRefused();
                activity.retry();
            }
        });
    }

    void update() {
        Settings settings = new Settings(activity);
        Outbox outbox = new Outbox(activity);
        Problem problem = settings.problem();
        int unsent = outbox.unsent();
        Views.visible(permission, !activity.maySeeTexts());
        Views.visible(refused, outbox.refused() > 0);
        server.setText(activity.getString(R.string.status_server, ServerAddress.host(settings.server())));
        boolean fine = problem == null;
        String waiting = activity.getResources().getQuantityString(R.plurals.unsent, unsent, unsent);
        state.setText(!fine ? (unsent > 0 ? waiting + ". " : "") + Notices.message(activity, problem)
                : unsent > 0 ? waiting : activity.getString(R.string.status_fine));
        state.setTextColor(activity.getColor(fine ? R.color.good : R.color.bad));
    }

    private void test() {
        test.setEnabled(false);
        tested.setVisibility(View.GONE);
        activity.work(new MainActivity.Work<String>() {
            @Override
            public String away() {
                return Trial.run(activity);
            }

            @Override
            public void back(String result) {
                test.setEnabled(true);
                tested.setText(result);
                tested.setVisibility(View.VISIBLE);
            }
        });
    }
}
