import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The repository's folder, with a slash behind. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/** README, CONTRIBUTING and everything in `docs/`, by path from the root. */
export function readDocuments(): Map<string, string> {
  const pages = readdirSync(`${root}docs`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`);
  return new Map(
    ["README.md", "CONTRIBUTING.md", ...pages].map((path) => [path, readFileSync(root + path, "utf8")] as const),
  );
}

/** The commands that CONTRIBUTING's tables tell people to type, without those that stand for any file. */
export function contributorsCommands(): string[] {
  const rows = readFileSync(`${root}CONTRIBUTING.md`, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  const commands = rows.flatMap((row) => [...row.matchAll(/`((?:npm|npx) [^`]+)`/g)].map(([, command]) => command!));
  return [...new Set(commands)].filter((command) => !command.includes("<"));
}
