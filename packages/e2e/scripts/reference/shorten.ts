/** Sections of TypeDoc's pages that only repeat a signature, or name base classes that are not exported. */
const repeatingSections = new Set([
  "Inherited from",
  "Overrides",
  "Constructors",
  "Extended by",
  "Extends",
  "Returns",
  "Implements",
]);
/** Columns of its tables that do the same. */
const repeatingColumns = new Set(["Modifier", "Default value", "Inherited from", "Overrides"]);

/** Removes the parts of a page that tell a reader nothing new. Names of exports become headings of the third level. */
export function shorten(text: string): string {
  return (
    shortenTables(removeSections(removeRepeatedMembers(text)))
      .replace(
        /^#+ (?:Parameters|Type Parameters|Properties|Methods|Accessors|Get Signature|Call Signature|Type Declaration)\n\n/gm,
        "",
      )
      .replace(/^\*\*\*\n\n/gm, "")
      // A union repeats its members, each below a heading that says nothing.
      .replace(/^#+ Type Literal\n\n/gm, "")
      .replace(/^#+ Union Members$/gm, "**One of**")
      .replace(/^#{5,6} (.*)$|^#+ (Examples?|Throws|See|Deprecated|Remarks|Default)$/gm, "**$1$2**")
      .replace(/^## /gm, "### ")
      // Anchors of properties are not unique on a page of several modules.
      .replace(/<a id="[^"]*"><\/a> /g, "")
      .replace(/\[(`[^`]+`)\]\(#property-[^)]*\)/g, "$1")
      // Signatures and single lines are no programs: the name tells them from code of pages that is compiled.
      .replace(/^```ts$/gm, "```typescript")
      .replaceAll("**Description** ", "")
      .replaceAll("__namedParameters", "options")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
  );
}

/** Leaves the waits, which three classes inherit from a base class that is not exported, in the first of them only. */
function removeRepeatedMembers(text: string): string {
  const classes = text.split(/^(?=## )/m);
  const isInherited = (member: string) => member.startsWith("#### ") && member.includes("`InboxHandle.");
  const first = classes.findIndex((part) => part.startsWith("## Mailbox\n"));
  return classes
    .map((part, index) => {
      const members = part.split(/^(?=#{3,4} )/m);
      if (index === first || !members.some(isInherited)) return part;
      const [head = "", ...others] = members.filter((member) => !isInherited(member));
      return `${head.trimEnd()} Its waits are those of [\`Mailbox\`](#mailbox).\n\n${others.join("")}`;
    })
    .join("");
}

function removeSections(text: string): string {
  const kept: string[] = [];
  /** Level of the heading whose section is left out; `null` outside of such a section. */
  let omittedLevel: number | null = null;
  let isCode = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks = "", title = ""] = (!isCode && /^(#+) (.*)$/.exec(line)) || [];
    const endsOmission = marks !== "" && omittedLevel !== null && marks.length <= omittedLevel;
    if (endsOmission) omittedLevel = null;
    if (omittedLevel === null && repeatingSections.has(title)) omittedLevel = marks.length;
    if (omittedLevel === null) kept.push(line);
  }
  return kept.join("\n");
}

function shortenTables(text: string): string {
  return text.replace(/^\|.*\|\n\|(?: -+ \|)+\n(?:\|.*\|\n?)*/gm, (table) => {
    const rows = table.trimEnd().split("\n").map(toCells);
    const [head = []] = rows;
    const inherited = head.indexOf("Inherited from");
    // A member of an exported class is described there.
    const kept = rows.filter((cells) => !cells[inherited]?.includes("](#"));
    const isEmpty = kept.length <= 2;
    if (isEmpty) return "";
    const columns = head.flatMap((name, index) => (repeatingColumns.has(name) ? [] : index));
    return `${kept.map((cells) => `| ${columns.map((index) => cells[index]).join(" | ")} |`).join("\n")}\n`;
  });
}

const toCells = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
