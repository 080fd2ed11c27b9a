import { expect, test } from "vitest";
import type { Operation } from "../../src/docs/document.ts";
import { loadCredential, toRequestParameters } from "../../src/docs/try-request.ts";
import { enteredParameters, missingRecord } from "../../src/docs/try-values.ts";
import { startServer } from "../page.ts";
import { signedInWith, smsToken } from "../view.ts";

const parameters = [
  { name: "id", in: "path" },
  { name: "limit", in: "query" },
];
// The functions read no more of an operation.
const operation = (key: Operation["key"], bodyType?: string) =>
  ({ key, parameters, body: bodyType ? { type: bodyType } : null }) as Operation;

test.each([
  ["the selected record's id", operation("agentKey"), "r1", { id: "r1", limit: "3" }],
  ["the selected address of a mail", operation("agentKey", "message/rfc822"), "a@b.example", { to: "a@b.example" }],
  ["the entered id of a message", operation("mailboxToken"), "svcm_1", { id: "m1" }],
  ["the entered values if no record is selected", operation("agentKey"), "", { id: "m1" }],
] as const)("a request has %s", (_what, requested, selected, expected) => {
  const entered = { id: "m1", limit: "3" };
  expect(toRequestParameters(requested, selected, entered)).toEqual({ ...entered, ...expected });
});

test.each([
  [null, "r1", null],
  ["agentKey", "r1", "svcagt_a"],
  ["mailboxToken", "svcm_1", "svcm_1"],
  ["smsToken", "svcsms_9", "svcsms_9"],
  ["smsGateSignature", "s1", "svcsms_1"],
] as const)(
  "an operation with the security scheme %s and the record %s uses the key %s",
  async (scheme, record, key) => {
    startServer().respond("sms/list", { sms_tokens: [smsToken()], limit: null, used: 1 });
    expect(await loadCredential(operation(scheme), signedInWith(null), record)).toBe(key);
  },
);

test.each(["agentKey", "smsGateSignature"] as const)("nobody who is signed out has a key for %s", async (scheme) => {
  expect(await loadCredential(operation(scheme), null, "s1")).toBeNull();
});

test("no SMS inbox but the selected one signs a request of the SMSGate app", async () => {
  startServer().respond("sms/list", { sms_tokens: [smsToken()], limit: null, used: 1 });
  expect(await loadCredential(operation("smsGateSignature"), signedInWith(null), "svcsms_1")).toBeNull();
});

test("an operation without a key sends none, even if a record is selected", async () => {
  expect(
    await loadCredential({ ...operation(null), id: "open" } as Operation, signedInWith(null), "svcm_1"),
  ).toBeNull();
});

test("the id in the path is entered only if it is that of a message", () => {
  const names = (requested: Operation) => enteredParameters(requested).map(({ name }) => name);
  expect(names(operation("agentKey"))).toEqual(["limit"]);
  expect(names(operation("smsToken"))).toEqual(["id", "limit"]);
});

test("nothing can be sent before a record exists and is selected", () => {
  const missing = { sentence: "The account has no mailbox yet." };
  const choices = [{ value: "m1", label: "box1" }];
  expect(missingRecord({ choices: [], missing }, "")).toBe(missing);
  const notSelected = { sentence: "Choose a record. This operation cannot be undone." };
  expect(missingRecord({ choices, missing: null }, "")).toEqual(notSelected);
  expect(missingRecord({ choices, missing: null }, "m1")).toBeNull();
  expect(missingRecord({ choices: [], missing: null }, "")).toBeNull();
});
