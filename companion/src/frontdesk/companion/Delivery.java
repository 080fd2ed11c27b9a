package frontdesk.companion;

import android.content.Context;
import android.os.SystemClock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Brings the queue to the server: in order, at least once, one run at a time. */
final class Delivery {
    /** Something that is not Frontdesk may answer so often in a row (some four hours) before a person must look. */
    private static final int MOST_FOREIGN = 20;
    /** Ms after a failure in which a further text is no reason to try again: the job will. */
    private static final long CALM = 10_000;
    private static final ReentrantLock RUNNING = new ReentrantLock();
    /** By a clock that nobody sets. */
    private static volatile long lastFailure = Long.MIN_VALUE;

    private final Context context;
    private final Settings settings;
    private final Outbox outbox;
    /** Ms the server may take for one step of a request. */
    private final int patience;
    private volatile boolean stopped;

    Delivery(Context context, int patience) {
        this.context = context;
        this.patience = patience;
        settings = new Settings(context);
        outbox = new Outbox(context);
    }

    /** A fresh start: the next text is tried at once. */
    static void forgetFailure() {
        lastFailure = Long.MIN_VALUE;
    }

    /** Whether a try just failed, so that a burst of texts does not wait for the same dead server one by one. */
    static boolean failedJustNow() {
        return lastFailure != Long.MIN_VALUE && SystemClock.elapsedRealtime() - lastFailure < CALM;
    }

    /** Ends the run after the request it is in. */
    void stop() {
        stopped = true;
    }

    /** Pushes until nothing waits, something is in the way, or the time is over. Leaves the job as the queue needs it. */
    void run(long milliseconds) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        try {
            if (!RUNNING.tryLock(milliseconds, TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            drain(end);
        } finally {
            RUNNING.unlock();
            Schedule.settle(context, true);
            Notices.show(context);
            MainActivity.refresh();
        }
    }

    private void drain(long end) {
        if (!settings.isPaired()) return;
        String key = settings.key();
        if (key == null) {
            settings.setProblem(new Problem(Problem.Kind.VAULT, null));
            return;
        }
        Server server = new Server(settings.server(), settings.allowsPlainHttp(), patience);
        int most = Outbox.BATCH;
        while (!stopped && System.nanoTime() < end) {
            List<Text> batch = outbox.next(most);
            if (batch.isEmpty()) {
                settings.setAttempts(0);
                settings.setProblem(outbox.problem());
                return;
            }
            Text first = batch.get(0);
            if (first.phone == null) {
                outbox.hold(first.slot, null);
                continue;
            }
            Answer answer = server.push(key, batch);
            Problem problem = answer.problem();
            if (problem == null) {
                outbox.sent(batch, answer.line());
                settings.setAttempts(0);
                most = Outbox.BATCH;
            } else if (problem.kind == Problem.Kind.NUMBER) {
                outbox.hold(first.slot, answer.line());
            } else if (problem.kind == Problem.Kind.TEXT) {
                // The server takes a push whole or not at all: alone, each text gets its own answer.
                if (batch.size() > 1) {
                    most = 1;
                    continue;
                }
                outbox.refuse(first, answer.line());
            } else {
                fail(problem, answer);
                return;
            }
        }
    }

    private void fail(Problem problem, Answer answer) {
        int attempts = settings.attempts() + 1;
        settings.setAttempts(attempts);
        boolean hopeless = problem.kind == Problem.Kind.FOREIGN && attempts >= MOST_FOREIGN;
        settings.setProblem(hopeless ? new Problem(Problem.Kind.ADDRESS, problem.detail) : problem);
        settings.setRetryAfter(answer.retryAfter);
        lastFailure = SystemClock.elapsedRealtime();
    }
}
