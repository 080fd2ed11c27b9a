package frontdesk.companion;

import android.content.Intent;
import android.provider.Telephony;
import android.telephony.SmsMessage;
import android.telephony.SubscriptionManager;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A text as Android's broadcast brings it. */
final class Incoming {
    private static final DateTimeFormatter RFC_3339 =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT);

    final int slot;
    final String sender;
    final String body;
    /** The same for the same broadcast handed over again, as Android does after a crash. */
    final String key;

    private Incoming(int slot, String sender, String body, String key) {
        this.slot = slot;
        this.sender = sender;
        this.body = body;
        this.key = key;
    }

    /** Null where the broadcast holds no text that can be read. */
    static Incoming read(Intent intent) {
        try {
            SmsMessage[] messages = Telephony.Sms.Intents.getMessagesFromIntent(intent);
            if (messages == null || messages.length == 0 || messages[0] == null) return null;
            String sender = messages[0].getDisplayOriginatingAddress();
            int slot = slot(intent);
            return new Incoming(
                    slot, sender == null || sender.trim().isEmpty() ? "?" : sender, Parts.join(messages), key(slot, messages));
        } catch (RuntimeException garbled) {
            // The framework's parser throws many kinds for bytes that are not a text.
            return null;
        }
    }

    /** RFC 3339 with the zone the phone is in. The digits are ASCII in every language. */
    static String stamp(long millis) {
        return RFC_3339.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
    }

    private static int slot(Intent intent) {
        // The extra's name changed over the years; phones with one SIM may have none of them.
        for (String name : new String[] {SubscriptionManager.EXTRA_SLOT_INDEX, "slot", "phone"}) {
            int slot = intent.getIntExtra(name, -1);
            if (slot >= 0) return slot == 0 ? 0 : 1;
        }
        return 0;
    }

    private static String key(int slot, SmsMessage[] messages) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((byte) slot);
            for (SmsMessage message : messages) if (message != null) digest.update(message.getPdu());
            StringBuilder hex = new StringBuilder();
            for (byte octet : digest.digest()) hex.append(String.format(Locale.ROOT, "%02x", octet));
            return hex.toString();
        } catch (NoSuchAlgorithmException cause) {
            throw new IllegalStateException(cause);
        }
    }
}
