package frontdesk.companion;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;

/** One notification that says what is in the way, as long as it is. */
final class Notices {
    static final int ID = 1;
    private static final String ACT = "act";
    private static final String WAIT = "wait";

    private Notices() {}

    static void show(Context context) {
        NotificationManager manager = context.getSystemService(NotificationManager.class);
        Problem problem = new Settings(context).problem();
        int unsent = new Outbox(context).unsent();
        if (problem == null || unsent == 0) {
            manager.cancel(ID);
            return;
        }
        channel(manager, ACT, context.getString(R.string.channel_act), NotificationManager.IMPORTANCE_DEFAULT);
        channel(manager, WAIT, context.getString(R.string.channel_wait), NotificationManager.IMPORTANCE_LOW);
        String message = message(context, problem);
        manager.notify(
                ID,
                new Notification.Builder(context, problem.kind.needsPerson ? ACT : WAIT)
                        .setSmallIcon(R.drawable.bell)
                        .setContentTitle(context.getResources().getQuantityString(R.plurals.unsent, unsent, unsent))
                        .setContentText(message)
                        .setStyle(new Notification.BigTextStyle().bigText(message))
                        .setContentIntent(PendingIntent.getActivity(
                                context, 0, new Intent(context, MainActivity.class), PendingIntent.FLAG_IMMUTABLE))
                        .setOnlyAlertOnce(true)
                        .build());
    }

    /** What is wrong and what to do, in the person's language. */
    static String message(Context context, Problem problem) {
        String said = problem.detail;
        String whole = context.getString(problem.kind.message, said);
        boolean names = problem.kind == Problem.Kind.NUMBER || problem.kind == Problem.Kind.NO_NUMBER;
        return names || said.isEmpty() ? whole : whole + " (" + said + ")";
    }

    private static void channel(NotificationManager manager, String id, String name, int importance) {
        manager.createNotificationChannel(new NotificationChannel(id, name, importance));
    }
}
