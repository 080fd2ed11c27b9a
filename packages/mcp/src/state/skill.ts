import { readFileSync } from "node:fs";
import { SkillsExtension, skillEntry } from "@modelcontextprotocol/server/ext/skills";

const skillUri = "skill://svc-tunnel/SKILL.md";
const mimeType = "text/markdown";

/**
 * The skill as a plain resource, and with its digest for clients that speak of skills. Read when someone asks: a
 * connection that only probes costs nothing.
 */
export function createSkills(load: () => string): SkillsExtension {
  let text: string | undefined;
  const read = () => (text ??= load());
  const entry = () => skillEntry("svc-tunnel", { "SKILL.md": read() });
  return new SkillsExtension({
    source: {
      list: async () => ({ skills: [await entry()] }),
      get: async (uri) => (uri === skillUri ? entry() : undefined),
      read: async (uri) => (uri === skillUri ? { text: read(), mimeType } : undefined),
      listResources: async () => [
        {
          name: "svc-tunnel",
          uri: skillUri,
          title: "Skill: codes and tunnels",
          description: "How to use Frontdesk, with the commands",
          mimeType,
        },
      ],
    },
  });
}

/** The one skill document, with the server's own address in it. Built: beside this file. In the sources: in `docs`. */
export function readSkill(baseUrl: string): string {
  return readTemplate().replaceAll("http://localhost:8787", baseUrl);
}

function readTemplate(): string {
  try {
    return readFileSync(new URL("./skill.md", import.meta.url), "utf8");
  } catch {
    return readFileSync(new URL("../../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");
  }
}
