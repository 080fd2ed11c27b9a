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

const connections = 20;
const domain = "bench.localhost";
const selector = "key";
const distinctMails = 16;
/** Milliseconds in which the checks of one turn end and their verdicts are stored, so that they do not count for the next. */
const settleMs = 2_500;

type Side = "publicIp" | "privateIp";
interface Turn {
  mailsPerSecond: number;
  /** Milliseconds of the server's processor time per mail, verdict included. */
  processorMs: number;
}

/** What the check of senders costs: the same signed mails from a client that is checked and from one that is not. */
export async function authentication({ quick, progress }: Effort): Promise<Figure[]> {
  if (process.getuid?.() !== 0) {
    progress("authentication: skipped, because a network of its own needs root");
    return [];
  }
  const [rounds, seconds] = quick ? [1, 1] : [6, 4];
  const network = openNetwork();
  const dns = await openNameServer(network.publicIp);
  const { mails, keyRecord } = await signMails();
  dns.records.set(`${selector}._domainkey.${domain}`, keyRecord);
  const frontdesk = await startFrontdesk({ host: network.serverIp, inside: network.inside });
  try {
    await registerMailboxes(frontdesk.url, "box", connections);
    const turns: Record<Side, Turn[]> = { publicIp: [], privateIp: [] };
    for (const side of ["publicIp", "privateIp"] as const) await measure(side);
    for (let round = 0; round < rounds; round++)
      for (const side of alternate(round)) turns[side].push(await measure(side));
    return toFigures(turns);
  } finally {
    await frontdesk.stop();
    dns.close();
    network.close();
  }

  async function measure(side: Side): Promise<Turn> {
    const host = side === "publicIp" ? network.serverIp : network.privateServerIp;
    const load: SmtpLoad = { port: frontdesk.smtpPort, connections, seconds, oneMailEach: false, host, mails };
    const before = processorMs(frontdesk.pid);
    const { mailsPerSecond } = await runScript<SmtpLoadResult>("parts/smtp-load.ts", {
      ...load,
      localAddress: network[side],
    });
    await pause(settleMs);
    const turn = { mailsPerSecond, processorMs: (processorMs(frontdesk.pid) - before) / (mailsPerSecond * seconds) };
    progress(`${side}: ${mailsPerSecond.toFixed(0)} mails/s, ${turn.processorMs.toFixed(3)} ms of processor each`);
    return turn;
  }
}

const alternate = (round: number): Side[] => (round % 2 === 0 ? ["publicIp", "privateIp"] : ["privateIp", "publicIp"]);

function toFigures({ publicIp, privateIp }: Record<Side, Turn[]>): Figure[] {
  const rate = (turns: Turn[]) => median(turns.map(({ mailsPerSecond }) => mailsPerSecond));
  const work = (turns: Turn[]) => median(turns.map(({ processorMs }) => processorMs));
  return [
    {
      id: "authentication.intake",
      title: "Intake of signed mails, beside a client that is not checked",
      value: rate(publicIp) / rate(privateIp),
      unit: "×",
      from: `${rate(publicIp).toFixed(0)} against ${rate(privateIp).toFixed(0)} mails/s`,
    },
    {
      id: "authentication.work",
      title: "Processor time of a signed mail, beside one that is not checked",
      value: work(publicIp) / work(privateIp),
      unit: "×",
      from: `${work(publicIp).toFixed(3)} against ${work(privateIp).toFixed(3)} ms`,
    },
  ];
}

/** Signs the mails of the load as their domain does, and returns the record with the key. */
async function signMails(): Promise<{ mails: string[]; keyRecord: string }> {
  const require = createRequire(fileURLToPath(new URL("../packages/server/package.json", import.meta.url)));
  const { dkimSign } = require("mailauth/lib/dkim/sign") as { dkimSign: Sign };
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const signatureData = [
    { signingDomain: domain, selector, privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string },
  ];
  const mails = Array.from({ length: distinctMails }, async (_, index) => {
    const mail = signUpMail(codeOf(index)).toString().slice(0, -".\r\n".length);
    const { signatures } = await dkimSign(mail, { canonicalization: "relaxed/relaxed", signatureData });
    return `${signatures}${mail}.\r\n`;
  });
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  return { mails: await Promise.all(mails), keyRecord: `v=DKIM1; k=rsa; p=${key}` };
}

type Sign = (
  mail: string,
  options: {
    canonicalization: string;
    signatureData: { signingDomain: string; selector: string; privateKey: string }[];
  },
) => Promise<{ signatures: string }>;
