export { MAX_FIELD_LENGTH, type NamedAddress, readAddresses } from "./header/addresses.ts";
export { readRecipients } from "./header/recipients.ts";
export { createMailParser, type MailParser, type MailParserOptions, parseMail } from "./parse-mail.ts";
export type { Envelope, ParsedMail } from "./parse-tree.ts";
export { createParserPool, type ParserPool, type ParserPoolOptions } from "./worker/parser-pool.ts";
