export { createMailParser, type MailParser, type MailParserOptions, parseMail } from "./parse-mail.ts";
export type { Envelope, ParsedMail } from "./parse-tree.ts";
export { createParserPool, type ParserPool, type ParserPoolOptions } from "./worker/parser-pool.ts";
