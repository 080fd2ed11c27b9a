package frontdesk.companion;

/** What stands between the queue and the server, for a person who must act. */
final class Problem {
    /** Stored by name. */
    static final class Kind {
        /** No answer at all: no network, no such host, too slow. */
        static final Kind NETWORK = new Kind("network", false, R.string.problem_network);
        /** The server answered that it can't just now: 408, 425, 429, 5xx. */
        static final Kind BUSY = new Kind("busy", false, R.string.problem_busy);
        /** Its certificate is not one that this phone trusts. */
        static final Kind CERTIFICATE = new Kind("certificate", false, R.string.problem_certificate);
        /** Something answered that is not Frontdesk, such as a hotel's sign-in page. */
        static final Kind FOREIGN = new Kind("foreign", false, R.string.problem_foreign);
        /** Nothing at this address takes texts. */
        static final Kind ADDRESS = new Kind("address", true, R.string.problem_address);
        /** http to an address that is not private, or not allowed. */
        static final Kind PLAIN = new Kind("plain", true, R.string.problem_plain);
        /** 401: the key was rotated or deleted. */
        static final Kind KEY = new Kind("key", true, R.string.problem_key);
        /** This phone can't decrypt the key. */
        static final Kind VAULT = new Kind("vault", true, R.string.problem_vault);
        /** 403 `use_new_token`: a third number. */
        static final Kind NUMBER = new Kind("number", true, R.string.problem_number);
        /** A text came in on a SIM whose number nobody typed. */
        static final Kind NO_NUMBER = new Kind("no_number", true, R.string.problem_no_number);
        /** The server refused what one text says. */
        static final Kind TEXT = new Kind("text", true, R.string.problem_text);

        private static final Kind[] ALL = {
            NETWORK, BUSY, CERTIFICATE, FOREIGN, ADDRESS, PLAIN, KEY, VAULT, NUMBER, NO_NUMBER, TEXT,
        };

        final String name;
        /** Whether only a person can end it, so that trying again by itself is no use. */
        final boolean needsPerson;
        /** What to do about it. */
        final int message;

        private Kind(String name, boolean needsPerson, int message) {
            this.name = name;
            this.needsPerson = needsPerson;
            this.message = message;
        }

        static Kind of(String name) {
            for (Kind kind : ALL) if (kind.name.equals(name)) return kind;
            return NETWORK;
        }
    }

    final Kind kind;
    /** What the server or the network said, or the number it is about. */
    final String detail;

    Problem(Kind kind, String detail) {
        this.kind = kind;
        this.detail = detail == null ? "" : detail;
    }

    /** Whether all texts wait for a person, not only those of one number. */
    boolean stopsAll() {
        return kind.needsPerson && kind != Kind.NUMBER && kind != Kind.NO_NUMBER && kind != Kind.TEXT;
    }
}
