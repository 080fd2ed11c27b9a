package frontdesk.companion;

/** A text message on its way to the server, and afterwards its line in the log. */
final class Text {
    /** Goes out with the next push. */
    static final int WAITING = 0;
    /** The server has it; the body is no longer kept. */
    static final int SENT = 1;
    /** Waits for the person: its number was refused, or nobody said which number its SIM has. */
    static final int HELD = 2;
    /** The server refused what it says; kept until the person deletes it. */
    static final int REFUSED = 3;
    /** One of the person's filters kept it back; only the sender was noted. */
    static final int SKIPPED = 4;

    /** Orders the queue; 0 until stored. */
    final long id;
    /** 0 for SIM 1, 1 for SIM 2. */
    final int slot;
    /** The number it arrived on, or null while the person has not said. */
    final String phone;
    final String sender;
    /** Null once it need not be kept. */
    final String body;
    /** RFC 3339 with milliseconds and zone, as the phone's clock said on arrival. */
    final String receivedAt;
    final int state;
    /** What the server or a filter said to it, or null. */
    final String answer;

    Text(long id, int slot, String phone, String sender, String body, String receivedAt, int state, String answer) {
        this.id = id;
        this.slot = slot;
        this.phone = phone;
        this.sender = sender;
        this.body = body;
        this.receivedAt = receivedAt;
        this.state = state;
        this.answer = answer;
    }
}
