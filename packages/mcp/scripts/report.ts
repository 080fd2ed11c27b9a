import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { instructions } from "../src/instructions.ts";
import { bundle, openDesk, spawnSession, toEnv } from "../test/desk.ts";
import { countTokens } from "./tokens.ts";

/** Prints each figure beside its limit, and exits 1 when one is over. */
const rows: [string, number, number][] = [];
const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const desk = await openDesk();
const tools = JSON.parse(execFileSync(process.execPath, [bundle, "--print-tools"], { encoding: "utf8" })) as {
  name: string;
  description: string;
  inputSchema: object;
}[];
const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
rows.push(["tools listed by default", tools.length, 24]);
rows.push(["tokens of the list", countTokens(shown), 2_400]);
rows.push(["bytes of tools/list", JSON.stringify({ tools }).length, 18_000]);
rows.push(["tokens of one tool, median", median(shown.map(countTokens)), 200]);
rows.push(["tokens of one tool, most", Math.max(...shown.map(countTokens)), 200]);
rows.push(["longest tool name", Math.max(...tools.map(({ name }) => name.length)), 24]);
rows.push(["characters of the instructions", instructions.length, 1_600]);
rows.push(["bytes of the bundle", statSync(bundle).size, 3_000_000]);
const skill = readFileSync(new URL("../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");
rows.push(["tokens of the skill", countTokens(skill), 2_700]);

const starts: number[] = [];
for (let round = 0; round < 9; round++) {
  const at = performance.now();
  const client = new Client({ name: "report", version: "1.0.0" });
  const env = { ...toEnv(desk), PATH: process.env.PATH ?? "" };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bundle], env }));
  starts.push(performance.now() - at);
  await client.close();
}
rows.push(["spawn to first answer, ms, median of 9", Math.round(median(starts)), 400]);

const session = await spawnSession(desk);
const cost = ({ text, facts }: { text: string; facts: unknown }) => countTokens(text) + countTokens(facts ?? "");
rows.push(["result: create", cost(await session.call("mailbox_create", { name: "report" })), 160]);
rows.push(["result: pending", cost(await session.call("mail_wait_code", { mailbox: "report", waitSeconds: 1 })), 60]);
await desk.mail("report", { body: "Your verification code is 482913." });
rows.push(["result: found", cost(await session.call("mail_wait_code", { mailbox: "report" })), 140]);
for (let count = 0; count < 10; count++) await desk.mail("report", { subject: `Your order ${count} has been shipped` });
rows.push(["result: list of mails", cost(await session.call("mail_list", { mailbox: "report" })), 2_600]);
const times: number[] = [];
for (let round = 0; round < 200; round++) {
  const at = performance.now();
  await session.call("mailbox_list");
  times.push(performance.now() - at);
}
rows.push(["one call, ms, p50 of 200", Number(median(times).toFixed(1)), 5]);
rows.push(["one call, ms, p99 of 200", Number((times[197] ?? 0).toFixed(1)), 30]);
rows.push(["result: delete", cost(await session.call("mailbox_delete", { mailbox: "report" })), 160]);
rows.push(["error", countTokens((await session.call("mail_list", { mailbox: "report" })).text), 120]);
await session.close();
await desk.close();

for (const [name, value, limit] of rows)
  console.log(`${value <= limit ? "ok  " : "OVER"} ${name.padEnd(42)} ${String(value).padStart(8)}  limit ${limit}`);
process.exitCode = rows.every(([, value, limit]) => value <= limit) ? 0 : 1;
