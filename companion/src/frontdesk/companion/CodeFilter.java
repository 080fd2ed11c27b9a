package frontdesk.companion;

import java.util.regex.Pattern;

/** Whether a text may hold a code. Lets through too much rather than too little; finding the code is the server's work. */
final class CodeFilter {
    /** Three to ten digits, perhaps in groups, that stand by themselves: 123456, 123-456, G-480113, 12 34 56. */
    private static final Pattern DIGITS = Pattern.compile("(?<![\\p{Nd}.,/:])\\p{Nd}{3,10}(?![\\p{Nd}])|(?<!\\p{Nd})\\p{Nd}{2,4}(?:[ -]\\p{Nd}{2,4}){1,3}(?!\\p{Nd})");
    /** Letters and digits mixed: A1B2C3. */
    private static final Pattern MIXED =
            Pattern.compile("\\b(?=[A-Z0-9]*[A-Z])(?=[A-Z0-9]*[0-9])[A-Z0-9]{4,10}\\b");
    /** A link to press instead. */
    private static final Pattern LINK = Pattern.compile("https?://\\S+");

    private CodeFilter() {}

    static boolean mayHoldCode(String body) {
        return LINK.matcher(body).find() || DIGITS.matcher(body).find() || MIXED.matcher(body).find();
    }
}
