package frontdesk.companion;

import java.util.TreeMap;
import org.junit.runners.model.InitializationError;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.internal.dependency.DependencyResolver;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.SdkProvider;
import org.robolectric.plugins.DefaultSdkProvider;

/** Runs on the one Android that was fetched; Robolectric would want the newest it knows beside it. */
public final class HandsetRunner extends RobolectricTestRunner {
    private static final int ANDROID_14 = 34;

    public HandsetRunner(Class<?> test) throws InitializationError {
        super(test, defaultInjector().bind(SdkProvider.class, Fetched.class).build());
    }

    public static final class Fetched extends DefaultSdkProvider {
        @javax.inject.Inject
        public Fetched(DependencyResolver resolver) {
            super(resolver);
        }

        @Override
        protected void populateSdks(TreeMap<Integer, Sdk> known) {
            super.populateSdks(known);
            known.keySet().retainAll(java.util.Collections.singleton(ANDROID_14));
        }
    }
}
