import { createServer as createSite } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createServer } from "@frontdesk/server";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createTransport } from "nodemailer";

// An agent signs up at a site that mails a code, with nothing but the MCP tools.
const agentKey = "svcagt_ExampleExampleExampleExample1";
const desk = await createServer({ storage: "memory:", bootstrapKey: agentKey, port: 0, smtpPort: 0, drain: 0 });
const { url, smtp } = await desk.listen();

// The site: mails a code to whoever asks, and lets in whoever brings it back.
const [host = "", smtpPort = ""] = (smtp ?? "").split(":");
const mailer = createTransport({ host, port: Number(smtpPort), tls: { rejectUnauthorized: false } });
const code = String(100_000 + Math.floor(Math.random() * 900_000));
const site = createSite(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://site");
  if (pathname === "/join") {
    const text = `Your verification code is ${code}.`;
    await mailer.sendMail({ from: "hello@site.test", to: searchParams.get("email") ?? "", subject: "Welcome", text });
    return response.end("We have mailed you a code.");
  }
  response.statusCode = searchParams.get("code") === code ? 200 : 403;
  response.end(response.statusCode === 200 ? "You are in." : "Wrong code.");
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

// The agent: any MCP client does the same.
const agent = new Client({ name: "example-agent", version: "1.0.0" });
await agent.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve("@frontdesk/mcp"))],
    env: { FRONTDESK_URL: url, FRONTDESK_KEY: agentKey, PATH: process.env.PATH ?? "" },
  }),
);
async function use(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { structuredContent } = await agent.callTool({ name, arguments: args });
  console.log(name, structuredContent);
  return structuredContent as Record<string, unknown>; // Each tool used here answers with facts.
}

const { mailbox, address } = await use("mailbox_register", {});
await fetch(`${siteUrl}/join?email=${encodeURIComponent(String(address))}`);
let answer = await use("mail_wait_code", { mailbox });
for (let round = 1; answer.status === "pending" && round < 3; round++)
  answer = await use("mail_wait_code", { mailbox, after: answer.cursor });
const joined = await fetch(`${siteUrl}/confirm?code=${String(answer.code)}`);
console.log(await joined.text());
await use("mailbox_delete", { mailbox });

await agent.close();
site.close();
mailer.close();
await desk.close();
process.exitCode = joined.ok ? 0 : 1;
