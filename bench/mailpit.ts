import { spawn } from "node:child_process";
import { registerMailboxes, startFrontdesk } from "./frontdesk.ts";
import { type Effort, type Figure, inTurns } from "./measure.ts";
import { findProgram, freePort, startQuietly, temporaryPath, untilOpen } from "./processes.ts";

const connections = 20;
const bytesPerMail = 2_000;

/** The two ways in which smtp-source sends. */
const modes = [
  { id: "one", title: "a connection a mail", flags: [] },
  { id: "many", title: "connections reused", flags: ["-d"] },
];

/**
 * Mails taken each second, all for one mailbox, durable on lmdb, beside Mailpit with a database in a file. Both are fed by Postfix's
 * smtp-source. Nothing where one of the two programs is not installed.
 */
export async function besideMailpit({ quick, progress }: Effort): Promise<Figure[]> {
  const sender = findProgram("smtp-source");
  const mailpit = findProgram("mailpit");
  if (sender === null || mailpit === null) {
    const missing = sender === null ? "smtp-source, of Debian's package postfix," : "it";
    progress(`Mailpit is left out: ${missing} is not installed`);
    return [];
  }
  const [rounds, warmUpRounds, mails] = quick ? [1, 1, 1_000] : [7, 2, 4_000];
  // Mailpit is quiet as well.
  const frontdesk = await startFrontdesk({ env: { FRONTDESK_LOG_LEVEL: "error" } });
  try {
    await registerMailboxes(frontdesk.url, "box", 1);
    const mailpitPort = await startMailpit(mailpit);
    const figures: Figure[] = [];
    for (const { id, title, flags } of modes) {
      progress(`smtp-source, ${title}, ${connections} connections, ${bytesPerMail} bytes a mail`);
      const ports = { frontdesk: frontdesk.smtpPort, mailpit: mailpitPort };
      const rate = async (name: keyof typeof ports) => {
        const target = ["-t", "box0@desk.example.com", `127.0.0.1:${ports[name]}`];
        const seconds = await send(sender, [...flags, "-m", String(mails), ...target]);
        progress(`${name}: ${(mails / seconds).toFixed(0)} mails/s`);
        return mails / seconds;
      };
      // First rounds, whose figures do not count, because code is compiled during them.
      for (let round = 0; round < warmUpRounds; round++)
        for (const name of ["frontdesk", "mailpit"] as const) await rate(name);
      const rates = await inTurns(rounds, { frontdesk: () => rate("frontdesk"), mailpit: () => rate("mailpit") });
      figures.push({
        id: `intake.${id}.mailpit`,
        title: `Intake, ${title}, beside Mailpit`,
        value: rates.frontdesk / rates.mailpit,
        unit: "×",
        from: `${rates.frontdesk.toFixed(0)} against ${rates.mailpit.toFixed(0)} mails/s`,
      });
    }
    return figures;
  } finally {
    await frontdesk.stop();
  }
}

/** Starts Mailpit, which ends with the run. Resolves with its SMTP port. */
async function startMailpit(command: string): Promise<number> {
  const [port, webPort] = [await freePort(), await freePort()];
  const listening = ["--smtp", `127.0.0.1:${port}`, "--listen", `127.0.0.1:${webPort}`];
  const storing = ["--database", temporaryPath("mailpit.db"), "--max", "500"];
  startQuietly(command, [...listening, ...storing, "--disable-version-check", "--quiet"]);
  await untilOpen(port);
  return port;
}

/** Runs smtp-source to its end. Resolves with the seconds it took. */
async function send(command: string, flags: readonly string[]): Promise<number> {
  const load = ["-4", "-s", String(connections), "-l", String(bytesPerMail), "-f", "load@example.org"];
  const start = performance.now();
  const child = spawn(command, [...load, ...flags], { stdio: ["ignore", "inherit", "inherit"] });
  const code = await new Promise((resolve, reject) => child.once("exit", resolve).once("error", reject));
  if (code !== 0) throw new Error(`smtp-source ended with ${code}`);
  return (performance.now() - start) / 1000;
}
