package frontdesk.companion;

import android.app.job.JobParameters;
import android.app.job.JobService;

/** Pushes what waits whenever the system finds that there is a network. */
public final class UploadJob extends JobService {
    /** A job may run for ten minutes. */
    private static final long WINDOW = 9 * 60_000;
    private static final int PATIENCE = 15_000;

    private volatile Delivery delivery;

    @Override
    public boolean onStartJob(final JobParameters job) {
        final Delivery run = new Delivery(getApplicationContext(), PATIENCE);
        delivery = run;
        new Thread("upload") {
            @Override
            public void run() {
                try {
                    run.run(WINDOW);
                } finally {
                    jobFinished(job, false);
                    // What is left needs a job of its own; one put in before this was finished could end with it.
                    Schedule.settle(getApplicationContext(), true);
                }
            }
        }.start();
        return true;
    }

    @Override
    public boolean onStopJob(JobParameters job) {
        Delivery running = delivery;
        if (running != null) running.stop();
        return true;
    }
}
