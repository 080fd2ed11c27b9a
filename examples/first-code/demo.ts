/**
 * From nothing to the first code: a server in memory, real mails over SMTP, a text message as a phone pushes it, and a
 * tunnel. Every claim is checked; the first one that is false ends the run with exit code 1.
 */
import assert from "node:assert/strict";
import { createServer as createHttpServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";
import { createTransport } from "nodemailer";

const server = await createServer({ storage: "memory:", port: 0, smtpPort: 0 });
const { url, smtp } = await server.listen();
assert(server.key && smtp);
console.log(`Server   ${url}, SMTP ${smtp}, storage in memory`);

const frontdesk = createFrontdesk({ baseUrl: url, key: server.key });
const mailbox = await frontdesk.mailboxes.register("signup");
console.log(`Mailbox  ${mailbox.address}`);

const [host, port] = smtp.split(":");
const mailer = createTransport({ host, port: Number(port), tls: { rejectUnauthorized: false }, pool: true });
const from = "Example Shop <no-reply@shop.example>";

/** Sends a mail and tells how long after its SMTP 250 the promise gave its result. */
async function receive<T>(
  mail: { subject: string; text?: string; html?: string },
  waiting: Promise<T>,
): Promise<{ found: T; ms: string }> {
  let resolvedAt = 0;
  const settled = waiting.then((found) => {
    resolvedAt = performance.now();
    return found;
  });
  await mailer.sendMail({ from, to: mailbox.address, ...mail });
  const acceptedAt = performance.now();
  const found = await settled;
  return { found, ms: Math.max(0, resolvedAt - acceptedAt).toFixed(1) };
}

const first = await receive(
  { subject: "Your sign-in code", text: "481 220 is your verification code. It is good for ten minutes.\n" },
  mailbox.waitForCode(),
);
assert.equal(first.found.code, "481220");
console.log(`Code     ${first.found.code}, ${first.ms} ms after SMTP 250`);

const second = await receive(
  {
    subject: "Please confirm your address",
    text: "Confirm your address: https://shop.example/confirm?token=Zt81kq\n\nUnsubscribe: https://shop.example/unsubscribe\n",
  },
  mailbox.waitForLink(),
);
assert.equal(second.found.link, "https://shop.example/confirm?token=Zt81kq");
console.log(`Link     ${second.found.link}, ${second.ms} ms after SMTP 250`);

const third = await receive(
  {
    subject: "認証コード",
    html: "<style>p{color:#123456}</style><p>お客様の認証コードは <b>７０４１９３</b> です。</p>",
  },
  mailbox.waitForCode(),
);
assert.equal(third.found.code, "704193");
console.log(`Code     ${third.found.code} from an HTML-only mail in Japanese, ${third.ms} ms after SMTP 250`);

const phone = await frontdesk.smsInboxes.register();
const text = await phone.expectCode(() =>
  phone.push({
    phone: "5550123456",
    sender: "SHOP",
    body: "903114 is your code. Never share it.",
    received_at: Date.now(),
  }),
);
assert.equal(text.code, "903114");
console.log(`SMS code ${text.code}, on ${text.message.phone}`);

const app = createHttpServer((_request, response) => response.end("hello from a local port"));
await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
const subdomain = await frontdesk.subdomains.register("demo");
const tunnel = await subdomain.openTunnel({ port: (app.address() as AddressInfo).port });
assert.equal(await visit(tunnel.url), "hello from a local port");
console.log(`Tunnel   ${tunnel.url} answered "hello from a local port"`);

await tunnel.close();
app.close();
mailer.close();
await frontdesk.mailboxes.delete(mailbox);
await frontdesk.smsInboxes.delete(phone);
await frontdesk.subdomains.delete(subdomain.id);
const { usage } = (await frontdesk.account()).account;
assert.deepEqual(usage, { subdomains: 0, mailboxes: 0, sms_tokens: 0, agent_keys: 1, webhooks: 0, authenticators: 0 });
await server.close();
console.log("Cleaned up.");

/** Not every system resolves names under .localhost, so the visit goes to the address and names the host. */
function visit(address: string): Promise<string> {
  const { hostname, port, host } = new URL(address);
  assert(hostname.endsWith(".localhost"));
  return new Promise((resolve, reject) => {
    const visitor = request({ host: "127.0.0.1", port, headers: { host } }, async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      resolve(body);
    });
    visitor.on("error", reject).end();
  });
}
