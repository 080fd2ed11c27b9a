package frontdesk.companion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.Test;

/** A thousand texts, ten SIGKILLs and ten cuts of the network, before and after the server stored what was pushed. */
public class DeathTest extends Bench {
    private static final int TEXTS = 1000;
    private static final int LIVES = 10;

    @Test
    public void noTextIsLostOrDoubled() throws Exception {
        File home = Files.createTempDirectory("companion-lives").toFile();
        Random chance = new Random(20261121);
        List<String> arrived = new ArrayList<>();
        AtomicReference<Process> process = new AtomicReference<>();
        int[] events = {0, 0};
        int stored = -1;
        for (int life = 0; life <= LIVES; life++) {
            boolean dies = life < LIVES;
            // Of the pushes of this life: the network is cut at one, and the process killed at a later one.
            int cutAt = dies ? 1 + chance.nextInt(3) : 0;
            int deathAt = dies ? cutAt + 1 + chance.nextInt(3) : 0;
            int[] pushes = {0};
            boolean cutBefore = chance.nextBoolean();
            boolean deathBefore = chance.nextBoolean();
            relay.set((exchange, way) -> {
                boolean death = ++pushes[0] == deathAt;
                boolean cut = pushes[0] == cutAt;
                if (!(death && deathBefore || cut && cutBefore)) {
                    Relay.Reply reply = way.forward(exchange);
                    arrived.addAll(desk.bodies());
                    if (!death && !cut) {
                        reply.send(exchange);
                        return;
                    }
                }
                if (death) {
                    // By its handle: the process itself would also close what is still to be read of it.
                    process.get().toHandle().destroyForcibly();
                    process.get().waitFor();
                }
                events[death ? 0 : 1]++;
                exchange.close();
            });
            int to = dies ? (life + 1) * TEXTS / LIVES : TEXTS;
            process.set(start(home, Math.max(stored, 0), to));
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.get().getInputStream()))) {
                for (String line; (line = lines.readLine()) != null; ) if (line.startsWith("stored ")) stored = Integer.parseInt(line.substring(7));
            }
            int code = process.get().waitFor();
            assertTrue("life " + life + " ended with " + code, code == 0 || code == 137);
        }
        System.out.println("\n" + events[0] + " deaths, " + events[1] + " cuts, " + arrived.size() + " texts");
        assertEquals("[10, 10]", Arrays.toString(events));
        List<String> expected = new ArrayList<>();
        for (int text = 0; text < TEXTS; text++) expected.add("text " + text);
        assertEquals(expected, arrived);
    }

    /** The last text again: its broadcast may not have been over when the process died, and Android repeats it then. */
    private Process start(File home, int from, int to) throws Exception {
        List<String> command = new ArrayList<>(Arrays.asList(System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        for (String name : new String[] {"robolectric.offline", "robolectric.dependency.dir", "java.io.tmpdir"})
            command.add("-D" + name + "=" + System.getProperty(name));
        command.addAll(Arrays.asList("-Dcompanion.home=" + home, "-Dlife.server=" + relay.url(), "-Dlife.key=" + desk.key,
                "-Dlife.from=" + from, "-Dlife.to=" + to, "org.junit.runner.JUnitCore", Life.class.getName()));
        return new ProcessBuilder(command).redirectError(new File(home, "errors.log")).start();
    }
}
