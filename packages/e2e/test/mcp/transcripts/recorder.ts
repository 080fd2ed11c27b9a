import type { Answer, Desk } from "../desk.ts";

/** Fields of results that differ from run to run. */
const varying = ["id", "messageId", "cursor", "smsInbox", "keyId", "keyFile", "file", "expires", "at"];

/** Writes down calls and results, with a name in place of each value that differs from run to run. */
export function createRecorder(desk: Desk) {
  const lines: string[] = [];
  const names = new Map<string, string>([
    [new URL(desk.url).port, "<port>"],
    [desk.folder, "<folder>"],
  ]);

  function varies(name: string, value: string | number): void {
    const key = String(value);
    const alike = [...names.values()].filter((each) => each.startsWith(`<${name}`)).length;
    if (!names.has(key)) names.set(key, `<${name}${alike === 0 ? "" : ` ${alike + 1}`}>`);
  }

  function find(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (typeof child === "string" && varying.includes(key) && child.length > 8) varies(key, child);
      else find(child);
    }
  }

  return {
    varies,
    add(name: string, args: object, { isError, text, facts }: Answer): void {
      find(facts);
      lines.push(`> ${name} ${JSON.stringify(args)}`, `< ${isError ? "error: " : ""}${text}`);
    },
    text(): string {
      let text = `${lines.join("\n")}\n`;
      const longestFirst = [...names].sort(([one], [other]) => other.length - one.length);
      for (const [value, name] of longestFirst)
        text = text.replace(new RegExp(`(?<!\\w)${toPattern(value)}(?!\\w)`, "g"), name);
      return text
        .replace(/\b[0-9a-f]{8}(?:[0-9a-f]{8})?>>/g, "<mark>>>")
        .replace(/"age":"\d+ (s|min)"/g, '"age":"<age>"')
        .replace(/\b\d+ (?:s|min) (older|before)\b/g, "<age> $1")
        .replace(/\(messageId \w{17}/g, "(messageId <messageId>")
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
        .replace(/Request [0-9a-f]{8}/g, "Request <id>");
    },
  };
}

function toPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
