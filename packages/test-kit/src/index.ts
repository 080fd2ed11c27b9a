export { alwaysCollecting, collectGarbage, collectOnce } from "./collect-garbage.ts";
export { cpuTimeOf, plainLoopTime } from "./cpu-time.ts";
export { type ActionInput, type LeavesNothingOptions, leavesNothing } from "./leaves-nothing.ts";
