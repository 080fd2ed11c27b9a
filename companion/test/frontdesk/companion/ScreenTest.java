package frontdesk.companion;

import static org.junit.Assert.assertEquals;

import android.Manifest;
import android.content.Intent;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.net.Uri;
import java.io.File;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Locale;
import org.junit.Test;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;

/** Every state of the screen as a picture in .build/test/pictures, with nothing cut off in any of them. */
public class ScreenTest extends Bench {
    private static final int WIDTH = 822;

    @Test
    public void nothingIsCutOffInAnyLanguageLightOrDarkSmallOrLarge() throws Exception {
        for (String language : new String[] {"en", "de", "fr"})
            for (String light : new String[] {"notnight", "night"})
                for (float size : new float[] {1f, 2f}) {
                    String name = language + "-" + (light.equals("night") ? "dark" : "light") + (size > 1 ? "-large" : "");
                    RuntimeEnvironment.setQualifiers(language + "-w411dp-h891dp-" + light + "-xhdpi");
                    RuntimeEnvironment.setFontScale(size);
                    draw(name);
                }
    }

    private void draw(String name) throws Exception {
        FakeKeystore.install();
        new Settings(Handset.app()).unpair();
        picture(name + "-1-start", new Intent());
        picture(name + "-2-offer", new Intent(Intent.ACTION_VIEW, Uri.parse("frontdesk://pair?server=http%3A%2F%2F192.168.1.4%3A8787"
                + "&code=AbCdEfGhIjKlMnOpQrStUv&phones=5550123456%2C5550987654")));
        Handset.pair("https://desk.example.com", "svcsms_x", FIRST, SECOND);
        picture(name + "-3-no-permission", new Intent());
        Shadows.shadowOf(Handset.app()).grantPermissions(Manifest.permission.RECEIVE_SMS);
        Handset.pair(relay.url(), desk.key, FIRST, SECOND);
        Handset.receive(0, Pdu.gsm("Bank", "Your code is 480113 " + name));
        Handset.rest();
        new Settings(Handset.app()).setRefused("Shop");
        Handset.receive(1, Pdu.gsm("Shop", "Sale! " + name));
        picture(name + "-4-fine", new Intent());
        relay.set(Relay.CUT);
        Handset.receive(1, Pdu.gsm("+41790000001", "waits " + name));
        Handset.rest();
        new Outbox(Handset.app()).hold(1, "403: This SMS token already has two numbers.");
        new Settings(Handset.app()).setProblem(new Problem(Problem.Kind.NUMBER, SECOND));
        picture(name + "-5-refused-number", new Intent());
        relay.set(Relay.PASS);
        Retry.all(Handset.app());
        Handset.runJob();
    }

    private void picture(String name, Intent intent) throws Exception {
        MainActivity activity = Robolectric.buildActivity(MainActivity.class, intent).setup().get();
        new Screen(activity).draw(new File(System.getProperty("companion.pictures"), name + ".png"), WIDTH);
        activity.finish();
    }

    @Test
    public void everySentenceIsInEveryLanguageWithTheSameGaps() throws Exception {
        for (String language : new String[] {"de", "fr"}) {
            Resources english = resources("en");
            Resources other = resources(language);
            for (Field field : R.string.class.getFields()) {
                int id = field.getInt(null);
                assertEquals(language + " " + field.getName(), gaps(english.getString(id)), gaps(other.getString(id)));
                if (!Arrays.asList("app", "cancel").contains(field.getName()) && english.getString(id).length() > 12)
                    assertEquals(language + " has " + field.getName(), false, english.getString(id).equals(other.getString(id)));
            }
        }
    }

    private static Resources resources(String language) {
        Configuration configuration = new Configuration(Handset.app().getResources().getConfiguration());
        configuration.setLocale(Locale.forLanguageTag(language));
        return Handset.app().createConfigurationContext(configuration).getResources();
    }

    private static String gaps(String sentence) {
        return sentence.replaceAll("%(\\d)\\$s|[^%]|%", "$1");
    }
}
