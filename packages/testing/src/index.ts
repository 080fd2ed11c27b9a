// In-memory server for tests

export { createTestFrontdesk, type TestFrontdesk, type TestFrontdeskOptions, type TestMail } from "./test-frontdesk.ts";
export type { TestSms } from "./test-sms.ts";
