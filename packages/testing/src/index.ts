// In-memory server for tests

export type { ProviderName, TestFrontdeskClient, TestProviders } from "./provider-variables.ts";
export { createTestFrontdesk, type TestFrontdesk, type TestFrontdeskOptions, type TestMail } from "./test-frontdesk.ts";
export type { TestSms } from "./test-sms.ts";
