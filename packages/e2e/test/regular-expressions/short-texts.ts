/**
 * Expressions that cost more than the length of their text says, and why that text is short or our own. Whatever else is
 * slow belongs rewritten.
 */
export const shortTexts: { file: string; source: string; why: string }[] = [
  {
    file: "codes/src/stands-alone.ts",
    source: String.raw`(?:[:=]\s?|\s(?:is|ist|es|est|è|é)\s)\S*\p{L}[!#$^*?~]$`,
    why: "in the 40 characters before a number",
  },
  {
    file: "codes/src/keywords/keyword-label.ts",
    source: String.raw`\p{L}{3,30}$`,
    why: "the 30 characters before a keyword",
  },
  {
    file: "codes/src/keywords/other-meaning.ts",
    source: String.raw`^[\s:#.*/()-]*(?:no|nr|num|number|id|in)?[\s:#.*(-]*$`,
    why: "between a word and a number that are at most 40 characters apart",
  },
  {
    file: "codes/src/keywords/other-meaning.ts",
    source: String.raw`\b(?:te?xt|send|reply|msg)\b[^.\n]{0,60}\bto\s*$`,
    why: "the 80 characters before a number",
  },
  {
    file: "codes/src/keywords/other-meaning.ts",
    source: String.raw`(?:^|[\n.!?])\s*([^\n.!?:\d]{3,40}):\s*[^\n\d:]{2,24}$`,
    why: "the 70 characters before a number",
  },
  {
    file: "codes/src/text/normalize.ts",
    source: String.raw`[.,;:!?*_\])}]+$`,
    why: "the last 8 characters of an address",
  },
  {
    file: "codes/src/letter-codes.ts",
    source: "^(?:[A-Z]{4,10}|[a-z]{5,8}|[A-Z]{2,5}(?:-[A-Z]{2,5}){1,3}|[A-Za-z]*[a-z][A-Z][A-Za-z]*)$",
    why: "a word, which is cut out at a bound",
  },
  { file: "codes/src/letter-codes.ts", source: String.raw`\n\s*$`, why: "the 12 characters before a word" },
  {
    file: "codes/src/letter-codes.ts",
    source: "[:=>»「『\"'`*][ \\t\\n\"'`“„«*]*$",
    why: "the 12 characters before a word",
  },
  {
    file: "codes/src/code-filter.ts",
    source: String.raw`(?<![\p{L}\p{N}_])[A-Za-z0-9][A-Za-z0-9_#.-]{1,62}[A-Za-z0-9](?![\p{L}\p{N}_])`,
    why: "at most 62 steps from each of 64 Ki characters",
  },
  {
    file: "mail-reader/src/header/encoded-words.ts",
    source: String.raw`=\?([^?\s]{1,60})\?([QqBb])\?([^\r\n]{0,4000}?)(?:\?=|\?$|$)`,
    why: "at most 4,000 steps from each beginning of a word",
  },
  { file: "mail-reader/src/header/encoded-words.ts", source: String.raw`\*.*$`, why: "at most 60 characters" },
  {
    file: "mail-reader/src/header/parameters.ts",
    source: String.raw`([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))`,
    why: "sticks to its place, in 8 KiB",
  },
  { file: "mail-reader/src/header/sender.ts", source: " *([@.]) *", why: "runs of blanks are single ones by then" },
  {
    file: "mail-reader/src/text/enriched-text.ts",
    source: String.raw` *\n *`,
    why: "runs of blanks are single ones by then",
  },
  {
    file: "mail-reader/src/text/leaf-text.ts",
    source: String.raw`<meta\b[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})`,
    why: "the first 4 KiB of a page",
  },
  { file: "dashboard/src/docs/text.tsx", source: String.raw`^\s*- `, why: "paragraphs of our own document" },
  { file: "dashboard/src/ui/numbers.ts", source: String.raw`\B(?=(\d{3})+$)`, why: "a count, of a few digits" },
  {
    file: "mcp/src/state/settings.ts",
    source: String.raw`\/+(?:(?:svc-api|mcp)\/*)?$`,
    why: "set by the person who starts the program",
  },
  { file: "sdk/src/requests/environment.ts", source: String.raw`\/+$`, why: "set by whoever writes the program" },
  {
    file: "server/src/cli/phone-settings.ts",
    source: String.raw`\/+$`,
    why: "set by the person who starts the server",
  },
  { file: "server/src/doctor/doctor.ts", source: String.raw`\/+$`, why: "set by the person who starts the server" },
  { file: "server/src/facts.ts", source: String.raw`\/+$`, why: "set by the person who starts the server" },
  {
    file: "server/src/cli/settings.ts",
    source: String.raw`^rediss?:\/\/[^/?#]*:[^/?#@]+@`,
    why: "set by the person who starts the server",
  },
  {
    file: "server/src/sms/forwarders/smsforwarder.ts",
    source: String.raw`\[receive_time:[^\]]*\]`,
    why: "a template of our own",
  },
  { file: "server/src/smtp/capabilities.ts", source: "%.*$", why: "the address of a connection" },
  { file: "testing/src/msw.ts", source: String.raw`\/+$`, why: "set by whoever writes the test" },
  {
    file: "visible/src/style.ts",
    source: String.raw`url\([^)]*\)`,
    why: "text that ends with the bracket, so that each search ends a match",
  },
];

/** Where expressions are put together from texts that nobody outside chooses. */
export const composers: { file: string; of: string }[] = [
  { file: "codes/src/code-filter.ts", of: "a pattern that the caller wrote" },
  { file: "contract/src/conform.ts", of: "a path of openapi.yaml, in tests" },
  { file: "sdk/src/waiting/filters.ts", of: "a pattern that the caller wrote" },
  { file: "visible/src/tags.ts", of: "the name of an element that hides what it holds" },
];
