import type { Schemas } from "@frontdesk/contract";
import { onTestFinished } from "vitest";
import { createServer } from "../../src/index.ts";

const key = "svcagt_TheKeyOfTheEmbeddingTests00000000";
export const log = { info() {}, warn() {}, error() {} };

interface Answers {
  mailbox: Schemas["Mailbox"];
  sms_token: Schemas["SmsInbox"];
  subdomain: Schemas["Subdomain"];
  emails: Schemas["RecentEmail"][];
  rejected: Schemas["RejectedMail"][];
}
type Options = Parameters<typeof createServer>[0];

/** A server in memory, and a caller with its key. */
export async function createDesk(options: Options = {}) {
  const server = await createServer({ storage: "memory:", bootstrapKey: key, smtp: false, log, ...options });
  onTestFinished(() => server.close());
  const call = async (method: string, path: string, body?: unknown, token = key) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await server.fetch(new Request(`http://localhost/svc-api/${path}`, init));
    // Each test reads what its call answers.
    return { status: answer.status, ...((await answer.json()) as Answers) };
  };
  return { server, call };
}
