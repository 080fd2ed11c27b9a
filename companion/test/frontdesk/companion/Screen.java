package frontdesk.companion;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.text.Layout;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.TextView;
import java.io.File;
import java.io.FileOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.shadows.ShadowLooper;

/** The screen as a person sees and touches it. */
final class Screen {
    final MainActivity activity;

    Screen(MainActivity activity) {
        this.activity = activity;
    }

    boolean shows(int words) {
        return shows(activity.getString(words));
    }

    boolean shows(String words) {
        for (TextView text : visible(TextView.class)) if (text.getText().toString().contains(words)) return true;
        return false;
    }

    EditText field(int label) {
        String name = activity.getString(label);
        for (TextView text : visible(TextView.class))
            if (text.getText().toString().equals(name)) return activity.findViewById(text.getLabelFor());
        throw new AssertionError("There is no field " + name);
    }

    CheckBox check(int label) {
        for (CheckBox box : visible(CheckBox.class)) if (box.getText().toString().equals(activity.getString(label))) return box;
        throw new AssertionError("There is no box " + activity.getString(label));
    }

    /** And waits until what it set off is done. */
    void press(int label) throws Exception {
        for (Button button : visible(Button.class)) {
            if (button instanceof CheckBox || !button.getText().toString().equals(activity.getString(label))) continue;
            if (!button.isEnabled()) throw new AssertionError(button.getText() + " can't be pressed");
            button.performClick();
            ShadowLooper.idleMainLooper();
            activity.worker.submit(() -> {}).get();
            ShadowLooper.idleMainLooper();
            return;
        }
        throw new AssertionError("There is no button " + activity.getString(label));
    }

    /** The whole page as a picture; throws where words are cut off or something to touch is too small. */
    void draw(File file, int width) throws Exception {
        View page = ((ViewGroup) activity.findViewById(android.R.id.content)).getChildAt(0);
        View inside = ((ViewGroup) page).getChildAt(0);
        inside.measure(View.MeasureSpec.makeMeasureSpec(width, View.MeasureSpec.EXACTLY), View.MeasureSpec.UNSPECIFIED);
        inside.layout(0, 0, width, inside.getMeasuredHeight());
        float density = activity.getResources().getDisplayMetrics().density;
        for (TextView text : visible(TextView.class)) {
            Layout lines = text.getLayout();
            if (lines == null) continue;
            for (int line = 0; line < lines.getLineCount(); line++) {
                if (lines.getEllipsisCount(line) > 0) throw new AssertionError("Cut off: " + text.getText());
                if (!(text instanceof EditText) && lines.getLineMax(line) > text.getWidth() + 1)
                    throw new AssertionError("Too wide: " + text.getText());
            }
            if (text instanceof Button && text.getHeight() < 48 * density - 1) throw new AssertionError("Too small to touch: " + text.getText());
        }
        Bitmap picture = Bitmap.createBitmap(width, inside.getMeasuredHeight(), Bitmap.Config.ARGB_8888);
        Canvas canvas = new Canvas(picture);
        android.util.TypedValue ground = new android.util.TypedValue();
        activity.getTheme().resolveAttribute(android.R.attr.colorBackground, ground, true);
        canvas.drawColor(ground.resourceId == 0 ? ground.data : activity.getColor(ground.resourceId));
        inside.draw(canvas);
        file.getParentFile().mkdirs();
        try (FileOutputStream stream = new FileOutputStream(file)) {
            picture.compress(Bitmap.CompressFormat.PNG, 100, stream);
        }
    }

    private <T extends View> List<T> visible(Class<T> kind) {
        List<T> found = new ArrayList<>();
        collect(activity.findViewById(android.R.id.content), kind, found);
        return found;
    }

    private static <T extends View> void collect(View view, Class<T> kind, List<T> found) {
        if (view.getVisibility() != View.VISIBLE) return;
        if (kind.isInstance(view)) found.add(kind.cast(view));
        if (!(view instanceof ViewGroup)) return;
        for (int index = 0; index < ((ViewGroup) view).getChildCount(); index++) collect(((ViewGroup) view).getChildAt(index), kind, found);
    }
}
