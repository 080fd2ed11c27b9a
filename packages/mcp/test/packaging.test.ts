import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { packMcpb } from "../scripts/pack-mcpb.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const manifest = read("package.json");

test("is one file that needs nothing but Node", () => {
  const text = readFileSync(join(root, "dist/main.js"), "utf8");
  const imported = [...text.matchAll(/(?:^|[;\n}])import(?:[^"'();]*?from)?\s*["']([^"']+)["']/g)].map(
    ([, name]) => name ?? "",
  );
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((name) => !name.startsWith("node:") && !builtinModules.includes(name))).toEqual([]);
  expect(statSync(join(root, "dist/main.js")).size).toBeLessThan(1_500_000);
  expect(manifest.dependencies).toBeUndefined();
});

test("has one version and one name everywhere", () => {
  const server = read("server.json");
  const versions = [
    server.version,
    ...server.packages.map(({ version }: { version: string }) => version),
    read("mcpb/manifest.json").version,
  ];
  expect(new Set([manifest.version, ...versions]).size).toBe(1);
  expect(server.name).toBe(manifest.mcpName);
  expect(server.packages[0].identifier).toBe(manifest.name);
  expect(server.description.length).toBeLessThanOrEqual(100);
});

test("works once packed and installed in an empty folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-pack-"));
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename)], {
    cwd: folder,
    stdio: "pipe",
  });
  const client = new Client({ name: "t", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: join(folder, "node_modules/.bin/frontdesk-mcp"),
      args: ["--toolsets", "mail"],
      env: { PATH: process.env.PATH ?? "" },
    }),
  );
  expect((await client.listTools()).tools).toHaveLength(7);
  expect((await client.readResource({ uri: "skill://svc-tunnel/SKILL.md" })).contents).toHaveLength(1);
  await client.close();
});

test("packs as an mcpb that its own tool takes", () => {
  const path = packMcpb(join(mkdtempSync(join(tmpdir(), "frontdesk-mcpb-")), "frontdesk.mcpb"));
  expect(statSync(path).size).toBeLessThan(1_500_000);
});

test("shows snippets for clients that start it", async () => {
  const page = readFileSync(join(root, "../../docs/mcp.md"), "utf8");
  const snippets = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text ?? ""));
  expect(snippets.length).toBeGreaterThanOrEqual(3);
  for (const snippet of snippets) {
    const { command, args, env } = (snippet.mcpServers ?? snippet.servers).frontdesk;
    const words = [command, ...args].join(" ").replace(/^cmd \/c /, "");
    expect(words).toBe("npx -y @frontdesk/mcp");
    for (const name of Object.keys(env ?? {})) expect(["FRONTDESK_KEY", "FRONTDESK_URL"]).toContain(name);
  }
});
