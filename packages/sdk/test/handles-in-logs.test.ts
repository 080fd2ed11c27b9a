import { inspect } from "node:util";
import { expect, test } from "vitest";
import { openMailbox, openSmsInbox } from "../src/index.ts";

const baseUrl = "http://desk.test";

test.each([
  ["mailbox", openMailbox({ baseUrl, token: "svcm_SECRET" })],
  ["SMS inbox", openSmsInbox({ baseUrl, token: "svcsms_SECRET" })],
])("a %s that is logged or made JSON does not show its key", (_what, handle) => {
  expect(inspect(handle, { depth: 10 })).not.toContain("SECRET");
  expect(JSON.stringify(handle)).not.toContain("SECRET");
  expect(handle.token).toContain("SECRET");
});
