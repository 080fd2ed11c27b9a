import { fileURLToPath } from "node:url";
import { type Child, startNode, temporaryPath } from "./processes.ts";

const builtCommand = fileURLToPath(new URL("../packages/server/bin/frontdesk.js", import.meta.url));

/** The first agent key of every server here. */
export const agentKey = `svcagt_${"b".repeat(28)}`;

/** The built server, as a user starts it. */
export interface Frontdesk extends Child {
  url: string;
  smtpPort: number;
  /** Waits held now, by the server's own count. */
  held(): Promise<number>;
}

interface StartOptions {
  /** @default an empty lmdb store */
  storage?: string;
  env?: Record<string, string>;
  /** Address that HTTP and SMTP clients connect to. @default "127.0.0.1" */
  host?: string;
  /** Words before the command, such as those that run it in another network. */
  inside?: readonly string[];
  /** The script of the command. @default the built one */
  command?: string;
}

export async function startFrontdesk({
  storage = `lmdb:${temporaryPath("data")}`,
  env = {},
  host,
  inside = [],
  command = builtCommand,
}: StartOptions = {}): Promise<Frontdesk> {
  const flags = [
    "--json",
    "--port",
    "0",
    "--smtp-port",
    "0",
    "--storage",
    storage,
    "--free-mailboxes",
    "1000000",
    "--public-metrics",
    "true",
  ];
  // One client of a benchmark asks and sends more than any user does.
  const unlimited = ["smtp-bytes-per-ip", "requests-per-key", "requests-per-account"].flatMap((name) => [
    `--${name}`,
    "0",
  ]);
  const listening = host === undefined ? [] : ["--host", "0.0.0.0", "--smtp-host", "0.0.0.0"];
  const words = [command, "serve", ...flags, ...unlimited, ...listening];
  const child = await startNode(words, { FRONTDESK_BOOTSTRAP_KEY: agentKey, ...env }, inside);
  // The line that `--json` promises.
  const { url: ownUrl, smtp } = JSON.parse(child.line) as { url: string; smtp: string };
  const url = host === undefined ? ownUrl : `http://${host}:${new URL(ownUrl).port}`;
  return {
    ...child,
    url,
    smtpPort: Number(smtp.split(":").at(-1)),
    async held() {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(/^frontdesk_pending_waits\{channel="mail"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
    },
  };
}

/** Makes mailboxes `<prefix>0`, `<prefix>1` … over the API and returns their keys. */
export async function registerMailboxes(url: string, prefix: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) {
    const batch = Array.from({ length: Math.min(50, count - tokens.length) }, (_, index) => tokens.length + index);
    tokens.push(...(await Promise.all(batch.map((index) => register(url, `${prefix}${index}`)))));
  }
  return tokens;
}

async function register(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/svc-api/mailbox/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${agentKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  // The contract's answer, one of the two.
  const answer = (await response.json()) as { mailbox?: { token: string }; error?: string };
  if (!answer.mailbox) throw new Error(`Registering ${name} failed: ${answer.error}`);
  return answer.mailbox.token;
}
