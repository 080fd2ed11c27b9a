import { readFileSync } from "node:fs";
import { SkillsExtension, skillEntry } from "@modelcontextprotocol/server/ext/skills";

const skillUri = "skill://svc-tunnel/SKILL.md";
const mimeType = "text/markdown";

/**
 * Serves the skill, a document that tells agents how to use Frontdesk: as a resource, and with its digest for clients that support
 * skills. Loads the document on the first read, so that connections that only probe stay cheap.
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

/** Returns the skill document with the server's URL. After a build it is beside this file, in the sources in `docs`. */
export function readSkill(baseUrl: string): string {
  return readTemplate().replaceAll("http://localhost:8787", baseUrl);
}

/** Reads the skill's document: beside the bundle, or in the repository if the sources are run. */
function readTemplate(): string {
  try {
    return readFileSync(new URL("./skill.md", import.meta.url), "utf8");
  } catch {
    return readFileSync(new URL("../../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");
  }
}
