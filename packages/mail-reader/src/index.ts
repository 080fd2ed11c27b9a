export { createMailReader, type MailReader, type MailReaderOptions, parseMail } from "./read-mail.ts";
export type { Envelope, ParsedMail } from "./read-tree.ts";
export { createReadingThread, type ReadingThread, type ReadingThreadOptions } from "./thread/reading-thread.ts";
