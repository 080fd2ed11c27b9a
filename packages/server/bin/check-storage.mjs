// Reads a database from end to end in a process of its own: a damaged one can end the process that reads it.
// Takes its folder and for how many milliseconds to read at most. Prints what is wrong, if anything is.
import { statSync } from "node:fs";
import { join } from "node:path";
import { open } from "lmdb";

const [dir, most] = process.argv.slice(2);
const fault = check();
if (fault !== null) console.log(fault);
process.exitCode = fault === null ? 0 : 1;

function check() {
  try {
    const database = open({ path: dir, noSubdir: false, encoding: "binary", readOnly: true });
    const { entryCount, lastPageNumber, pageSize } = database.getStats();
    const { size } = statSync(join(dir, "data.mdb"));
    const whole = (lastPageNumber + 1) * pageSize;
    if (size < whole) return `it has ${size} bytes of ${whole}`;
    const deadline = performance.now() + Number(most);
    let count = 0;
    for (const { value } of database.getRange({ snapshot: true })) {
      count++;
      if (value === undefined) return "a record has no value";
      // What is not encrypted (the first byte of that is 1) is JSON.
      if (value[0] !== 1) JSON.parse(value);
      if (performance.now() > deadline) return null;
    }
    return count === entryCount ? null : `it holds ${count} records of ${entryCount}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
