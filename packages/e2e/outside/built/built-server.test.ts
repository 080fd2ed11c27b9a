import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { talk } from "../support/connection.ts";

const command = fileURLToPath(new URL("../../../server/bin/frontdesk.js", import.meta.url));
const key = "svcagt_TestTestTestTestTestTest1234";

test("the built server parses an expensive mail in the built worker thread", async () => {
  const ports = ["--port", "0", "--smtp-port", "0", "--mail-domain", "mail.test"];
  const server = spawn(process.execPath, [command, "serve", ...ports, "--storage", "memory:", "--json"], {
    env: { PATH: process.env.PATH, FRONTDESK_BOOTSTRAP_KEY: key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    server.kill();
    if (server.exitCode === null) await once(server, "exit");
  });
  let told = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  const [line] = await once(server.stdout, "data");
  const { url, smtp } = JSON.parse(String(line)) as { url: string; smtp: string };
  const ask = async (path: string, token: string, body?: object) => {
    const response = await fetch(`${url}/svc-api/${path}`, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    // What openapi.yaml says of these answers; the API's own tests hold the server to it.
    return (await response.json()) as { mailbox: { token: string }; emails: { id: string }[]; email: { body: string } };
  };
  const { mailbox } = await ask("mailbox/register", key, { name: "ann" });
  const page = `<p>code 4711</p>${"<p>a line of a page</p>\r\n".repeat(6_000)}<p>its end</p>`;
  const dialogue = [
    "EHLO client.test\r\nMAIL FROM:<a@client.test>\r\nRCPT TO:<ann@mail.test>\r\nDATA\r\n",
    `Subject: Page\r\nContent-Type: text/html\r\n\r\n${page}\r\n.\r\nQUIT\r\n`,
  ];
  const heard = await talk({ port: Number(smtp.split(":").at(-1)) }, dialogue, /^221 /m);
  expect(heard).toMatch(/^250 .*\r\n221 /m);
  const { emails } = await ask("mail/recent", mailbox.token);
  const { email } = await ask(`mail/message/${emails[0]?.id}`, mailbox.token);
  // A plain reading would have stopped half way.
  expect(email.body).toMatch(/^code 4711.*its end$/s);
  // One line each, as the server's log writes them; from 40 on they are warnings.
  const lines = told
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as { level: number });
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});

test("the built server continues if nobody reads its log", async () => {
  const server = spawn(
    process.execPath,
    [command, "serve", "--port", "0", "--smtp-port", "0", "--storage", "memory:", "--json"],
    {
      env: { PATH: process.env.PATH, FRONTDESK_BOOTSTRAP_KEY: key },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  onTestFinished(() => void server.kill("SIGKILL"));
  const [line] = await once(server.stdout, "data");
  const { smtp } = JSON.parse(String(line)) as { smtp: string };
  // Each refusal is a line of the log; a pipe holds 64 KiB.
  const refused = Array.from({ length: 19 }, (_, at) => `RCPT TO:<nobody${at}@desk.example.com>\r\n`).join("");
  for (let round = 0; round < 40; round += 1) {
    const dialogue = ["EHLO client.test\r\nMAIL FROM:<a@client.test>\r\n", `${refused}QUIT\r\n`];
    expect(
      await talk({ port: Number(smtp.split(":").at(-1)), localAddress: `127.0.1.${round + 1}` }, dialogue, /^221 /m),
    ).toMatch(/^221 /m);
  }
  server.kill("SIGTERM");
  expect(await once(server, "exit")).toEqual([0, null]);
}, 60_000);
