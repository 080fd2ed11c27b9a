export { whyFilteredOut, whyNoMatch } from "./filters.ts";
export { checkWaitOptions, waitOptions } from "./wait-options.ts";
