package frontdesk.companion;

import android.content.Context;
import android.graphics.Typeface;
import android.graphics.drawable.GradientDrawable;
import android.os.Build;
import android.text.InputType;
import android.util.TypedValue;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.TextView;

/** The few kinds of thing the screen is made of. Sizes in sp follow the person's font size. */
final class Views {
    private Views() {}

    static LinearLayout column(Context context) {
        LinearLayout column = new LinearLayout(context);
        column.setOrientation(LinearLayout.VERTICAL);
        return column;
    }

    static LinearLayout card(ViewGroup parent, int heading) {
        Context context = parent.getContext();
        LinearLayout card = column(context);
        GradientDrawable shape = new GradientDrawable();
        shape.setColor(context.getColor(R.color.card));
        shape.setCornerRadius(pixels(context, 16));
        card.setBackground(shape);
        int space = pixels(context, 16);
        card.setPadding(space, space, space, space);
        LinearLayout.LayoutParams place = wide();
        place.topMargin = pixels(context, 12);
        parent.addView(card, place);
        if (heading != 0) heading(card, context.getString(heading), 18);
        return card;
    }

    static TextView heading(ViewGroup parent, String words, int size) {
        TextView heading = text(parent, words, size);
        heading.setTypeface(Typeface.DEFAULT_BOLD);
        if (Build.VERSION.SDK_INT >= 28) heading.setAccessibilityHeading(true);
        return heading;
    }

    static TextView text(ViewGroup parent, String words, int size) {
        TextView text = new TextView(parent.getContext());
        text.setText(words);
        text.setTextSize(TypedValue.COMPLEX_UNIT_SP, size);
        text.setTextColor(ink(parent.getContext(), android.R.attr.textColorPrimary));
        LinearLayout.LayoutParams place = wide();
        place.bottomMargin = pixels(parent.getContext(), 4);
        parent.addView(text, place);
        return text;
    }

    static TextView small(ViewGroup parent, String words) {
        TextView text = text(parent, words, 14);
        text.setTextColor(ink(parent.getContext(), android.R.attr.textColorSecondary));
        return text;
    }

    static EditText field(ViewGroup parent, int label, int type) {
        Context context = parent.getContext();
        EditText field = new EditText(context);
        TextView name = small(parent, context.getString(label));
        field.setId(View.generateViewId());
        name.setLabelFor(field.getId());
        field.setInputType(type);
        field.setSingleLine((type & InputType.TYPE_TEXT_FLAG_MULTI_LINE) == 0);
        parent.addView(field, wide());
        return field;
    }

    static CheckBox check(ViewGroup parent, int label) {
        CheckBox check = new CheckBox(parent.getContext());
        check.setText(label);
        check.setMinHeight(pixels(parent.getContext(), 48));
        parent.addView(check, wide());
        return check;
    }

    static Button button(ViewGroup parent, int label, View.OnClickListener action) {
        Button button = new Button(parent.getContext());
        button.setText(label);
        button.setAllCaps(false);
        button.setMinHeight(pixels(parent.getContext(), 48));
        button.setOnClickListener(action);
        parent.addView(button, wide());
        return button;
    }

    static void visible(View view, boolean visible) {
        view.setVisibility(visible ? View.VISIBLE : View.GONE);
    }

    static int pixels(Context context, int independent) {
        return Math.round(independent * context.getResources().getDisplayMetrics().density);
    }

    private static int ink(Context context, int attribute) {
        TypedValue value = new TypedValue();
        context.getTheme().resolveAttribute(attribute, value, true);
        return value.resourceId == 0 ? value.data : context.getColorStateList(value.resourceId).getDefaultColor();
    }

    private static LinearLayout.LayoutParams wide() {
        return new LinearLayout.LayoutParams(ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.WRAP_CONTENT);
    }
}
