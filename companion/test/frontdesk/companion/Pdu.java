package frontdesk.companion;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Texts as the network delivers them: SMS-DELIVER by 3GPP TS 23.040. */
final class Pdu {
    private Pdu() {}

    /** One part in the GSM 7-bit alphabet, as far as it is the same as ASCII. */
    static byte[] gsm(String sender, String body) {
        return gsm(sender, body, 0, 0, 0);
    }

    /** Part `part` of `parts` with a common reference. */
    static byte[] gsm(String sender, String body, int reference, int part, int parts) {
        byte[] header = header(reference, part, parts);
        int headerSeptets = (header.length * 8 + 6) / 7;
        byte[] septets = body.getBytes(StandardCharsets.US_ASCII);
        byte[] data = new byte[((headerSeptets + septets.length) * 7 + 7) / 8];
        System.arraycopy(header, 0, data, 0, header.length);
        for (int index = 0; index < septets.length; index++) {
            int bit = (headerSeptets + index) * 7;
            data[bit / 8] |= (byte) (septets[index] << (bit % 8));
            if (bit % 8 > 1) data[bit / 8 + 1] |= (byte) ((septets[index] & 0x7f) >> (8 - bit % 8));
        }
        return deliver(sender, 0x00, header.length > 0, headerSeptets + septets.length, data);
    }

    /** One part in UCS-2: anything that UTF-16 can write. */
    static byte[] ucs2(String sender, String body) {
        return ucs2(sender, body, 0, 0, 0);
    }

    static byte[] ucs2(String sender, String body, int reference, int part, int parts) {
        byte[] header = header(reference, part, parts);
        byte[] words = body.getBytes(StandardCharsets.UTF_16BE);
        byte[] data = new byte[header.length + words.length];
        System.arraycopy(header, 0, data, 0, header.length);
        System.arraycopy(words, 0, data, header.length, words.length);
        return deliver(sender, 0x08, header.length > 0, data.length, data);
    }

    private static byte[] header(int reference, int part, int parts) {
        if (parts == 0) return new byte[0];
        // References above 255 take the longer element.
        if (reference < 256) return new byte[] {5, 0, 3, (byte) reference, (byte) parts, (byte) part};
        return new byte[] {6, 8, 4, (byte) (reference >> 8), (byte) reference, (byte) parts, (byte) part};
    }

    private static byte[] deliver(String sender, int coding, boolean hasHeader, int length, byte[] data) {
        ByteArrayOutputStream pdu = new ByteArrayOutputStream();
        pdu.write(0); // the centre's address: none
        pdu.write(0x04 | (hasHeader ? 0x40 : 0));
        address(pdu, sender);
        pdu.write(0); // protocol
        pdu.write(coding);
        // 2026-05-04 13:37:02 +02:00, digits swapped, quarters of an hour.
        for (int octet : new int[] {0x62, 0x50, 0x40, 0x31, 0x73, 0x20, 0x80}) pdu.write(octet);
        pdu.write(length);
        pdu.write(data, 0, data.length);
        return pdu.toByteArray();
    }

    private static void address(ByteArrayOutputStream pdu, String sender) {
        if (sender.matches("\\+?\\d+")) {
            String digits = sender.replace("+", "");
            pdu.write(digits.length());
            pdu.write(sender.startsWith("+") ? 0x91 : 0x81);
            for (int index = 0; index < digits.length(); index += 2) {
                int high = index + 1 < digits.length() ? digits.charAt(index + 1) - '0' : 0xf;
                pdu.write(high << 4 | (digits.charAt(index) - '0'));
            }
            return;
        }
        byte[] letters = sender.getBytes(StandardCharsets.US_ASCII);
        byte[] packed = new byte[(letters.length * 7 + 7) / 8];
        for (int index = 0; index < letters.length; index++) {
            int bit = index * 7;
            packed[bit / 8] |= (byte) (letters[index] << (bit % 8));
            if (bit % 8 > 1) packed[bit / 8 + 1] |= (byte) (letters[index] >> (8 - bit % 8));
        }
        pdu.write((letters.length * 7 + 3) / 4);
        pdu.write(0xd0);
        pdu.write(packed, 0, packed.length);
    }
}
