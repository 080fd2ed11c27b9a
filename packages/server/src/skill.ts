import { readFileSync } from "node:fs";
import type { Services } from "./context.ts";

/** The agent skill document, with this server's own address in it (interface section 4.1). */
export function toSkill({ facts }: Pick<Services, "facts">): string {
  template ??= readTemplate();
  return template.replaceAll("http://localhost:8787", facts.publicUrl);
}
let template: string | undefined;

/** One source for this server, the MCP server and the docs. Built: beside this file. In the sources: in `docs`. */
function readTemplate(): string {
  try {
    return readFileSync(new URL("./skill.md", import.meta.url), "utf8");
  } catch {
    return readFileSync(new URL("../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");
  }
}
