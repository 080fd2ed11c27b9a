package androidx.test.runner.lifecycle;

public final class ApplicationLifecycleMonitorRegistry {
    private static ApplicationLifecycleMonitor monitor;

    private ApplicationLifecycleMonitorRegistry() {}

    public static void registerInstance(ApplicationLifecycleMonitor registered) {
        monitor = registered;
    }

    public static ApplicationLifecycleMonitor getInstance() {
        return monitor;
    }
}
