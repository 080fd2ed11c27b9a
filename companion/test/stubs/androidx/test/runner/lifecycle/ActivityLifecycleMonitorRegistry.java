package androidx.test.runner.lifecycle;

public final class ActivityLifecycleMonitorRegistry {
    private static ActivityLifecycleMonitor monitor;

    private ActivityLifecycleMonitorRegistry() {}

    public static void registerInstance(ActivityLifecycleMonitor registered) {
        monitor = registered;
    }

    public static ActivityLifecycleMonitor getInstance() {
        return monitor;
    }
}
