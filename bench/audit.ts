import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Frontdesk, registerMailboxes, startFrontdesk } from "./frontdesk.ts";
import { measureWaits } from "./latency.ts";
import { codeOf, signUpMail } from "./mails.ts";
import { type Effort, type Figure, inTurns, quantile } from "./measure.ts";
import type { HttpLoad, HttpLoadResult } from "./parts/http-load.ts";
import { processorMs, runScript, temporaryPath } from "./processes.ts";
import { connectSmtp } from "./smtp-client.ts";

const connections = 20;
const mailsPerMailbox = 10;
const serverPackage = fileURLToPath(new URL("../packages/server", import.meta.url));

/** What the audit log costs: the server beside a copy of it that records no read, in turns. */
export async function audit({ quick, progress }: Effort): Promise<Figure[]> {
  const [rounds, seconds, waits] = quick ? [1, 1, 20] : [8, 3, 250];
  const servers = {
    recorded: await startFrontdesk(),
    unrecorded: await startFrontdesk({ command: copyWithoutAudit() }),
  };
  try {
    const tokens = { recorded: await fillMailbox(servers.recorded), unrecorded: await fillMailbox(servers.unrecorded) };
    progress(`mail/recent?full=true, ${connections} connections`);
    const read = (name: keyof typeof servers) => readMails(servers[name], tokens[name], seconds);
    for (const name of ["recorded", "unrecorded"] as const) await read(name);
    const work = await inTurns(rounds, { recorded: () => read("recorded"), unrecorded: () => read("unrecorded") });
    const times: Record<keyof typeof servers, number[]> = { recorded: [], unrecorded: [] };
    progress(`${rounds * waits} waits, one after the other`);
    const wait = async (name: keyof typeof servers) => {
      times[name].push(...(await measureWaits(servers[name], "waiter", waits)));
      return 0;
    };
    await inTurns(rounds, { recorded: () => wait("recorded"), unrecorded: () => wait("unrecorded") });
    const p99 = { recorded: quantile(times.recorded, 0.99), unrecorded: quantile(times.unrecorded, 0.99) };
    return [
      {
        id: "audit.recent",
        title: "Processor time of `mail/recent?full=true`, beside no audit log",
        value: work.recorded / work.unrecorded,
        unit: "×",
        from: `${work.recorded.toFixed(3)} against ${work.unrecorded.toFixed(3)} ms`,
      },
      {
        id: "audit.waits",
        title: "250 to promise, p99, more than without an audit log",
        value: p99.recorded - p99.unrecorded,
        unit: "ms",
        from: `${p99.recorded.toFixed(2)} against ${p99.unrecorded.toFixed(2)} ms`,
      },
    ];
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

/** Copies the built server, and removes the parts that record reads. Returns the copy's command. */
function copyWithoutAudit(): string {
  const folder = temporaryPath("without-audit");
  mkdirSync(folder);
  for (const name of ["bin", "dist", "package.json"])
    cpSync(join(serverPackage, name), join(folder, name), { recursive: true });
  symlinkSync(join(serverPackage, "node_modules"), join(folder, "node_modules"));
  const removals = [
    [/(async function prepareRecordReturned\([^)]*\) \{)/, "$1 return () => {};"],
    [/(\n {4}record\(\{ account, \.\.\.event \}\) \{)/, "$1 return;"],
  ] as const;
  const scripts = readdirSync(join(folder, "dist")).filter((name) => name.endsWith(".js"));
  for (const [pattern, replacement] of removals) {
    const path = scripts
      .map((name) => join(folder, "dist", name))
      .find((file) => pattern.test(readFileSync(file, "utf8")));
    if (path === undefined) throw new Error(`The built server has nothing like ${pattern}`);
    writeFileSync(path, readFileSync(path, "utf8").replace(pattern, replacement));
  }
  return join(folder, "bin/frontdesk.js");
}

/** Registers a mailbox and fills it. Returns its key. */
async function fillMailbox({ url, smtpPort }: Frontdesk): Promise<string> {
  const [token = ""] = await registerMailboxes(url, "read", 1);
  const smtp = await connectSmtp({ port: smtpPort });
  for (let round = 0; round < mailsPerMailbox; round++)
    await smtp.send("read0@desk.example.com", signUpMail(codeOf(round)));
  await smtp.quit();
  return token;
}

/** Resolves to the processor time of a request, in milliseconds. */
async function readMails({ url, pid }: Frontdesk, token: string, seconds: number): Promise<number> {
  const load: HttpLoad = {
    url: `${url}/svc-api/mail/recent?full=true`,
    headers: { authorization: `Bearer ${token}` },
    connections,
    seconds,
  };
  const before = processorMs(pid);
  const { requestsPerSecond, failed } = await runScript<HttpLoadResult>("parts/http-load.ts", load);
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return (processorMs(pid) - before) / (requestsPerSecond * seconds);
}
