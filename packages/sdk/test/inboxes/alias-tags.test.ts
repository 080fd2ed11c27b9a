import { expect, test } from "vitest";
import { openMailbox } from "../../src/index.ts";

const mailbox = openMailbox({
  baseUrl: "http://desk.test",
  key: "svcm_TestTestTestTestTestTest12345678",
  address: "signup@desk.test",
});

test.each(["a", "a".repeat(64), "A.b_c-9"])("an alias may have the tag %s", (tag) => {
  expect(mailbox.alias(tag).address).toBe(`signup+${tag}@desk.test`);
});

test.each(["", "a".repeat(65), "a b", "a@b", "ä", "a+b"])("an alias cannot have the tag «%s»", (tag) => {
  expect(() => mailbox.alias(tag)).toThrow(TypeError);
});
