/** A mail that Cloudflare receives reaches a mailbox, as its Email Workers pass it on. */
import assert from "node:assert/strict";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";
import worker from "./worker.mjs";

await using server = await createServer({ storage: "memory:", port: 0, smtp: false });
const { url } = await server.listen();
const frontdesk = createFrontdesk({ baseUrl: url, key: server.key ?? "" });
const mailbox = await frontdesk.mailboxes.register("signup");
// The worker needs no other right.
const { token } = await frontdesk.agentKeys.create("cloudflare", { scopes: ["mail:push"] });

/** What the worker gets of one mail: Cloudflare's ForwardableEmailMessage. */
function toMessage(to: string) {
  const raw = [
    "Received: from mail.shop.example by cloudflare-email.net for <signup@desk.example.com>",
    "From: Shop <no-reply@shop.example>",
    `To: ${to}`,
    "Subject: Your code",
    "",
    "369385 is your verification code.",
  ].join("\r\n");
  const bytes = new TextEncoder().encode(raw);
  const rejections: string[] = [];
  return {
    rejections,
    from: "bounce@shop.example",
    to,
    headers: new Headers({ subject: "Your code" }),
    raw: new Blob([bytes]).stream(),
    rawSize: bytes.length,
    setReject: (reason: string) => void rejections.push(reason),
    forward: async () => {},
  };
}

const env = { FRONTDESK_URL: url, FRONTDESK_KEY: token };
const { code, message } = await mailbox.expectCode(() => worker.email(toMessage("signup@desk.example.com"), env));
console.log(`${code} from ${message.sender}`);
assert.equal(code, "369385");

const unknown = toMessage("nobody@desk.example.com");
await worker.email(unknown, env);
assert.deepEqual(unknown.rejections, ["No such mailbox"]);
await assert.rejects(
  worker.email(toMessage("signup@desk.example.com"), { ...env, FRONTDESK_KEY: "svcagt_wrong" }),
  /401/,
);
