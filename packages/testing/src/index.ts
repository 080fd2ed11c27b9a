// The server in memory, for tests of programs that wait for codes

export { createTestFrontdesk, type TestFrontdesk, type TestFrontdeskOptions, type TestMail } from "./test-frontdesk.ts";
export type { TestSms } from "./test-sms.ts";
