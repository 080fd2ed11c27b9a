package frontdesk.companion;

import android.app.AlertDialog;
import android.content.Context;
import android.content.DialogInterface;
import android.text.InputType;
import android.view.View;
import android.view.ViewGroup;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.TextView;

/** The SIMs' numbers and what may be sent. */
final class SettingsPanel {
    private static final int LINES = InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_FLAG_MULTI_LINE | InputType.TYPE_TEXT_FLAG_NO_SUGGESTIONS;

    private final MainActivity activity;
    private final EditText[] phones = new EditText[Sims.SLOTS];
    private final EditText allowed;
    private final EditText refused;
    private final CheckBox onlyCodes;
    private final TextView note;

    SettingsPanel(final MainActivity activity, ViewGroup page) {
        this.activity = activity;
        ViewGroup card = Views.card(page, R.string.settings_title);
        phones[0] = Views.field(card, R.string.phone_first, InputType.TYPE_CLASS_PHONE);
        phones[1] = Views.field(card, R.string.phone_second, InputType.TYPE_CLASS_PHONE);
        allowed = Views.field(card, R.string.senders_allowed, LINES);
        refused = Views.field(card, R.string.senders_refused, LINES);
        onlyCodes = Views.check(card, R.string.only_codes);
        note = Views.small(card, "");
        note.setAccessibilityLiveRegion(View.ACCESSIBILITY_LIVE_REGION_POLITE);
        note.setVisibility(View.GONE);
        Views.button(card, R.string.save, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                save();
            }
        });
        ViewGroup battery = Views.card(page, R.string.battery_title);
        Views.text(battery, activity.getString(R.string.battery_why), 16);
        Views.button(battery, R.string.battery_open, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                activity.openSettings(android.provider.Settings.ACTION_IGNORE_BATTERY_OPTIMIZATION_SETTINGS, null);
            }
        });
        Views.button(battery, R.string.disconnect, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                askToDisconnect();
            }
        });
        load();
    }

    /** Shows what is stored. */
    void load() {
        Settings settings = new Settings(activity);
        for (int slot = 0; slot < Sims.SLOTS; slot++) phones[slot].setText(settings.phone(slot));
        allowed.setText(settings.allowed());
        refused.setText(settings.refused());
        onlyCodes.setChecked(settings.onlyCodes());
        Views.visible(note, false);
    }

    /** A SIM's number, also for texts that wait. Empty takes it away. */
    static void setPhone(Context context, int slot, String number) {
        Settings settings = new Settings(context);
        String before = settings.phone(slot);
        String now = number.trim().isEmpty() ? null : number.trim();
        if (now == null ? before == null : now.equals(before)) return;
        settings.setPhone(slot, now);
        new Outbox(context).renumber(slot, Sims.phone(context, slot));
    }

    private void askToDisconnect() {
        new AlertDialog.Builder(activity)
                .setMessage(R.string.disconnect_sure)
                .setNegativeButton(R.string.cancel, null)
                .setPositiveButton(R.string.disconnect, new DialogInterface.OnClickListener() {
                    @Override
                    public void onClick(DialogInterface dialog, int which) {
                        new Settings(activity).unpair();
                        Retry.all(activity.getApplicationContext());
                        Notices.show(activity);
                        activity.update();
                    }
                })
                .show();
    }

    private void save() {
        String first = phones[0].getText().toString();
        String second = phones[1].getText().toString();
        boolean fine = Phone.isNumber(first) && (second.trim().isEmpty() || Phone.isNumber(second));
        Views.visible(note, true);
        note.setText(fine ? R.string.saved : R.string.phone_wrong);
        note.setTextColor(activity.getColor(fine ? R.color.good : R.color.bad));
        if (!fine) return;
        setPhone(activity, 0, first);
        setPhone(activity, 1, second);
        Settings settings = new Settings(activity);
        settings.setAllowed(allowed.getText().toString().trim());
        settings.setRefused(refused.getText().toString().trim());
        settings.setOnlyCodes(onlyCodes.isChecked());
        activity.retry();
    }
}
