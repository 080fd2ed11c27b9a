import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { bootstrapKey, headersOf } from "../support/processes.ts";
import { mailboxCount, mailsPerMailbox } from "./strings.ts";

const bin = fileURLToPath(new URL("../../bin/frontdesk.js", import.meta.url));
export const flags = [
  "--free-mailboxes",
  "100",
  "--free-sms-inboxes",
  "100",
  "--webhooks-per-account",
  "0",
  "--smtp-noops",
  "0",
];
/** `FRONTDESK_KILLS=50 npm run outside -- encryption` kills each migration and rotation 50 times. */
export const kills = Number(process.env.FRONTDESK_KILLS ?? 2);
export const timeout = 120_000 + kills * 60_000;

/** Runs the built command to its end. */
export function frontdesk(words: string[], env: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [bin, ...words], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  expect([words.join(" "), status, status === 0 ? "" : stderr]).toEqual([words.join(" "), 0, ""]);
}

/** Starts the built command, to be killed. */
export function startCommand(words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [bin, ...words], { stdio: "ignore", env: { ...process.env, ...env } });
  return { kill: () => void child.kill("SIGKILL"), exit: once(child, "exit") };
}

/** Reads every message of every inbox. @throws AssertionError if one is missing */
export async function expectAllReadable(url: string): Promise<void> {
  const get = async (path: string, token: string) => {
    const response = await fetch(`${url}/svc-api/${path}`, { headers: headersOf(token) });
    expect([path, response.status]).toEqual([path, 200]);
    // biome-ignore lint/suspicious/noExplicitAny: openapi.yaml is tested elsewhere
    return (await response.json()) as any;
  };
  const { mailboxes } = await get("mailbox/list?limit=100", bootstrapKey);
  expect(mailboxes).toHaveLength(mailboxCount);
  for (const { token } of mailboxes) {
    const { emails } = await get("mail/recent?full=true", token);
    expect(emails).toHaveLength(mailsPerMailbox);
  }
}
