import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createFrontdesk } from "../packages/sdk/dist/index.js";
import { agentKey, type Frontdesk, registerMailboxes, startFrontdesk } from "./frontdesk.ts";
import { codeOf, signUpMail } from "./mails.ts";
import { type Effort, type Figure, inTurns } from "./measure.ts";
import type { HttpLoad, HttpLoadResult } from "./parts/http-load.ts";
import type { SmtpLoad, SmtpLoadResult } from "./parts/smtp-load.ts";
import { freePort, processorMs, runScript, startQuietly } from "./processes.ts";
import { connectSmtp } from "./smtp-client.ts";

const connections = { intake: 20, recent: 50 };
const secretBytes = 32;

/** Resolves to how often something was done. */
type Measure = (frontdesk: Frontdesk, token: string) => Promise<number>;

/** What encryption at rest costs: two servers on one Redis, of which one has a secret, in turns. */
export async function encryption({ quick, progress }: Effort): Promise<Figure[]> {
  if (spawnSync("redis-server", ["--version"]).status !== 0) {
    progress("encryption: skipped, because redis-server is not installed");
    return [];
  }
  const [rounds, seconds, waits] = quick ? [1, 1, 20] : [8, 3, 1_000];
  const redis = await startRedis();
  const encrypted = await startFrontdesk({
    storage: `${redis}/0`,
    env: { FRONTDESK_SECRET: randomBytes(secretBytes).toString("base64") },
  });
  const clear = await startFrontdesk({ storage: `${redis}/1` });
  const tokens = new Map<Frontdesk, string>();
  for (const frontdesk of [encrypted, clear]) {
    const [token = ""] = await registerMailboxes(frontdesk.url, "box", connections.intake);
    tokens.set(frontdesk, token);
  }
  try {
    const compare = async (name: string, measure: Measure) => {
      progress(name);
      const run = async (frontdesk: Frontdesk) => {
        const before = processorMs(frontdesk.pid);
        const count = await measure(frontdesk, tokens.get(frontdesk) ?? "");
        return (processorMs(frontdesk.pid) - before) / count;
      };
      for (const frontdesk of [encrypted, clear]) await run(frontdesk);
      return inTurns(rounds, { encrypted: () => run(encrypted), clear: () => run(clear) });
    };
    return [
      toFigure("intake", "a mail", await compare("intake", (frontdesk) => sendMails(frontdesk, seconds))),
      toFigure(
        "recent",
        "a request",
        await compare("mail/recent", (frontdesk, token) => readMails(frontdesk, token, seconds)),
      ),
      toFigure("waits", "a wait with its mail", await compare("waits", (frontdesk) => waitForCodes(frontdesk, waits))),
    ];
  } finally {
    await Promise.all([encrypted.stop(), clear.stop()]);
  }
}

function toFigure(id: string, unit: string, values: { encrypted: number; clear: number }): Figure {
  return {
    id: `encryption.${id}`,
    title: `Processor time of ${unit}, encrypted beside clear text`,
    value: values.encrypted / values.clear,
    unit: "×",
    from: `${values.encrypted.toFixed(3)} against ${values.clear.toFixed(3)} ms`,
  };
}

async function sendMails({ smtpPort }: Frontdesk, seconds: number): Promise<number> {
  const load: SmtpLoad = { port: smtpPort, connections: connections.intake, seconds, oneMailEach: false };
  return (await runScript<SmtpLoadResult>("parts/smtp-load.ts", load)).mailsPerSecond * seconds;
}

async function readMails({ url }: Frontdesk, token: string, seconds: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const load: HttpLoad = {
    url: `${url}/svc-api/mail/recent?full=true`,
    headers,
    connections: connections.recent,
    seconds,
  };
  const { requestsPerSecond, failed } = await runScript<HttpLoadResult>("parts/http-load.ts", load);
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return requestsPerSecond * seconds;
}

/** Waits for the codes of mails, one after the other. */
async function waitForCodes({ url, smtpPort }: Frontdesk, count: number): Promise<number> {
  const { mailboxes } = createFrontdesk({ baseUrl: url, key: agentKey });
  const mailbox = await mailboxes.register("waiter");
  const smtp = await connectSmtp({ port: smtpPort });
  for (let round = 0; round < count; round++) {
    const found = mailbox.waitForCode({ timeout: 10_000 });
    await smtp.send("waiter@desk.example.com", signUpMail(codeOf(round)));
    await found;
  }
  await smtp.quit();
  await mailboxes.delete(mailbox);
  return count;
}

async function startRedis(): Promise<string> {
  const port = await freePort();
  startQuietly("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);
  for (;;) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isUp) return `redis://127.0.0.1:${port}`;
    await pause(50);
  }
}
