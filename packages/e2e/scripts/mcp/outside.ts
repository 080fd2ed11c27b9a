import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, openDesk, toEnv } from "../../test/mcp/desk.ts";
import { openConformanceServer } from "./conformance-server.ts";

/** Runs what others made to judge MCP servers, each at one version, and exits 1 when one finds fault. */
const judges = {
  mcpgrade: "0.1.0",
  "@modelcontextprotocol/inspector": "2.12.0",
  "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
};
const folder = fileURLToPath(new URL("../../../mcp/.tmp/outside", import.meta.url));
const node20 = fileURLToPath(new URL("./node-20.mjs", import.meta.url));
const everything = ["--toolsets", "mail,sms,tunnel,keys,authenticators"];

/** What the real server passes of the suite: all that asks for no tool of the suite's own. */
const product = {
  "2026-07-28": {
    passed: [
      "tools-list",
      "server-sse-multiple-streams",
      "resources-list",
      "sep-2164-resource-not-found",
      "prompts-list",
      "dns-rebinding-protection",
      "caching",
      "input-required-result-missing-input-response",
      "input-required-result-unsupported-methods",
      "input-required-result-ignore-extra-params",
      "input-required-result-validate-input",
    ],
    // The other four checks name a tool of the suite.
    checks: { "server-stateless": 24 },
  },
  "2025-11-25": {
    passed: [
      "server-initialize",
      "ping",
      "tools-list",
      "server-sse-multiple-streams",
      "resources-list",
      "prompts-list",
      "dns-rebinding-protection",
    ],
    checks: {},
  },
};
type Revision = keyof typeof product;
const scored: Record<Revision, number> = { "2026-07-28": 37, "2025-11-25": 30 };

let faults = 0;
install();
const desk = await openDesk();
await grade();
for (const era of ["legacy", "modern", "auto"]) await inspect(`schemas, ${era} era`, era, "tools/list", "--strict");
await inspect("skill, its rules and digests", "modern", "skills/list", "--verify");
for (const revision of ["2026-07-28", "2025-11-25"] as const) await conform(revision);
await desk.close();
process.exitCode = faults === 0 ? 0 : 1;

function install(): void {
  if (existsSync(join(folder, "node_modules", ".bin", "conformance"))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: judges }));
  // Two of them ask for a newer Node and run on this one nevertheless.
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", ["install", ...flags], { cwd: folder, stdio: "inherit" });
}

async function grade(): Promise<void> {
  const list = await run(process.execPath, [bundle, "--print-tools", ...everything]);
  const snapshot = join(folder, "tools.json");
  writeFileSync(snapshot, JSON.stringify({ tools: JSON.parse(list.stdout) }));
  const { stdout } = await judge("mcpgrade", ["--snapshot", snapshot, "--json"]);
  const { totalScore, categories } = JSON.parse(stdout) as {
    totalScore: number;
    categories: { findings: { severity: string }[] }[];
  };
  const findings = categories.flatMap((category) => category.findings);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  say(
    totalScore >= 97 && errors === 0,
    `mcpgrade: ${totalScore} of 100, ${errors} errors, ${findings.length} findings`,
  );
}

async function inspect(what: string, era: string, method: string, check: string): Promise<void> {
  const args = ["--cli", process.execPath, bundle, ...everything, "--method", method, check, "--protocol-era", era];
  const { code, stderr } = await judge("mcp-inspector", args, toEnv(desk));
  say(code === 0 && !/warning/i.test(stderr), `Inspector: ${what}: exit ${code}`);
}

async function conform(revision: Revision): Promise<void> {
  const fixture = await score("fixture", revision);
  const required = fixture.slice(0, scored[revision]);
  const whole = required.filter(({ failed }) => failed === 0).length;
  say(
    whole === scored[revision],
    `conformance ${revision}: ${whole} of ${scored[revision]} scenarios, with the suite's own tools`,
  );

  const real = (await score("product", revision)).slice(0, scored[revision]);
  const passed = real.filter(({ failed }) => failed === 0).map(({ scenario }) => scenario);
  const { passed: expected, checks } = product[revision];
  // One that newly passes belongs in the list, or its next failure goes unseen.
  const isExact = passed.length === expected.length && passed.every((each) => expected.includes(each));
  const counts = Object.entries(checks).every(
    ([name, count]) => real.find(({ scenario }) => scenario === name)?.passed === count,
  );
  say(
    isExact && counts,
    `conformance ${revision}: ${passed.length} of ${expected.length} scenarios that need no such tools`,
  );
}

/** The suite's summary, one scenario a line; those that are not scored come last. */
async function score(kind: "product" | "fixture", revision: Revision) {
  const server = await openConformanceServer(desk, kind);
  const results = join(folder, "results");
  const { stdout } = await judge("conformance", [
    "server",
    "--url",
    server.url,
    "--requirements",
    revision,
    "-o",
    results,
  ]);
  rmSync(results, { recursive: true, force: true });
  await server.close();
  return [...stdout.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed$/gm)].map(
    ([, scenario = "", passed, failed]) => ({
      scenario,
      passed: Number(passed),
      failed: Number(failed),
    }),
  );
}

function judge(name: string, args: string[], env: Record<string, string> = {}) {
  return run(process.execPath, ["--import", node20, join(folder, "node_modules", ".bin", name), ...args], env);
}

function run(command: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { env: { ...process.env, ...env }, cwd: folder, maxBuffer: 2 ** 30 };
    const child = execFile(command, args, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, stdout, stderr });
    });
  });
}

function say(isGood: boolean, text: string): void {
  if (!isGood) faults += 1;
  console.log(`${isGood ? "ok  " : "BAD "} ${text}`);
}
