/** A mail that Amazon SES receives reaches a mailbox, by the object in S3 and the event that it causes. */
import assert from "node:assert/strict";
import { register } from "node:module";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";

const standIn = new URL("s3.mjs", import.meta.url).href;
const hook = `export const resolve = (name, context, next) => next(name === "@aws-sdk/client-s3" ? "${standIn}" : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

await using server = await createServer({ storage: "memory:", port: 0, smtp: false });
const { url } = await server.listen();
const frontdesk = createFrontdesk({ baseUrl: url, key: server.key ?? "" });
const mailbox = await frontdesk.mailboxes.register("signup");
// The function needs no other right.
const { token } = await frontdesk.agentKeys.create("ses", { scopes: ["mail:push"] });
Object.assign(process.env, { FRONTDESK_URL: url, FRONTDESK_KEY: token });

/** Stores a mail as SES does, and returns the event that S3 sends. */
function store(to: string) {
  const key = "mail box/o3vrnil0e2ic28trm7dfhrc2v0clambda4nbp0g1";
  const mail = [
    "Return-Path: <bounce@shop.example>",
    "Received: from mail.shop.example by inbound-smtp.us-east-1.amazonaws.com with SMTP id o3vrnil0e2ic28tr",
    "X-SES-Spam-Verdict: PASS",
    "From: Shop <no-reply@shop.example>",
    `To: ${to}`,
    "Subject: Your code",
    "",
    "369385 is your verification code.",
  ].join("\r\n");
  Object.assign(globalThis, { objects: new Map([[`inbound/${key}`, new TextEncoder().encode(mail)]]) });
  const s3 = { bucket: { name: "inbound" }, object: { key: "mail+box/o3vrnil0e2ic28trm7dfhrc2v0clambda4nbp0g1" } };
  return { Records: [{ eventSource: "aws:s3", eventName: "ObjectCreated:Put", s3 }] };
}

const { handler } = await import("./lambda.mjs");
const { code, message } = await mailbox.expectCode(() => handler(store("signup@desk.example.com")));
console.log(`${code} from ${message.sender}`);
assert.equal(code, "369385");

await handler(store("nobody@desk.example.com"));
process.env.FRONTDESK_KEY = "svcagt_wrong";
await assert.rejects(handler(store("signup@desk.example.com")), /401/);
