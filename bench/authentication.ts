import { generateKeyPairSync } from "node:crypto";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openNameServer } from "../packages/server/outside/authentication/name-server.ts";
import { openNetwork } from "../packages/server/outside/authentication/network.ts";
import { registerMailboxes, startFrontdesk } from "./frontdesk.ts";
import { codeOf, signUpMail } from "./mails.ts";
import { type Effort, type Figure, median } from "./measure.ts";
import type { SmtpLoad, SmtpLoadResult } from "./parts/smtp-load.ts";
import { processorMs, runScript } from "./processes.ts";

const domain = "bench.localhost";
const selector = "key";
const distinctMails = 16;
/** Milliseconds in which the checks of one turn end and their verdicts are stored, so that they do not count for the next. */
const settleMs = 2_500;
/** Clients that send as fast as they can, and one that does not. */
const loads = { full: { connections: 20 }, light: { connections: 1, pauseMs: 10 } } as const;

const prefixOf = { signed: "", unsigned: "unsigned." } as const;

type Side = "publicIp" | "privateIp";
interface Turn {
  mailsPerSecond: number;
  /** Milliseconds of the server's processor time per mail, verdict included. */
  processorMs: number;
  /** Milliseconds to the 250, of each mail. */
  times: number[];
}

/** What the check of senders costs: the same mails from a client that is checked and from one that is not, signed and unsigned. */
export async function authentication({ quick, progress }: Effort): Promise<Figure[]> {
  if (process.getuid?.() !== 0) {
    progress("authentication: skipped, because a network of its own needs root");
    return [];
  }
  const [rounds, seconds] = quick ? [1, 1] : [6, 4];
  const network = openNetwork();
  const dns = await openNameServer(network.publicIp);
  const signed = await signMails();
  dns.records.set(`${selector}._domainkey.${domain}`, signed.keyRecord);
  dns.records.set(domain, `v=spf1 ip4:${network.publicIp} -all`);
  const frontdesk = await startFrontdesk({ host: network.serverIp, inside: network.inside });
  try {
    await registerMailboxes(frontdesk.url, "box", loads.full.connections);
    const figures: Figure[] = [];
    for (const kind of ["signed", "unsigned"] as const) {
      const mails = kind === "signed" ? signed.mails : undefined;
      figures.push(...toFullFigures(kind, await compare(kind, "full", mails)));
      figures.push(toLightFigure(kind, await compare(kind, "light", mails)));
    }
    return figures;
  } finally {
    await frontdesk.stop();
    dns.close();
    network.close();
  }

  async function compare(kind: string, name: keyof typeof loads, mails?: readonly string[]) {
    const turns: Record<Side, Turn[]> = { publicIp: [], privateIp: [] };
    const run = async (side: Side) => {
      const turn = await measure(side, name, mails);
      const p50 = median(turn.times).toFixed(2);
      progress(`${kind}, ${name}, ${side}: ${turn.mailsPerSecond.toFixed(0)} mails/s, 250 after ${p50} ms`);
      return turn;
    };
    for (const side of ["publicIp", "privateIp"] as const) await run(side);
    for (let round = 0; round < rounds; round++) for (const side of alternate(round)) turns[side].push(await run(side));
    return turns;
  }

  async function measure(side: Side, name: keyof typeof loads, mails?: readonly string[]): Promise<Turn> {
    const host = side === "publicIp" ? network.serverIp : network.privateServerIp;
    const target = { port: frontdesk.smtpPort, host, localAddress: network[side] };
    const load: SmtpLoad = { ...target, ...loads[name], seconds, oneMailEach: false, ...(mails && { mails }) };
    const before = processorMs(frontdesk.pid);
    const { mailsPerSecond, times } = await runScript<SmtpLoadResult>("parts/smtp-load.ts", load);
    await pause(settleMs);
    return { mailsPerSecond, times, processorMs: (processorMs(frontdesk.pid) - before) / times.length };
  }
}

const alternate = (round: number): Side[] => (round % 2 === 0 ? ["publicIp", "privateIp"] : ["privateIp", "publicIp"]);

function toFullFigures(kind: keyof typeof prefixOf, { publicIp, privateIp }: Record<Side, Turn[]>): Figure[] {
  const rate = (turns: Turn[]) => median(turns.map(({ mailsPerSecond }) => mailsPerSecond));
  const work = (turns: Turn[]) => median(turns.map(({ processorMs }) => processorMs));
  return [
    {
      id: `authentication.${prefixOf[kind]}intake`,
      title: `Intake of ${kind} mails, beside a client that is not checked`,
      value: rate(publicIp) / rate(privateIp),
      unit: "×",
      from: `${rate(publicIp).toFixed(0)} against ${rate(privateIp).toFixed(0)} mails/s`,
    },
    {
      id: `authentication.${prefixOf[kind]}work`,
      title: `Processor time of ${kind === "signed" ? "a signed" : "an unsigned"} mail, beside one that is not checked`,
      value: work(publicIp) / work(privateIp),
      unit: "×",
      from: `${work(publicIp).toFixed(3)} against ${work(privateIp).toFixed(3)} ms`,
    },
  ];
}

function toLightFigure(kind: keyof typeof prefixOf, { publicIp, privateIp }: Record<Side, Turn[]>): Figure {
  const p50 = (turns: Turn[]) => median(turns.flatMap(({ times }) => times));
  return {
    id: `authentication.${prefixOf[kind]}light`,
    title: `Time to the 250 of ${kind} mails, one at a time, beside a client that is not checked`,
    value: p50(publicIp) / p50(privateIp),
    unit: "×",
    from: `${p50(publicIp).toFixed(2)} against ${p50(privateIp).toFixed(2)} ms`,
  };
}

/** Signs the mails of the load as their domain does, and returns the record with the key. */
async function signMails(): Promise<{ mails: string[]; keyRecord: string }> {
  const require = createRequire(fileURLToPath(new URL("../packages/server/package.json", import.meta.url)));
  const { dkimSign } = require("mailauth/lib/dkim/sign") as { dkimSign: Sign };
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const signatureData = [
    { signingDomain: domain, selector, privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string },
  ];
  const signTime = new Date();
  const mails = Array.from({ length: distinctMails }, async (_, index) => {
    const mail = signUpMail(codeOf(index)).toString().slice(0, -".\r\n".length);
    // One time for all, because a signature made as the second changes is invalid.
    const { signatures } = await dkimSign(mail, { canonicalization: "relaxed/relaxed", signTime, signatureData });
    return `${signatures}${mail}.\r\n`;
  });
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  return { mails: await Promise.all(mails), keyRecord: `v=DKIM1; k=rsa; p=${key}` };
}

type Sign = (
  mail: string,
  options: {
    canonicalization: string;
    signTime: Date;
    signatureData: { signingDomain: string; selector: string; privateKey: string }[];
  },
) => Promise<{ signatures: string }>;
