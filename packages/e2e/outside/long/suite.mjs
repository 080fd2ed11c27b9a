export const runsBesideOthers = true;

/** The tests of all packages that take seconds each, and those for leaks, which `npm test` leaves out. */
export const command = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "--project=long*"];
