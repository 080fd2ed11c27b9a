export { alwaysCollecting, collectGarbage } from "./collect-garbage.ts";
export { type LeavesNothingOptions, type Lent, leavesNothing } from "./leaves-nothing.ts";
