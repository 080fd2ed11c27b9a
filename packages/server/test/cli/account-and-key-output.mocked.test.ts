import { resolve } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { requestAdmin } from "../../src/cli/request-admin.ts";
import { call } from "./call.ts";

vi.mock("../../src/cli/request-admin.ts");

beforeEach(() => void vi.mocked(requestAdmin).mockReset());

/** Makes every admin request have this result. */
const respond = (result: object) => vi.mocked(requestAdmin).mockResolvedValue(result as never);
const lastRequest = () => vi.mocked(requestAdmin).mock.lastCall?.[0];

const shop = {
  name: "shop",
  tier: "vip",
  limits: { mailboxes: 8, sms_tokens: null },
  usage: { mailboxes: 1, sms_tokens: 2, subdomains: 3 },
};

test.each([
  ["list", { accounts: [shop] }],
  ["create", { account: shop }],
  ["set", { account: shop }],
])("account %s shows what each account may have and what it has", async (word, result) => {
  respond(result);
  const words = word === "list" ? [word] : [word, "shop", "--tier", "vip"];
  expect(await call(["account", ...words])).toEqual({
    code: 0,
    out: ["NAME  TIER  MAILBOXES  SMS INBOXES     SUBDOMAINS", "shop  vip   1 of 8     2 of unlimited  3"].join("\n"),
    err: "",
  });
  expect(JSON.parse((await call(["account", ...words, "--json"])).out)).toEqual(result);
});

test("an account that may have nothing is not shown as one without limits", async () => {
  const limits = { mailboxes: 0, sms_tokens: 0 };
  respond({ accounts: [{ ...shop, limits, usage: { mailboxes: 0, sms_tokens: 0, subdomains: 0 } }] });
  const { out } = await call(["account", "list"]);
  expect(out.split("\n")[1]).toBe("shop  vip   0 of 0     0 of 0       0");
});

test.each(["create", "set"])("account %s passes on the settings that are given, and no other", async (word) => {
  respond({ account: shop });
  const request = { do: word === "create" ? "account add" : "account set", name: "shop" };
  await call(["account", word, "shop", "--extra-mailboxes", "3"]);
  expect(lastRequest()).toEqual({ ...request, extra_mailboxes: "3" });
  await call(["account", word, "shop", "--tier", "svip", "--extra-sms-inboxes", "unlimited"]);
  expect(lastRequest()).toEqual({ ...request, tier: "svip", extra_sms_tokens: "unlimited" });
});

test.each([
  ["y", true],
  ["YES", true],
  [" yes ", true],
  ["yep", false],
  ["n", false],
  ["", false],
])("the answer %j deletes the account: %s", async (answer, deletes) => {
  respond({ removed: "shop" });
  const { code } = await call(["account", "delete", "shop"], { answer });
  expect([code, vi.mocked(requestAdmin).mock.calls.length]).toEqual(deletes ? [0, 1] : [1, 0]);
});

test("keys are listed with their scopes, expiry and last use, and what is not set is said in words", async () => {
  respond({
    agent_tokens: [
      {
        id: "a",
        name: "ci",
        scopes: "mailbox:read",
        expiry: "2030-01-31T00:00:00Z",
        last_used_at: "2026-11-20T09:30:00Z",
      },
      { id: "b", name: "new", scopes: null, expiry: null, last_used_at: null },
    ],
  });
  const { out } = await call(["key", "list", "--account", "shop"]);
  expect(out.split("\n")).toEqual([
    "ID  NAME  SCOPES        EXPIRY                LAST USED",
    "a   ci    mailbox:read  2030-01-31T00:00:00Z  2026-11-20T09:30:00Z",
    "b   new   full access   never                 never",
  ]);
  expect(lastRequest()).toEqual({ do: "key list", account: "shop" });
});

test("a key is revoked in the account that is named, and the message names the key", async () => {
  respond({ revoked: "a1" });
  expect(await call(["key", "revoke", "a1", "--account", "shop"])).toMatchObject({ out: "Revoked the key a1." });
  expect(lastRequest()).toEqual({ do: "key revoke", account: "shop", id: "a1" });
});

test("a key is created with its restrictions, else with none, for the default account and by a default name", async () => {
  respond({ agent_token: { id: "a1", name: "ci", token: "svcagt_1" } });
  const { out, err } = await call(["key", "create", "ci", "--account", "shop", "--expiry", "2030-01-31T00:00:00Z"]);
  expect([out, err]).toEqual(["svcagt_1", expect.stringContaining("Created the key ci (a1).")]);
  expect(lastRequest()).toEqual({ do: "key create", account: "shop", name: "ci", expiry: "2030-01-31T00:00:00Z" });
  await call(["key", "create"]);
  expect(lastRequest()).toEqual({ do: "key create", account: "default", name: "command line" });
});

test("a sign-in link is of the account that is named, else of the default one", async () => {
  respond({ link: "http://localhost:8787/#sign-in=code" });
  expect(await call(["dashboard"])).toMatchObject({ out: "http://localhost:8787/#sign-in=code" });
  expect(lastRequest()).toEqual({ do: "sign-in link", account: "default" });
  const { out } = await call(["dashboard", "--account", "shop", "--json"]);
  expect(JSON.parse(out)).toEqual({ link: "http://localhost:8787/#sign-in=code" });
  expect(lastRequest()).toEqual({ do: "sign-in link", account: "shop" });
});

test("a rotation passes on the whole path of the new secret, because the server may run in another folder", async () => {
  respond({ file: "new", finished: false });
  await call(["secret", "rotate", "--new-secret-file", "new"]);
  expect(lastRequest()).toEqual({ do: "secret rotate", file: resolve("new") });
  await call(["secret", "rotate", "--finish"]);
  expect(lastRequest()).toEqual({ do: "secret rotate", finish: true });
});

test.each([
  [{ file: "/new", finished: false }, "Set FRONTDESK_SECRET_FILE to it on every server and restart each"],
  [{ file: null, finished: true }, "Only the secret in FRONTDESK_SECRET opens the storage now."],
  [
    { file: "/desk.secret", finished: true },
    "Replaced the secret in /desk.secret. Backups made before need the old one.",
  ],
])("a rotation with the result %j says what is to do next", async (result, words) => {
  respond(result);
  expect(await call(["secret", "rotate"])).toMatchObject({ code: 0, out: expect.stringContaining(words), err: "" });
});
