package frontdesk.companion;

import java.util.Locale;
import java.util.regex.Pattern;

/** Which senders' texts go out: one a line, `*` for anything, numbers however they are written. */
final class SenderFilter {
    private SenderFilter() {}

    /** Refused wins; with nobody allowed by name, all are. */
    static boolean allows(String sender, String allowed, String refused) {
        if (lists(refused, sender)) return false;
        return allowed.trim().isEmpty() || lists(allowed, sender);
    }

    private static boolean lists(String lines, String sender) {
        for (String line : lines.split("\n")) {
            String pattern = line.trim();
            if (!pattern.isEmpty() && matches(pattern, sender.trim())) return true;
        }
        return false;
    }

    private static boolean matches(String pattern, String sender) {
        if (Phone.isNumber(pattern) && Phone.isNumber(sender)) return sameNumber(Phone.digits(pattern), Phone.digits(sender));
        StringBuilder expression = new StringBuilder();
        for (String part : pattern.toLowerCase(Locale.ROOT).split("\\*", -1)) {
            if (expression.length() > 0) expression.append(".*");
            expression.append(Pattern.quote(part));
        }
        return Pattern.compile(expression.toString(), Pattern.DOTALL).matcher(sender.toLowerCase(Locale.ROOT)).matches();
    }

    /** By the last seven digits, as the server does: with or without the country's code. */
    private static boolean sameNumber(String one, String other) {
        return one.substring(one.length() - 7).equals(other.substring(other.length() - 7));
    }
}
