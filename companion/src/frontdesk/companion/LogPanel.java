package frontdesk.companion;

import android.content.Context;
import android.view.ViewGroup;
import android.widget.LinearLayout;
import java.util.List;

/** The latest texts and what the server said to each. */
final class LogPanel {
    private final ViewGroup lines;

    LogPanel(ViewGroup page) {
        LinearLayout card = Views.card(page, R.string.log_title);
        lines = Views.column(card.getContext());
        card.addView(lines);
    }

    void update() {
        Context context = lines.getContext();
        List<Text> texts = new Outbox(context).log();
        lines.removeAllViews();
        if (texts.isEmpty()) Views.small(lines, context.getString(R.string.log_empty));
        for (Text text : texts) {
            Views.text(lines, text.sender, 16);
            Views.small(lines, time(text.receivedAt) + " · SIM " + (text.slot + 1) + " · " + toWords(context, text));
        }
    }

    private static String toWords(Context context, Text text) {
        String answer = text.answer == null ? "" : text.answer;
        switch (text.state) {
            case Text.SENT:
                return context.getString(R.string.log_sent, answer);
            case Text.HELD:
                return context.getString(R.string.log_held, answer);
            case Text.REFUSED:
                return context.getString(R.string.log_refused, answer);
            case Text.SKIPPED:
                return context.getString(R.string.log_skipped, answer);
            default:
                return context.getString(R.string.log_waiting);
        }
    }

    /** Day and time as they were where the phone was: `2026-05-04 13:37:02`. */
    private static String time(String receivedAt) {
        return receivedAt.substring(0, 19).replace('T', ' ');
    }
}
