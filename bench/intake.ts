import { createRequire } from "node:module";
import { join } from "node:path";
import { registerMailboxes, startFrontdesk } from "./frontdesk.ts";
import { besideMailpit } from "./mailpit.ts";
import { type Effort, type Figure, inTurns } from "./measure.ts";
import type { SmtpLoad, SmtpLoadResult } from "./parts/smtp-load.ts";
import { type Child, freePort, runScript, startNode, startScript, temporaryPath, untilOpen } from "./processes.ts";

const connections = 20;

/** Mails taken each second: durable on lmdb, beside a server that throws them away, beside MailDev and beside Mailpit. */
export async function intake(effort: Effort): Promise<Figure[]> {
  return [...(await besideOthers(effort)), ...(await besideMailpit(effort))];
}

async function besideOthers({ quick, progress }: Effort): Promise<Figure[]> {
  const [rounds, seconds] = quick ? [1, 1] : [3, 4];
  const frontdesk = await startFrontdesk();
  await registerMailboxes(frontdesk.url, "box", connections);
  const bare = await startScript("parts/bare-smtp.ts", {});
  const maildev = await startMailDev();
  const ports = { frontdesk: frontdesk.smtpPort, bare: Number(bare.line), maildev: maildev.port };
  try {
    const one = await compare(true);
    const many = await compare(false);
    return [...toFigures("one", "one mail a connection", one), ...toFigures("many", "many mails a connection", many)];
  } finally {
    await Promise.all([frontdesk.stop(), bare.stop(), maildev.stop()]);
  }

  async function compare(oneMailEach: boolean) {
    const loads: number[] = [];
    const rate = async (name: keyof typeof ports, time = seconds) => {
      const load: SmtpLoad = { port: ports[name], connections, seconds: time, oneMailEach };
      const result = await runScript<SmtpLoadResult>("parts/smtp-load.ts", load);
      loads.push(result.senderLoad);
      progress(
        `${name}: ${result.mailsPerSecond.toFixed(0)} mails/s (sender at ${result.senderLoad.toFixed(2)} cores)`,
      );
      return result.mailsPerSecond;
    };
    progress(`SMTP intake, ${oneMailEach ? "one mail" : "many mails"} a connection, ${connections} connections`);
    for (const name of ["frontdesk", "bare", "maildev"] as const) await rate(name, seconds / 2);
    return inTurns(rounds, {
      frontdesk: () => rate("frontdesk"),
      bare: () => rate("bare"),
      maildev: () => rate("maildev"),
    });
  }
}

function toFigures(id: string, mode: string, rates: Record<"frontdesk" | "bare" | "maildev", number>): Figure[] {
  const from = (peer: number) => `${rates.frontdesk.toFixed(0)} against ${peer.toFixed(0)} mails/s`;
  return [
    {
      id: `intake.${id}.bare`,
      title: `Intake, ${mode}, beside bare smtp-server`,
      value: rates.frontdesk / rates.bare,
      unit: "×",
      from: from(rates.bare),
    },
    {
      id: `intake.${id}.maildev`,
      title: `Intake, ${mode}, beside MailDev`,
      value: rates.frontdesk / rates.maildev,
      unit: "×",
      from: from(rates.maildev),
    },
  ];
}

async function startMailDev(): Promise<Child & { port: number }> {
  const command = join(createRequire(import.meta.url).resolve("maildev/package.json"), "../bin/maildev");
  const [port, webPort] = [await freePort(), await freePort()];
  const listening = ["--ip", "127.0.0.1", "-s", String(port), "--web-ip", "127.0.0.1", "-w", String(webPort)];
  const child = await startNode([command, ...listening, "--mail-directory", temporaryPath("maildev")]);
  await untilOpen(port);
  return { ...child, port };
}
