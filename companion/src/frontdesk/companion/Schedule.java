package frontdesk.companion;

import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.ComponentName;
import android.content.Context;
import android.net.NetworkCapabilities;
import android.net.NetworkRequest;
import android.os.Build;

/** The job that pushes what waits, as soon as there is a network; kept over reboots by the system. */
final class Schedule {
    static final int JOB = 1;
    private static final long FIRST_PAUSE = 10_000;
    private static final long LONGEST_PAUSE = 15 * 60_000;

    private Schedule() {}

    /** Makes the job fit the queue: one where texts wait, none where none do or only the person can help. */
    static synchronized void settle(Context context, boolean replace) {
        JobScheduler scheduler = context.getSystemService(JobScheduler.class);
        Settings settings = new Settings(context);
        Problem problem = settings.problem();
        boolean due = settings.isPaired()
                && (problem == null || !problem.stopsAll())
                && new Outbox(context).hasWaiting();
        if (!due) {
            scheduler.cancel(JOB);
            return;
        }
        // Android counts calls to schedule(); a burst of texts needs one job.
        if (!replace && scheduler.getPendingJob(JOB) != null) return;
        JobInfo.Builder job = new JobInfo.Builder(JOB, new ComponentName(context, UploadJob.class)).setPersisted(true);
        requireNetwork(job, settings.server());
        long pause = Math.max(pause(settings.attempts()), settings.retryAfter() * 1000L);
        if (pause > 0) job.setMinimumLatency(pause);
        scheduler.schedule(job.build());
    }

    /** Ms to wait after so many tries in vain: 10 s, 20 s, 40 s … 15 minutes. */
    static long pause(int attempts) {
        if (attempts == 0) return 0;
        return Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(attempts - 1, 10));
    }

    private static void requireNetwork(JobInfo.Builder job, String server) {
        if (Build.VERSION.SDK_INT < 28 || !ServerAddress.isPlain(server)) {
            job.setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY);
            return;
        }
        // A home network without internet reaches a server in it; the plain constraint would wait for the internet.
        job.setRequiredNetwork(new NetworkRequest.Builder()
                .removeCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET)
                .removeCapability(NetworkCapabilities.NET_CAPABILITY_VALIDATED)
                .removeCapability(NetworkCapabilities.NET_CAPABILITY_NOT_VPN)
                .build());
    }
}
