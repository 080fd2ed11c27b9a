import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openDesk } from "../support/desk.ts";
import { makeFolder, pack, unpackInto } from "../tarballs/unpack.ts";
import { oathtoolCodes, otpauthUri, toMail } from "./scene.ts";

/** A user's program: every way a code travels, with nothing but the packed packages. */
const program = `
import { createServer, request } from "node:http";
import { createFrontdesk } from "@frontdesk/sdk";
import { totp } from "@frontdesk/sdk/totp";

const [otpauthUri, mail] = process.argv.slice(2);
const frontdesk = createFrontdesk();
const found = {};

const anna = await frontdesk.authenticators.register({ name: "anna", uri: otpauthUri });
found.totp = [(await anna.code({ minValidity: 0 })).code, totp(otpauthUri)];

const mailbox = await frontdesk.mailboxes.register("signup");
const push = (to) => frontdesk.client.POST("/svc-api/mail/push", { params: { query: { to: [to] } }, body: mail });
found.aliases = [];
for (const style of ["plus", "subdomain"]) {
  const alias = mailbox.alias({ style });
  found.aliases.push((await alias.expectCode(() => push(alias.address))).code);
}
const other = mailbox.alias();
await other.expectNothing(() => push(mailbox.address), { for: 300 });
found.unexpected = await other.expectNothing(() => push(other.address), { for: 5000 }).catch(({ name }) => name);

const inbox = await frontdesk.smsInboxes.register();
const { apps } = await frontdesk.smsInboxes.phoneSetup(inbox, ["5550123456"]);
found.iPhone = apps.filter(({ platform }) => platform === "ios").map(({ name }) => name);
const sms = { phone: "5550123456", sender: "Bank", body: "903114 is your code" };
found.sms = (await inbox.expectCode(() => inbox.push({ messages: [sms] }))).code;

const app = createServer((call, response) => call.resume().on("end", () => response.end("ok"))).listen(0, "127.0.0.1");
await new Promise((resolve) => app.once("listening", resolve));
const subdomain = await frontdesk.subdomains.register("shop");
const tunnel = await subdomain.openTunnel({ port: app.address().port });
const { host, port } = new URL(tunnel.url);
const pay = () => new Promise((resolve, reject) => {
  const options = { host: "127.0.0.1", port, method: "POST", path: "/paid", headers: { host } };
  request(options, (response) => response.resume().on("end", resolve)).on("error", reject).end('{"order":"A-4711"}');
});
found.webhook = (await tunnel.expectRequest(pay, { path: "/paid" })).json();
await tunnel.close();
app.close();
console.log(JSON.stringify(found));
`;

test("the packed SDK has every way a code travels", async () => {
  await using desk = await openDesk();
  const folder = makeFolder("every-way");
  unpackInto(folder, pack("sdk", "tunnel"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "program.js"), program);
  const env = { PATH: process.env.PATH, FRONTDESK_URL: desk.url, FRONTDESK_KEY: desk.key };
  const args = ["program.js", otpauthUri, toMail("482913")];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  const { totp, ...found } = JSON.parse(stdout);
  const codes = await oathtoolCodes();
  for (const code of totp) expect(codes).toContain(code);
  expect(found).toEqual({
    aliases: ["482913", "482913"],
    unexpected: "UnexpectedMessageError",
    iPhone: ["shortcuts"],
    sms: "903114",
    webhook: { order: "A-4711" },
  });
});
