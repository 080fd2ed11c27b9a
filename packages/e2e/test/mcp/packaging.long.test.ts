import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import * as v from "valibot";
import { expect, test } from "vitest";
import { packMcpb } from "../../../mcp/scripts/pack-mcpb.ts";
import { temporaryFolder } from "./temporary.ts";

const root = fileURLToPath(new URL("../../../mcp", import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const manifest = read("package.json");

test("is one file that needs only Node", () => {
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

test("works when packed and installed in an empty folder", async () => {
  const folder = temporaryFolder("pack");
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

/** What the registry takes of schema 2025-12-11, as far as it is used here; a field beside these is a slip. */
const exact = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/));
const announcement = v.strictObject({
  $schema: v.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/), v.maxLength(200)),
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  description: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  version: exact,
  packages: v.array(
    v.strictObject({
      registryType: v.picklist(["npm", "mcpb"]),
      identifier: v.string(),
      version: exact,
      runtimeHint: v.optional(v.literal("npx")),
      fileSha256: v.optional(v.pipe(v.string(), v.regex(/^[a-f0-9]{64}$/))),
      transport: v.strictObject({ type: v.literal("stdio") }),
      environmentVariables: v.optional(
        v.array(
          v.strictObject({
            name: v.string(),
            description: v.string(),
            isRequired: v.optional(v.boolean()),
            isSecret: v.optional(v.boolean()),
            default: v.optional(v.string()),
          }),
        ),
      ),
    }),
  ),
});

test("is described in server.json with the key as a secret", () => {
  const { packages } = v.parse(announcement, read("server.json"));
  expect(packages[0]?.environmentVariables).toContainEqual(
    expect.objectContaining({ name: "FRONTDESK_KEY", isRequired: true, isSecret: true }),
  );
});

test("is packed as an mcpb that its official tool accepts, described by its hash", () => {
  const path = packMcpb(join(temporaryFolder("mcpb"), "frontdesk.mcpb"));
  expect(statSync(path).size).toBeLessThan(1_500_000);
  const { packages, version } = v.parse(
    announcement,
    JSON.parse(readFileSync(join(dirname(path), "server.json"), "utf8")),
  );
  expect(packages[1]).toMatchObject({
    registryType: "mcpb",
    version,
    identifier: expect.stringMatching(/^https:\/\/.*\/frontdesk\.mcpb$/),
    fileSha256: createHash("sha256").update(readFileSync(path)).digest("hex"),
  });
});
