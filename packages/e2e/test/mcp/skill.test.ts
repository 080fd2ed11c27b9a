import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
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

test("is the same on every way it is had, with the server's own address", async () => {
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

test.each(["legacy", "auto"] as const)("is found and verified as a skill by a client of the %s era", async (mode) => {
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
});

test("is served for caches, and other names are not found", async () => {
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

test("keeps the rules of its format, and names only tools that exist", () => {
  const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  expect(front).toMatch(/^name: svc-tunnel\ndescription: .{40,1024}$/);
  expect(countTokens(front)).toBeLessThanOrEqual(120);
  expect(countTokens(body)).toBeLessThanOrEqual(2_500);
  const names = tools.map(({ name }) => name);
  for (const [name] of body.matchAll(/\b(?:mail|mailbox|sms|tunnel|subdomain|key|account)_[a-z_]+\b/g)) {
    if (!["missing_scope", "limit_reached"].includes(name)) expect(names).toContain(name);
  }
});

test("has commands that work, each in its order", async () => {
  const app = createServer((_request, response) => response.end("the app"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const { port } = app.address() as import("node:net").AddressInfo;
  const folder = temporaryFolder("skill");
  // `npx -y …/frontdesk-tunnel.tgz …` is the command of this repository, and names under localhost lead to this machine.
  writeFileSync(join(folder, "npx"), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${tunnelCommand}" "$@"\n`);
  writeFileSync(
    join(folder, "curl"),
    `#!/bin/sh\nexec /usr/bin/env -u PATH_OWN "${await which("curl")}" --resolve "*:${new URL(desk.url).port}:127.0.0.1" "$@"\n`,
  );
  for (const name of ["npx", "curl"]) chmodSync(join(folder, name), 0o755);
  const blocks = [...source.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
  const script = ["set -e", ...blocks]
    .join("\n")
    .replaceAll("http://localhost:8787", desk.url)
    .replace("-p 3000", `-p ${port}`);
  // The mail comes as soon as its mailbox is there.
  const sending = (async () => {
    while (!(await desk.server.services.mailboxes.findByName("signup-demo"))) await new Promise(setImmediate);
    await desk.mail("signup-demo", { body: "Your verification code is 654321." });
  })();
  const { stdout } = await promisify(execFile)("bash", ["-c", script], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, FRONTDESK_KEY: firstKey },
  });
  await sending;
  expect(stdout).toContain('"success":true');
  expect(stdout).toContain("the app");
  expect(stdout).toContain("signup-demo@desk.example.com");
  expect(stdout).toContain("Your verification code is 654321.");
  app.close();
});

async function which(command: string): Promise<string> {
  return (await promisify(execFile)("bash", ["-c", `command -v ${command}`])).stdout.trim();
}
