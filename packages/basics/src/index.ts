export { formatAge } from "./age.ts";
export { type BackoffOptions, backoffDelay } from "./backoff.ts";
export { errorMessage, rootCauseMessage } from "./error-message.ts";
export { createIndexedList, type IndexedItem, type IndexedList, NOT_LISTED } from "./indexed-list.ts";
export { maxEntries } from "./max-entries.ts";
export { mailboxName, subdomainName } from "./names.ts";
export { closestWord, didYouMean, editDistance } from "./spelling.ts";
export { toTerminalQrCode } from "./terminal-qr-code.ts";
export { maskTokens, type TokenOwner, tokenPrefixes } from "./tokens.ts";
