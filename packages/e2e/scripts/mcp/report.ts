import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { countTokens } from "../../../mcp/scripts/tokens.ts";
import { toInstructions } from "../../../mcp/src/serve/instructions.ts";
import { fencePart } from "../../../mcp/src/text/fence.ts";
import { bundle, callTool, firstKey, openDesk, spawnSession } from "../../test/mcp/desk.ts";
import { play } from "../../test/mcp/transcripts/agent.ts";
import { transcripts } from "../../test/mcp/transcripts/index.ts";
import { measureCalls, measureExit, measureStart } from "./latency.ts";

/** Prints each figure beside what it should be and what it may be, and exits 1 when one is over. */
const rows: { name: string; value: number; target: number; limit: number }[] = [];
const row = (name: string, value: number, limit: number, target = limit) =>
  void rows.push({ name, value, target, limit });

reportList();
reportParts();
reportSkill();
await reportResults();
await reportCancelling();
await reportTimes();
await reportTranscripts();

const worst = rows.filter(({ value, limit }) => value > limit);
for (const { name, value, target, limit } of rows) {
  const mark = value <= target ? "ok  " : value <= limit ? "near" : "OVER";
  const bounds = Number.isFinite(limit) ? `  target ${target}, limit ${limit}` : "";
  console.log(`${mark} ${name.padEnd(62)} ${String(value).padStart(8)}${bounds}`);
}
process.exitCode = worst.length === 0 ? 0 : 1;

function reportList(): void {
  const tools = JSON.parse(execFileSync(process.execPath, [bundle, "--print-tools"], { encoding: "utf8" })) as {
    name: string;
    title?: string;
    description: string;
    inputSchema: { properties: Record<string, { description?: string }> };
    annotations: object;
  }[];
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const costs = shown.map(countTokens).sort((one, other) => one - other);
  const parameters = tools.flatMap(({ inputSchema }) => Object.values(inputSchema.properties));
  row("tools listed by default", tools.length, 24);
  row("tokens of the list", countTokens(shown), 2_300);
  row("bytes of tools/list", JSON.stringify({ tools }).length, 18_000);
  row("tokens of one tool, median", costs[Math.floor(costs.length / 2)] ?? 0, 200, 90);
  row("tokens of one tool, most", costs.at(-1) ?? 0, 200);
  row("parameters without description", parameters.filter(({ description }) => !description).length, 0);
  row(
    "tools without title and four hints",
    tools.filter(({ title, annotations }) => !title || Object.keys(annotations).length < 5).length,
    0,
  );
  row("longest tool name", Math.max(...tools.map(({ name }) => name.length)), 24, 20);
  row("characters of the instructions", toInstructions({ isRemote: false }).length, 1_600, 1_200);
}

function reportSkill(): void {
  const skill = readFileSync(new URL("../../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");
  const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? [];
  row("tokens of the skill's front matter", countTokens(front), 200, 120);
  row("tokens of the skill's body", countTokens(body), 2_500, 1_500);
  const packed = execFileSync("npm", ["pack", "--json", "--dry-run", "--ignore-scripts"], {
    cwd: fileURLToPath(new URL("../../../mcp", import.meta.url)),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  row("bytes installed", JSON.parse(packed)[0].unpackedSize, 3_000_000, 1_500_000);
}

async function reportResults(): Promise<void> {
  const desk = await openDesk();
  const session = await spawnSession(desk);
  const cost = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, structuredContent } = await session.client.callTool({ name, arguments: args });
    const blocks = content.map((block) => countTokens(block.type === "text" ? block.text : block));
    return blocks.reduce((sum, tokens) => sum + tokens, countTokens(structuredContent ?? ""));
  };
  row("result: create", await cost("mailbox_register", { name: "report" }), 160, 110);
  row("result: pending", await cost("mail_wait_code", { mailbox: "report", waitSeconds: 1 }), 60, 50);
  await desk.mail("report", { body: "Your verification code is 482913." });
  // With the two marks around what the sender wrote, and the link to the mail.
  row("result: found", await cost("mail_wait_code", { mailbox: "report" }), 180, 140);
  for (let count = 0; count < 9; count++)
    await desk.mail("report", { subject: `Your order ${count} has been shipped` });
  row("result: list of ten mails", await cost("mail_list", { mailbox: "report" }), 2_600, 2_200);
  for (let count = 0; count < 20; count++) await session.call("subdomain_register", { name: `report-${count}` });
  const dear = "𓀀𓂀𓁀".repeat(200);
  for (let count = 0; count < 10; count++) await desk.mail("report", { sender: dear, subject: dear, body: dear });
  row("result: list of ten mails of dear letters", await cost("mail_list", { mailbox: "report" }), 6_000);
  row("result: list of 20 subdomains", await cost("subdomain_list", { limit: 20 }), 2_600, 2_200);
  await desk.mail("report", { subject: "Long", body: "The quick brown fox jumps over the lazy dog. ".repeat(2_000) });
  const [{ messageId }] = (await session.call("mail_list", { mailbox: "report", limit: 1 })).facts.mails;
  row("result: one part of a mail", await cost("mail_read", { mailbox: "report", messageId }), 2_500, 2_000);
  row("result: delete", await cost("mailbox_delete", { mailbox: "report" }), 160, 110);
  row("error", countTokens((await session.call("mail_list", { mailbox: "report" })).text), 120, 80);
  await session.close();
  await desk.close();
}

/** What a part costs where letters are dearest, and in words. */
function reportParts(): void {
  const scripts = {
    words: "The quick brown fox. ",
    Chinese: "漢字龘靐",
    Amharic: "አማረኛ",
    hieroglyphs: "𓀀𓂀",
    letters: "q\nZ\n8\n",
  };
  for (const [name, letters] of Object.entries(scripts)) {
    const mail = {
      id: "m",
      sender: letters.repeat(99),
      subject: letters.repeat(99),
      received_at: "2026-01-01T00:00:00Z",
    };
    const { text } = fencePart({ ...mail, body: letters.repeat(2_000) }, 1, "mail_read");
    row(`tokens of one part of a mail in ${name}`, countTokens(text), 2_500);
  }
}

/** How long the server holds a wait that was given up, in ms: the worst of five, over stdio and at the server itself. */
async function reportCancelling(): Promise<void> {
  const desk = await openDesk();
  const local = await spawnSession(desk);
  await local.call("mailbox_register", { name: "left" });
  for (const [name, mode] of [
    ["stdio", null],
    ["/mcp of 2025", "legacy"],
    ["/mcp of 2026", "auto"],
  ] as const) {
    const client = mode === null ? local.client : await connectTo(desk.url, mode);
    let worst = 0;
    for (let count = 0; count < 5; count++) {
      const stop = new AbortController();
      const waiting = callTool(client, "mail_wait_code", { mailbox: "left" }, { signal: stop.signal }).catch(() => {});
      while (desk.server.services.mail.pending() === 0) await new Promise(setImmediate);
      const at = performance.now();
      stop.abort();
      while (desk.server.services.mail.pending() > 0) await new Promise(setImmediate);
      worst = Math.max(worst, performance.now() - at);
      await waiting;
    }
    row(`a cancelled wait is let go over ${name}, ms`, Math.round(worst), 100);
    if (mode !== null) await client.close();
  }
  await local.close();
  await desk.close();
}

async function connectTo(url: string, mode: "legacy" | "auto"): Promise<Client> {
  const client = new Client({ name: "report", version: "1.0.0" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${firstKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }));
  return client;
}

async function reportTimes(): Promise<void> {
  row("spawn to first answer, ms, median of 9", await measureStart(), 400, 200);
  const { p50, p99, pingP99 } = await measureCalls();
  row("one call, ms, p50, median of 5 rounds of 200", p50, 30, 5);
  row("one call, ms, p99, median of 5 rounds of 200", p99, 30);
  row("the same of a bare ping: what the machine adds now", pingP99, Number.POSITIVE_INFINITY);
  row("exit after the client is gone, ms, median of 9", await measureExit(), 2_000, 1_000);
}

async function reportTranscripts(): Promise<void> {
  for (const transcript of transcripts) {
    const { calls, tokens, deadEnds } = await play(transcript);
    const name = `task ${transcript.number}, ${transcript.title}`;
    row(`${name.slice(0, 53)}: calls`, calls, transcript.calls);
    row(`task ${transcript.number}: result tokens`, tokens, transcript.tokens);
    row(`task ${transcript.number}: errors without a next step`, deadEnds, 0);
  }
}
