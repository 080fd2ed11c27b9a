import { readFileSync } from "node:fs";

/** The one skill document, with the server's own address in it. Built: beside this file. In the sources: in `docs`. */
export function skillText(baseUrl: string): string {
  return readSkill().replaceAll("http://localhost:8787", baseUrl);
}

function readSkill(): string {
  try {
    return readFileSync(new URL("./skill.md", import.meta.url), "utf8");
  } catch {
    return readFileSync(new URL("../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");
  }
}
