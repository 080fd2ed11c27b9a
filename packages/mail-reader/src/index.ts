export { createMailReader, type Envelope, type MailReader, type ParsedMail, parseMail } from "./read-mail.ts";
