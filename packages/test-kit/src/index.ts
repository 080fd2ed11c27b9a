export { alwaysCollecting, collectGarbage } from "./collect-garbage.ts";
export { type ActionInput, type LeavesNothingOptions, leavesNothing } from "./leaves-nothing.ts";
