// The server in memory, for tests of programs that wait for codes

export { createTestDesk, type TestDesk, type TestDeskOptions, type TestMail } from "./test-desk.ts";
export type { TestText } from "./texts.ts";
