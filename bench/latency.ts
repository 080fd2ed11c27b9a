import { setTimeout as pause } from "node:timers/promises";
import { createFrontdesk } from "../packages/sdk/dist/index.js";
import { measureCommand } from "./code-command.ts";
import { agentKey, type Frontdesk, startFrontdesk } from "./frontdesk.ts";
import { codeOf, signUpMail } from "./mails.ts";
import { type Effort, type Figure, quantile } from "./measure.ts";
import type { Holders } from "./parts/holders.ts";
import { startScript } from "./processes.ts";
import { connectSmtp } from "./smtp-client.ts";

/** From the SMTP 250 to the resolved promise of `waitForCode()`, alone and while others wait, and to what `frontdesk code` prints. */
export async function latency({ quick, progress }: Effort): Promise<Figure[]> {
  const rounds = quick ? 100 : 1_000;
  const others = quick ? 100 : 1_000;
  const frontdesk = await startFrontdesk();
  try {
    progress(`250-to-promise, ${rounds} rounds, alone`);
    const alone = await measureWaits(frontdesk, "alone", rounds);
    const runs = quick ? 5 : 50;
    progress(`250 to the line of frontdesk code, ${runs} rounds`);
    const command = await measureCommand(frontdesk, runs);
    progress(`250-to-promise, ${rounds} rounds, with ${others} other waits held`);
    const parameters: Holders = { url: frontdesk.url, prefix: "other", count: others };
    const holders = await startScript("parts/holders.ts", parameters);
    while ((await frontdesk.held()) < others) await pause(20);
    const held = await measureWaits(frontdesk, "held", rounds);
    await holders.stop();
    return [
      ...toFigures("alone", "250 to promise", "alone", alone),
      ...toFigures("held", "250 to promise", `with ${others} other waits held`, held),
      ...toFigures("command", "250 to what frontdesk code prints", "waiting already", command),
    ];
  } finally {
    await frontdesk.stop();
  }
}

/** Resolves to the milliseconds from the 250 of a mail to the promise of its code, for each of several waits. */
export async function measureWaits(frontdesk: Frontdesk, name: string, rounds: number): Promise<number[]> {
  const { mailboxes } = createFrontdesk({ baseUrl: frontdesk.url, key: agentKey });
  const mailbox = await mailboxes.register(name);
  const smtp = await connectSmtp({ port: frontdesk.smtpPort });
  const times: number[] = [];
  const warmUp = Math.ceil(rounds / 10);
  for (let round = 0; round < warmUp + rounds; round++) {
    const sought = codeOf(round);
    const found = mailbox.waitForCode({ timeout: 10_000 }).then(({ code }) => ({ code, at: performance.now() }));
    // So that the wait is held before the mail comes, which is how people use it.
    await pause(5);
    await smtp.send(`${name}@desk.example.com`, signUpMail(sought));
    const accepted = performance.now();
    const { code, at } = await found;
    if (code !== sought) throw new Error(`Sent the code ${sought}, got ${code}`);
    // The promise can be there before the 250 is.
    if (round >= warmUp) times.push(Math.max(0, at - accepted));
  }
  await smtp.quit();
  await mailboxes.delete(mailbox);
  return times;
}

function toFigures(id: string, what: string, condition: string, times: number[]): Figure[] {
  return [
    { id: `latency.${id}.p50`, title: `${what}, p50, ${condition}`, value: quantile(times, 0.5), unit: "ms" },
    { id: `latency.${id}.p99`, title: `${what}, p99, ${condition}`, value: quantile(times, 0.99), unit: "ms" },
  ];
}
