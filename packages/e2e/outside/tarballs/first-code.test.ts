import { execFile } from "node:child_process";
import { createConnection } from "node:net";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { openServer } from "../../../server/src/server.ts";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { makeFolder } from "./unpack.ts";

const run = promisify(execFile);

/** A shop that writes to whoever signs up. */
function sendMail(smtp: string, to: string): void {
  const [host, port] = smtp.split(":");
  const mail = "Subject: Your code\r\n\r\nYour code is 482913.\r\n.";
  const lines = ["EHLO shop", "MAIL FROM:<hello@shop.test>", `RCPT TO:<${to}>`, "DATA", mail, "QUIT"];
  const socket = createConnection(Number(port), host);
  socket.on("data", (bytes) => {
    if (/^\d{3} /m.test(String(bytes)) && lines.length > 0) socket.write(`${lines.shift()}\r\n`);
  });
}

it("three commands lead from an empty folder to the first code, with only npm and no registry", async () => {
  const key = "svcagt_TheKeyOfTheFirstCodeTest000000000";
  // The addresses that a server prints hold its port.
  await using server = await openServer({
    storage: "memory:",
    bootstrapKey: key,
    smtpPort: 0,
    port: await freePort(),
  });
  const { url, smtp } = await server.listen();
  const env = {
    PATH: process.env.PATH,
    HOME: makeFolder("home"),
    npm_config_cache: makeFolder("cache"),
    npm_config_registry: "http://127.0.0.1:1/",
    npm_config_fetch_retries: "0",
    npm_config_update_notifier: "false",
  };
  const cwd = makeFolder("empty");
  // As a person types them, one after the other, in one shell.
  const commands = [
    `export FRONTDESK_URL=${url} FRONTDESK_KEY=${key}`,
    "npx -y $FRONTDESK_URL/downloads/frontdesk-cli.tgz mailbox register signup",
    "npx -y $FRONTDESK_URL/downloads/frontdesk-cli.tgz code signup",
  ];
  const begun = performance.now();
  const typed = run("sh", ["-ec", commands.join("\n")], { env, cwd, timeout: 60_000 });
  // The person signs up once the command waits.
  await vi.waitUntil(() => server.services.mail.pending() === 1, { timeout: 60_000 });
  sendMail(smtp ?? "", "signup@desk.example.com");
  const { stdout } = await typed;
  console.log(`${commands.length} commands to the first code: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  expect(stdout.trim().split("\n").at(-1)).toBe("482913");
});
