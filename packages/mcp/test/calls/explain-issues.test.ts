import * as v from "valibot";
import { expect, test } from "vitest";
import { parameters } from "../../src/calls/parameters.ts";
import { explainIssues, toInputJsonSchema, toOutputJsonSchema } from "../../src/calls/schema.ts";
import { holdsScope } from "../../src/calls/scopes.ts";
import { defineTool } from "../../src/calls/tool.ts";

const input = v.strictObject({ a: v.string("expected text"), b: v.string(), c: v.string(), d: v.string() });
function explain(args: object, schema = input as v.GenericSchema, allowed = ["a", "b", "c", "d"]) {
  const { issues = [] } = v.safeParse(schema, args);
  return explainIssues(issues, allowed);
}
const rest = { b: "", c: "", d: "" };

test.each([
  [{ ...rest }, "The argument `a` is missing."],
  [{ ...rest, a: 1 }, "The argument `a` is wrong: expected text."],
  [{ ...rest, a: "", x: 1 }, "There is no argument `x`; allowed: a, b, c, d."],
  [{ ...rest, a: "", ["x".repeat(50)]: 1 }, `There is no argument \`${"x".repeat(40)}\`; allowed: a, b, c, d.`],
  [{}, "The argument `a` is missing. The argument `b` is missing. The argument `c` is missing."],
])("the arguments %j are explained: %s", (args, sentence) => {
  expect(explain(args)).toBe(sentence);
});

test("a tool without arguments says so", () => {
  expect(explain({ x: 1 }, v.strictObject({}), [])).toBe("There is no argument `x`; allowed: none.");
});

test.each([
  ["phone", "5550100", true],
  ["phone", "555010", false],
  ["phone", "1".repeat(15), true],
  ["phone", "1".repeat(16), false],
  ["phone", "+5550100", false],
  ["keyName", "CI key 1._-", true],
  ["keyName", " ci", false],
  ["keyName", "a".repeat(64), true],
  ["keyName", "a".repeat(65), false],
  ["scopes", "mailbox:read,sms:read", true],
  ["scopes", "mailbox:read, sms:read", false],
  ["path", "/hooks", true],
  ["path", "/hooks?a", false],
  ["path", "/hooks#a", false],
  ["path", "hooks", false],
  ["requestId", "r12", true],
  ["requestId", "r", false],
  ["otpauthUri", "otpauth://totp/x?secret=y", true],
  ["otpauthUri", "otpauth://totp/a b", false],
  ["mailbox", "a/b", false],
  ["mailbox", "a".repeat(200), true],
  ["mailbox", "a".repeat(201), false],
  ["from", "a\nb", false],
  ["from", "a".repeat(121), false],
  ["waitSeconds", 55, true],
  ["waitSeconds", 56, false],
  ["waitSeconds", 0, false],
  ["waitSeconds", 1.5, false],
  ["limit", 20, true],
  ["limit", 21, false],
  ["part", 1_000, true],
  ["part", 1_001, false],
  ["expiresInDays", 365, true],
  ["expiresInDays", 366, false],
  ["newExpiry", 0, false],
  ["port", 65_535, true],
  ["port", 65_536, false],
  ["authenticated", "true", false],
] as const)("the parameter %s may be %j: %s", (name, value, isValid) => {
  expect(v.is(parameters[name], value)).toBe(isValid);
});

test("the schema of a tool without arguments requires none, and that of a result requires nothing", () => {
  expect(toInputJsonSchema(v.strictObject({}))).not.toHaveProperty("required");
  expect(toInputJsonSchema(v.strictObject({ a: v.optional(v.string()) }))).toHaveProperty("required", []);
  expect(toInputJsonSchema(input)).toMatchObject({ required: ["a", "b", "c", "d"], additionalProperties: false });
  expect(toOutputJsonSchema(v.object({ a: v.string() }))).not.toHaveProperty("required");
});

test.each([
  ["reads", { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
  ["adds", { readOnlyHint: false, destructiveHint: false, idempotentHint: false }],
  ["changes", { readOnlyHint: false, destructiveHint: false, idempotentHint: false }],
  ["removes", { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
] as const)("a tool that %s has the hints %j", (effect, hints) => {
  const definition = {
    name: "x",
    title: "X",
    description: "x",
    toolset: "mail",
    input: {},
    run: async () => ({ text: "" }),
  };
  const tool = defineTool({ ...definition, toolset: "mail", effect });
  expect(tool.hints).toEqual({ ...hints, openWorldHint: false });
  expect(tool).toMatchObject({ listTool: "account_whoami", isLocal: false, alwaysLoad: false, needsPerson: false });
  const idempotent = defineTool({ ...definition, toolset: "mail", effect, idempotent: true, openWorld: true });
  expect(idempotent.hints).toMatchObject({ idempotentHint: true, openWorldHint: true });
});

test.each([
  [null, true],
  ["mailbox:read, sms:read", true],
  ["sms:read", true],
  ["sms:readonly", false],
  ["", false],
])("a key with the scopes %j may read SMS: %s", (scopes, may) => {
  expect(holdsScope(scopes, "sms:read")).toBe(may);
});
