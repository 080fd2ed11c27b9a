/** Starts what Next has built beside a Frontdesk in memory, asks the route, and mails a code meanwhile. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";

const desk = await createServer({ storage: "memory:", smtp: false, port: 0 });
const { url: baseUrl } = await desk.listen();
const mailbox = await createFrontdesk({ baseUrl, key: desk.key }).mailboxes.register("signup");

const command = createRequire(import.meta.url).resolve("next/dist/bin/next");
const next = spawn(process.execPath, [command, "start", "-p", "0", "-H", "127.0.0.1"], {
  env: { ...process.env, FRONTDESK_URL: baseUrl, FRONTDESK_MAILBOX: mailbox.key },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const answer = fetch(`${await addressOf(next)}/api/code`, { method: "POST" });
  await desk.deliver({ to: mailbox.address, text: "Your code is 481220." });
  const { code } = await (await answer).json();
  console.log(`the route answered ${code}`);
  assert.equal(code, "481220");
} finally {
  next.kill();
  await desk.close();
}

async function addressOf(child) {
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (url && said.includes("Ready")) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error(`Next ended before it was ready:\n${said}`);
}
