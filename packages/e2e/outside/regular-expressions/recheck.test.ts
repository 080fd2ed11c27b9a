import { checkSync } from "recheck";
import { expect, test } from "vitest";
import { shortTexts } from "../../test/regular-expressions/short-texts.ts";
import { findExpressions } from "../../test/regular-expressions/sources.ts";

// Slower than the check in `npm test` and sharper: it also attacks what its automaton cannot decide.
const LONGEST = 2_000;
process.env.RECHECK_SYNC_BACKEND = "pure";

test("no regular expression is vulnerable to an attack found by recheck", () => {
  const asked = new Set<string>();
  const fallen: string[] = [];
  const undecided: string[] = [];
  for (const { file, line, source, flags } of findExpressions().literals) {
    const known = asked.has(`${flags} ${source}`);
    if (known || shortTexts.some((short) => short.file === file && short.source === source)) continue;
    asked.add(`${flags} ${source}`);
    const { status, ...more } = checkSync(source, flags, { timeout: LONGEST });
    const place = `${file}:${line} /${source}/`;
    if (status === "vulnerable") fallen.push(`${place} by ${"attack" in more ? more.attack.pattern : "an attack"}`);
    if (status === "unknown") undecided.push(place);
  }
  console.log(`${asked.size} expressions, undecided within ${LONGEST} ms:\n${undecided.join("\n")}`);
  expect(fallen).toEqual([]);
  // A check that decides nothing would find nothing.
  expect(undecided.length).toBeLessThan(asked.size / 2);
});
