package frontdesk.companion;

import android.text.InputType;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.TextView;
import java.security.GeneralSecurityException;
import org.json.JSONObject;

/** Connecting: a link scanned or pasted, the server's name to agree to, the SIMs' numbers. */
final class PairPanel {
    private static final int PATIENCE = 15_000;

    private final MainActivity activity;
    private final View start;
    private final EditText line;
    private final TextView startError;
    private final View offer;
    private final TextView question;
    private final EditText[] phones = new EditText[Sims.SLOTS];
    private final CheckBox plain;
    private final TextView offerError;
    private final Button connect;
    private PairLink link;
    private String written;

    PairPanel(final MainActivity activity, ViewGroup page) {
        this.activity = activity;
        ViewGroup first = Views.card(page, R.string.pair_title);
        start = first;
        Views.text(first, activity.getString(R.string.pair_steps), 16);
        line = Views.field(first, R.string.pair_line, InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_URI);
        startError = error(first);
        Views.button(first, R.string.pair_next, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                String pasted = line.getText().toString();
                PairLink read = PairLink.parse(pasted);
                show(startError, read == null ? activity.getString(R.string.pair_not_a_link) : null);
                if (read == null) return;
                offer(read, pasted);
                activity.update();
            }
        });

        ViewGroup second = Views.card(page, R.string.offer_title);
        offer = second;
        question = Views.text(second, "", 16);
        phones[0] = Views.field(second, R.string.phone_first, InputType.TYPE_CLASS_PHONE);
        phones[1] = Views.field(second, R.string.phone_second, InputType.TYPE_CLASS_PHONE);
        plain = Views.check(second, R.string.plain_allow);
        offerError = error(second);
        connect = Views.button(second, R.string.offer_connect, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                connect();
            }
        });
        Views.button(second, R.string.cancel, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                offer(null, null);
                activity.update();
            }
        });
    }

    /** Shows a link for the person to agree to. Anybody can make one, so nothing happens before they do. */
    void offer(PairLink offered, String text) {
        link = offered;
        written = offered == null ? null : text;
        show(offerError, null);
        if (offered == null) return;
        question.setText(activity.getString(R.string.offer_question, ServerAddress.host(offered.server)));
        Settings settings = new Settings(activity);
        for (int slot = 0; slot < Sims.SLOTS; slot++) {
            String known = slot < offered.phones.size() ? offered.phones.get(slot) : settings.phone(slot);
            phones[slot].setText(known == null ? "" : known);
        }
        Views.visible(plain, ServerAddress.isPlain(offered.server));
        plain.setChecked(false);
    }

    boolean isOffering() {
        return link != null;
    }

    String offered() {
        return written;
    }

    void update(boolean paired) {
        Views.visible(start, !paired && link == null);
        Views.visible(offer, link != null);
    }

    private void connect() {
        final PairLink chosen = link;
        final String[] numbers = {phones[0].getText().toString().trim(), phones[1].getText().toString().trim()};
        if (!Phone.isNumber(numbers[0]) || !(numbers[1].isEmpty() || Phone.isNumber(numbers[1]))) {
            show(offerError, activity.getString(R.string.phone_wrong));
            return;
        }
        final boolean allowsPlain = plain.isChecked();
        show(offerError, null);
        connect.setEnabled(false);
        activity.work(new MainActivity.Work<Problem>() {
            @Override
            public Problem away() {
                return pair(chosen, numbers, allowsPlain);
            }

            @Override
            public void back(Problem problem) {
                connect.setEnabled(true);
                if (problem == null) {
                    if (link == chosen) offer(null, null);
                    line.setText("");
                    activity.paired();
                } else if (link == chosen) show(offerError, toWords(problem));
            }
        });
    }

    private Problem pair(PairLink chosen, String[] numbers, boolean allowsPlain) {
        Answer answer = new Server(chosen.server, allowsPlain, PATIENCE).pair(chosen.code);
        Problem problem = answer.problem();
        if (problem != null) return problem;
        JSONObject token = answer.body.optJSONObject("sms_token");
        String key = token == null ? "" : token.optString("token");
        if (key.isEmpty()) return new Problem(Problem.Kind.FOREIGN, answer.line());
        Settings settings = new Settings(activity);
        try {
            settings.pair(chosen.server, key);
        } catch (GeneralSecurityException cause) {
            return new Problem(Problem.Kind.VAULT, cause.getMessage());
        }
        settings.allowPlainHttp(allowsPlain);
        for (int slot = 0; slot < Sims.SLOTS; slot++) SettingsPanel.setPhone(activity, slot, numbers[slot]);
        Retry.all(activity.getApplicationContext());
        return null;
    }

    /** A used code is answered like a missing key; to the person that is another matter. */
    private String toWords(Problem problem) {
        if (problem.kind == Problem.Kind.KEY) return activity.getString(R.string.pair_code_dead);
        return Notices.message(activity, problem);
    }

    private TextView error(ViewGroup parent) {
        TextView error = Views.text(parent, "", 16);
        error.setTextColor(activity.getColor(R.color.bad));
        error.setAccessibilityLiveRegion(View.ACCESSIBILITY_LIVE_REGION_POLITE);
        error.setVisibility(View.GONE);
        return error;
    }

    private static void show(TextView error, String words) {
        error.setText(words);
        Views.visible(error, words != null);
    }
}
