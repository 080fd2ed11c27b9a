// A stand-in for the server, for tests of programs that wait for codes.
export { createTestDesk, type TestDesk, type TestMail, type TestSms } from "./test-desk.ts";
