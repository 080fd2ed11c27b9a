import { expect, test } from "vitest";
import { type Case, compare, files, readKept } from "../../test/guard/guard.ts";
import { jsonlFiles, readLines } from "../../test/guard/read-cases.ts";

const cases = jsonlFiles(process.env.FRONTDESK_CODES ?? "").flatMap((file) => readLines<Case>(file));
if (cases.length === 0)
  console.log(
    "outside -- codes guards no data: FRONTDESK_CODES names no file or folder of cases (docs/explanation/codes.md)",
  );

test.skipIf(cases.length === 0)("no message is lost that was read rightly", () => {
  const { lost, gained } = compare(cases, readKept(files.data));
  if (gained.length > 0) console.log(`${gained.length} more are right now: npm run codes:score -- --keep`);
  expect(lost, "mend the finder, or give the reason in packages/codes/test/guard/lost.txt").toEqual([]);
});
