import { readdirSync, readFileSync } from "node:fs";
import { Problem } from "../../../server/src/problem.ts";
import { apiMeanings, toolMeanings } from "./error-meanings.ts";
import { banner, toCode, toProse, toTable } from "./markdown.ts";

/** Folder of the tunnel edge's sources, in which each error that it sends is an object with a `code`. */
const edgeFolder = new URL("../../../tunnel/src/edge/", import.meta.url);
const problems = await import("../../../tunnel/src/edge/problems/edge-problems.ts");

interface EdgeRow {
  status: number;
  code: string;
  title: string;
  error: string;
}

/** Arguments with which the functions among the edge's problems are shown. */
const samples: Record<string, unknown[][]> = {
  rejectedProblem: [],
  unknownNameProblem: [["demo.tunnel.example.com"]],
  offlineProblem: [["demo.tunnel.example.com"]],
  appDownProblem: [["ECONNREFUSED"]],
  loopProblem: [["demo.tunnel.example.com"]],
  rateLimitedProblem: [["sent wrong passwords", 10_000]],
};

/** Renders the page of all error codes. */
export function toErrorsPage(): string {
  const api = Object.entries(apiMeanings).map(([code, { meaning, action }]) => [
    toCode(code),
    // Object.entries loses the keys' types.
    String(new Problem(code as keyof typeof apiMeanings, "").status),
    meaning,
    action,
  ]);
  const tools = Object.entries(toolMeanings).map(([code, { meaning, action }]) => [toCode(code), meaning, action]);
  const sortedProblems = edgeProblems().sort((one, other) => one.code.localeCompare(other.code));
  const edge = sortedProblems.map(({ status, code, title, error }) => [
    toCode(code),
    String(status),
    title,
    toProse(error),
  ]);
  return `${banner}# Errors

A failure has a sentence for a person and a stable \`code\` for a program. Go by the code: sentences may change.

## API

Every failure of the API is \`{ "error", "code" }\`. The SDK throws a class for each code, such as \`AlreadyTakenError\` for
\`already_taken\`; all extend \`FrontdeskError\`.

${toTable(["code", "status", "meaning", "what to do"], api)}

## Tunnels

The edge sends these to visitors of a tunnel: as a page to browsers, as JSON to programs. Responses of the app pass unchanged.

${toTable(["code", "status", "title", "sentence"], edge)}

A malformed request gets 400, 405, 408, 417, 421 or 431 with \`invalid_request\` or \`method_not_allowed\`, and a sentence that names the fault.

## MCP tools

A failed call has \`isError\` and \`{ code, message, next }\`; \`next\` is the call to make.

${toTable(["code", "meaning", "what to do"], tools)}

## Commands

Commands end with [exit codes](cli.md#exit-codes). SMTP rejects unknown mailboxes with 550, and temporary failures with 451 or 452.
`;
}

function edgeProblems(): EdgeRow[] {
  return Object.entries(problems).flatMap(([name, problem]) => {
    if (typeof problem !== "function") return [problem];
    const calls = samples[name];
    if (!calls) throw new Error(`scripts/reference/errors.ts has no sample for ${name} of edge-problems.ts`);
    // Each sample has the arguments of its function.
    return calls.map((args) => (problem as (...values: unknown[]) => EdgeRow)(...args));
  });
}

/** Returns every code that a source of the edge names, for the test that compares them with the page. */
export function codesInEdgeSources(): string[] {
  const files = readdirSync(edgeFolder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const texts = files.map((path) => readFileSync(new URL(path.replaceAll("\\", "/"), edgeFolder), "utf8"));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\bcode: "([a-z_]+)"/g)].map(([, code]) => code!)))];
}
