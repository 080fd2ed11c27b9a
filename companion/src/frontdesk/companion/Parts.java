package frontdesk.companion;

import android.telephony.SmsMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The parts of one long text in the order they were written, whatever order the phone hands them over in. */
final class Parts {
    private Parts() {}

    static String join(SmsMessage[] messages) {
        List<SmsMessage> parts = new ArrayList<>();
        for (SmsMessage message : messages) if (message != null) parts.add(message);
        // Stable: parts without a number keep the order they came in.
        Collections.sort(parts, new Comparator<SmsMessage>() {
            @Override
            public int compare(SmsMessage one, SmsMessage other) {
                return Integer.compare(sequence(one.getPdu()), sequence(other.getPdu()));
            }
        });
        StringBuilder joined = new StringBuilder();
        for (SmsMessage part : parts) {
            String body = part.getDisplayMessageBody();
            if (body != null) joined.append(body);
        }
        return joined.toString();
    }

    /** The part's number by its user data header (3GPP TS 23.040, 9.2.3.24), or 0 where there is none. */
    static int sequence(byte[] pdu) {
        try {
            int at = 1 + octet(pdu, 0);
            boolean hasHeader = (octet(pdu, at) & 0x40) != 0;
            if (!hasHeader) return 0;
            int senderDigits = octet(pdu, at + 1);
            // Past the sender (length, type, digits), protocol, coding, time stamp and length of the user data.
            at += 3 + (senderDigits + 1) / 2 + 1 + 1 + 7 + 1;
            int end = at + 1 + octet(pdu, at);
            for (at += 1; at < end; at += 2 + octet(pdu, at + 1)) {
                int element = octet(pdu, at);
                if (element == 0x00) return octet(pdu, at + 4);
                if (element == 0x08) return octet(pdu, at + 5);
            }
            return 0;
        } catch (IndexOutOfBoundsException cut) {
            return 0;
        }
    }

    private static int octet(byte[] bytes, int index) {
        return bytes[index] & 0xff;
    }
}
