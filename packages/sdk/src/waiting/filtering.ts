export { checkWait, waitOptions } from "./checked-wait.ts";
export { whyNoMatch, whyRefused } from "./filters.ts";
