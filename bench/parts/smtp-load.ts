// Sends mails over a number of connections for some seconds; prints how many got their 250 each second.
import { setTimeout as pause } from "node:timers/promises";
import { codeOf, signUpMail } from "../mails.ts";
import { connectSmtp, type SmtpTarget } from "../smtp-client.ts";

export interface SmtpLoad extends SmtpTarget {
  connections: number;
  seconds: number;
  /** Whether each mail has a connection of its own. */
  oneMailEach: boolean;
  /** Mails ready for the wire. @default sign-up mails */
  mails?: readonly string[];
  /** Milliseconds between the mails of a connection. @default 0 */
  pauseMs?: number;
}
export interface SmtpLoadResult {
  mailsPerSecond: number;
  /** Of one core, what the sender itself used: at 1 it is the sender that is measured. */
  senderLoad: number;
  /** Milliseconds from MAIL FROM to the 250 of each mail. */
  times: number[];
}

const {
  connections,
  seconds,
  oneMailEach,
  mails: givenMails,
  pauseMs = 0,
  ...target
} = JSON.parse(process.argv[2] ?? "") as SmtpLoad;
const mails =
  givenMails?.map((mail) => Buffer.from(mail)) ?? Array.from({ length: 64 }, (_, index) => signUpMail(codeOf(index)));
const times: number[] = [];
let sent = 0;
const start = performance.now();
const end = start + seconds * 1000;
const used = process.cpuUsage();

await Promise.all(
  Array.from({ length: connections }, async (_, index) => {
    const recipient = `box${index}@desk.example.com`;
    let client = await connectSmtp(target);
    while (performance.now() < end) {
      const begin = performance.now();
      await client.send(recipient, mails[sent % mails.length] as Buffer);
      times.push(performance.now() - begin);
      sent++;
      if (pauseMs > 0) await pause(pauseMs);
      if (!oneMailEach) continue;
      await client.quit();
      client = await connectSmtp(target);
    }
    await client.quit();
  }),
);

const elapsed = performance.now() - start;
const { user, system } = process.cpuUsage(used);
const result: SmtpLoadResult = {
  mailsPerSecond: (sent / elapsed) * 1000,
  senderLoad: (user + system) / 1000 / elapsed,
  times,
};
console.log(JSON.stringify(result));
