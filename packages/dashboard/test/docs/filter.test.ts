import { expect, test } from "vitest";
import type { Document, Operation } from "../../src/docs/document.ts";
import { filterTags } from "../../src/docs/filter.ts";

// The filter reads no more of an operation.
const operation = (id: string, method: string, path: string, summary: string) =>
  ({ id, method, path, summary }) as Operation;
const tags: Document["tags"] = [
  {
    name: "Mail",
    description: "",
    operations: [
      operation("getRecentMail", "GET", "/svc-api/mail/recent", "Returns the newest mails"),
      operation("pushMail", "POST", "/svc-api/mail/push", "Delivers a mail"),
    ],
  },
  { name: "SMS", description: "", operations: [operation("getRecentSms", "GET", "/svc-api/sms/recent", "Newest SMS")] },
];

test.each([
  ["", ["getRecentMail", "pushMail", "getRecentSms"]],
  ["recent", ["getRecentMail", "getRecentSms"]],
  ["RECENT mail", ["getRecentMail"]],
  ["  post ", ["pushMail"]],
  ["mail/push", ["pushMail"]],
  ["delivers", ["pushMail"]],
  ["recent push", []],
])("the filter %o finds the operations that have all its words", (filter, expected) => {
  const found = filterTags(tags, filter);
  expect(found.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(expected);
  expect(found.every(({ operations }) => operations.length > 0)).toBe(true);
});
