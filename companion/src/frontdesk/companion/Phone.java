package frontdesk.companion;

/** Numbers as people type them. The server normalises them; here only what can't be one is caught. */
final class Phone {
    private Phone() {}

    static boolean isNumber(String written) {
        if (written == null || !written.trim().matches("\\+?[\\p{Nd}\\s()./-]+")) return false;
        int digits = digits(written).length();
        return digits >= 7 && digits <= 17;
    }

    /** ASCII digits alone. */
    static String digits(String written) {
        StringBuilder digits = new StringBuilder();
        for (int index = 0; index < written.length(); index++) {
            int digit = Character.digit(written.charAt(index), 10);
            if (digit >= 0 && Character.isDigit(written.charAt(index))) digits.append(digit);
        }
        return digits.toString();
    }
}
