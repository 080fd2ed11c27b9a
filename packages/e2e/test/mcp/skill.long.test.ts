import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countTokens } from "../../../mcp/scripts/tokens.ts";
import { tools } from "../../../mcp/src/tools/index.ts";
import { type Desk, firstKey, openDesk, openSession, spawnSession } from "./desk.ts";
import { temporaryFolder } from "./temporary.ts";

const source = readFileSync(new URL("../../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");
const tunnelCommand = fileURLToPath(new URL("../../../tunnel/bin/frontdesk-tunnel.js", import.meta.url));
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

test("is the same over every transport, with the server's own URL", async () => {
  const served = await fetch(`${desk.url}/downloads/svc-tunnel-skill.md`);
  const text = await served.text();
  expect(served.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(text).toBe(source.replaceAll("http://localhost:8787", desk.url));
  const session = await openSession(desk);
  const { contents } = await session.client.readResource({ uri: "skill://svc-tunnel/SKILL.md" });
  expect(contents[0]).toMatchObject({ mimeType: "text/markdown", text });
  await session.close();
  const index = (await (await fetch(`${desk.url}/.well-known/agent-skills/index.json`)).json()) as {
    skills: { digest: string; url: string; name: string }[];
  };
  expect(index.skills).toMatchObject([
    {
      name: "svc-tunnel",
      url: "/downloads/svc-tunnel-skill.md",
      digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
    },
  ]);
});

test.each(["legacy", "auto"] as const)(
  "is found and verified as a skill by a client of the %s protocol",
  async (mode) => {
    const session = await spawnSession(desk, {}, { versionNegotiation: { mode } });
    const { resources } = await session.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["skill://svc-tunnel/SKILL.md"]);
    const skills = new SkillsClient(session.client);
    const { skills: listed } = await skills.list();
    expect(listed).toMatchObject([{ uri: "skill://svc-tunnel/SKILL.md", frontmatter: { name: "svc-tunnel" } }]);
    const file = await skills.read(listed[0]!);
    expect(file.verified).toBe(true);
    expect(file.text).toBe(source.replaceAll("http://localhost:8787", desk.url));
    await session.close();
  },
);

test("can be cached, and other names are not found", async () => {
  const url = `${desk.url}/downloads/svc-tunnel-skill.md`;
  const head = await fetch(url, { method: "HEAD" });
  const etag = head.headers.get("etag") ?? "";
  expect([head.status, await head.text(), head.headers.get("access-control-allow-origin")]).toEqual([200, "", "*"]);
  expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await fetch(`${desk.url}/downloads/other.md`)).status).toBe(404);
  const overview = await (await fetch(`${desk.url}/llms.txt`)).text();
  expect(overview).toMatch(/^# Frontdesk\n\n> /);
  expect(countTokens(overview)).toBeLessThan(2_000);
});

test("follows the rules of its format, and names only tools that exist", () => {
  const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  expect(front).toMatch(/^name: svc-tunnel\ndescription: .{40,1024}$/);
  expect(countTokens(front)).toBeLessThanOrEqual(120);
  expect(countTokens(body)).toBeLessThanOrEqual(2_500);
  const names = tools.map(({ name }) => name);
  for (const [name] of body.matchAll(/\b(?:mail|mailbox|sms|tunnel|subdomain|key|account)_[a-z_]+\b/g)) {
    if (!["missing_scope", "limit_reached", "sms_token"].includes(name)) expect(names).toContain(name);
  }
});

/** Runs commands of the skill as agents do: each in a new shell, which knows nothing of the last. */
async function createShells() {
  const folder = temporaryFolder("skill");
  // `npx -y …/frontdesk-tunnel.tgz …` is the command of this repository, and names under localhost lead to this machine.
  writeFileSync(join(folder, "npx"), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${tunnelCommand}" "$@"\n`);
  const resolve = `--resolve "*:${new URL(desk.url).port}:127.0.0.1"`;
  writeFileSync(join(folder, "curl"), `#!/bin/sh\nexec "${await which("curl")}" ${resolve} "$@"\n`);
  for (const name of ["npx", "curl"]) chmodSync(join(folder, name), 0o755);
  return (block: string, key = firstKey) =>
    new Promise<{ code: number | null; output: string }>((done) => {
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, FRONTDESK_KEY: key };
      const options = { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
      const shell = spawn("bash", ["-c", block], options);
      let output = "";
      for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (chunk) => (output += chunk));
      shell.once("close", (code) => done({ code, output }));
    });
}

const blocks = () =>
  [...source.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) =>
    block.replaceAll("http://localhost:8787", desk.url),
  );
const naming = (word: string) => blocks().find((block) => block.includes(word)) ?? "";

test("has commands that each work in a new shell", async () => {
  const run = await createShells();
  const app = createServer((_request, response) => response.end("the app"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const { port } = app.address() as AddressInfo;
  await desk.push("5550123456", "Your code is 908172");
  const outputs: string[] = [];
  for (const block of blocks()) {
    // The mail was caused before anyone waits for it.
    if (block.includes("mail_wait_code")) {
      const link = "https://shop.test/verify?token=abcdef123456";
      await desk.mail("signup-demo", { body: `Your verification code is 654321. Or confirm here: ${link}` });
    }
    const { code, output } = await run(block.replace("-p 3000", `-p ${port}`));
    expect([block, code, output]).toEqual([block, 0, expect.not.stringContaining('"isError":true')]);
    outputs.push(output);
  }
  const all = outputs.join("\n");
  expect(all).toContain("signup-demo@desk.example.com");
  for (const found of ['"code":"654321"', '"linkHost":"shop.test"', '"code":"908172"', "the app"])
    expect(all).toContain(found);
  // No step shows a key.
  expect(all).not.toMatch(/svc(?:agt|m|sms)?_[A-Za-z0-9]{8}/);
  await run("kill $(cat frontdesk-tunnel.pid) 2> /dev/null; true");
  app.close();
});

test("prints errors: a wrong key, a taken name, a limit reached", async () => {
  const run = await createShells();
  for (const block of blocks().filter((each) => each.includes("$FRONTDESK_KEY"))) {
    const { code, output } = await run(block, "svcagt_wrongwrongwrongwrongwrongwrong");
    expect([block, code]).not.toEqual([block, 0]);
    expect(output).toContain("This credential is unknown or was revoked");
  }
  const register = naming("subdomain_register").replace("demo-app", "taken-app");
  await run(register);
  expect((await run(register)).output).toMatch(/Code: conflict\. Next: subdomain_register/);
  const create = naming("mailbox_register");
  const make = (name: string) => run(create.replace("signup-demo", name));
  for (let count = 0; count < 5; count++) await make(`full-${count}`);
  expect((await make("full-5")).output).toMatch(/Code: quota_reached\. Next: mailbox_list .*ask the user/s);
  const nobodys = await run(naming("-p 3000").replaceAll("demo-app", "nobodys"));
  expect(nobodys.output).toContain("Register nobodys first.");
});

async function which(command: string): Promise<string> {
  return (await promisify(execFile)("bash", ["-c", `command -v ${command}`])).stdout.trim();
}
