import { expect, test } from "vitest";
import { readPhoneSettings } from "../../src/cli/phone-settings.ts";
import { call } from "./call.ts";

/** What a phone command reads of these flags, variables and answer. */
function read(args: object, env: Record<string, string> = {}, answer: string | null = null) {
  const flags = { app: "termux", phone: "5550123456", token: "svcsms_flag", ...args };
  const terminal = { env, ask: async () => answer } as unknown as Parameters<typeof readPhoneSettings>[1];
  return readPhoneSettings(flags, terminal);
}

test.each([
  [{ url: "https://flag.acme.org//" }, "https://flag.acme.org"],
  [{ url: "https://flag.acme.org/desk/" }, "https://flag.acme.org/desk"],
  // Warnings and apps look for `http:` at its beginning.
  [{ url: "HTTP://flag.acme.org" }, "http://flag.acme.org"],
  [{}, "http://variable.acme.org"],
])("the URL with %j is %s", async (args, url) => {
  expect((await read(args, { FRONTDESK_URL: "http://variable.acme.org/" })).target.url).toBe(url);
});

test("the URL is this machine's where neither flag nor variable gives one", async () => {
  for (const env of [{}, { FRONTDESK_URL: "" }] as Record<string, string>[])
    expect((await read({}, env)).target.url).toBe("http://localhost:8787");
});

test("the SMS key is that of the flag, else of the variable, else the answer, without spaces around it", async () => {
  const env = { FRONTDESK_SMS_TOKEN: " svcsms_variable " };
  expect((await read({}, env, "svcsms_answer")).target.token).toBe("svcsms_flag");
  expect((await read({ token: undefined }, env, "svcsms_answer")).target.token).toBe("svcsms_variable");
  for (const unset of [{}, { FRONTDESK_SMS_TOKEN: "" }] as Record<string, string>[])
    expect((await read({ token: undefined }, unset, "svcsms_answer\n")).target.token).toBe("svcsms_answer");
});

test.each([
  ["svcsms_a b", "--token must be an SMS key"],
  ["svcagt_other", "--token must be an SMS key"],
  ["", "--token is missing"],
  [null, "--token is missing"],
])("an answer of %j: %s", async (answer, message) => {
  await expect(read({ token: undefined }, {}, answer)).rejects.toThrow(message);
});

test("one or two numbers are taken, in their order, and each must be one", async () => {
  expect((await read({ phone: "+1 555 012 3456" })).target.phones).toEqual(["5550123456"]);
  expect((await read({ phone: "5550123456,5550987654" })).target.phones).toEqual(["5550123456", "5550987654"]);
  for (const phone of [
    "5550123456,x",
    "x,5550123456",
    "5550123456,5550987654,5550111111",
    "5550123456,5550987654,x",
    "",
  ])
    await expect(read({ phone })).rejects.toThrow("--phone must be");
});

test("an app by the name of an inherited property is unknown", async () => {
  await expect(read({ app: "constructor" })).rejects.toThrow("--app must be known");
});

test("SMSGate needs an id, which is not empty", async () => {
  await expect(read({ app: "smsgate", id: "" })).rejects.toThrow("--id is missing");
  expect((await read({ app: "smsgate", id: "a1" })).target.id).toBe("a1");
});

test("the commands for phones take the URL of the variable where the flag is missing", async () => {
  const env = { FRONTDESK_URL: "https://variable.acme.org", FRONTDESK_SMS_TOKEN: "svcsms_1" };
  const setup = ["phone", "setup", "--app", "termux", "--phone", "5550123456"];
  expect((await call(setup, { env })).out).toContain("https://variable.acme.org/");
  expect((await call([...setup, "--url", "https://flag.acme.org"], { env })).out).toContain("https://flag.acme.org/");
});
