package frontdesk.companion;

import android.content.Context;
import android.telephony.TelephonyManager;

/** Which number a text came in on, as far as the person said. */
final class Sims {
    static final int SLOTS = 2;

    private Sims() {}

    /** Null where nobody typed this SIM's number. */
    static String phone(Context context, int slot) {
        Settings settings = new Settings(context);
        String own = settings.phone(slot);
        if (own != null) return own;
        // One SIM in the second slot is still the phone's only number.
        return slot == 1 && !isPresent(context, 0) ? settings.phone(0) : null;
    }

    private static boolean isPresent(Context context, int slot) {
        TelephonyManager telephony = context.getSystemService(TelephonyManager.class);
        return telephony == null || telephony.getSimState(slot) != TelephonyManager.SIM_STATE_ABSENT;
    }
}
