import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createKeyScopes, holdsScope } from "../../src/calls/scopes.ts";
import { explainHidden, isOffered, isPermitted } from "../../src/calls/tool-visibility.ts";
import { tools } from "../../src/tools/index.ts";
import { readSettings } from "../read-settings.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settingsOf = (...args: string[]) => readSettings(args, {});
const offered = (args: string[], isRemote = false) =>
  tools.filter((tool) => isOffered(tool, { settings: settingsOf(...args), isRemote })).map(({ name }) => name);

test("read-only hides every tool that changes something, also one that is named", () => {
  const names = offered(["--read-only", "--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators"]);
  const changing = tools.filter(({ hints, toolset }) => !hints.readOnlyHint && toolset !== "account");
  expect(changing.length).toBeGreaterThan(0);
  for (const { name } of changing) {
    expect(names).not.toContain(name);
    expect(offered(["--read-only", "--tools", name])).not.toContain(name);
    expect(offered(["--tools", name])).toEqual(expect.arrayContaining([name, "account_whoami"]));
  }
});

test.each([[[]], [["--toolsets", "mail,sms"]]])(
  "of tools that are named only these are offered, with the flags %j",
  (flags) => {
    expect(offered(["--tools", "key_list,mail_list", ...flags])).toEqual(["account_whoami", "mail_list", "key_list"]);
  },
);

test("a server elsewhere offers no tool that needs this machine", () => {
  const local = tools.filter(({ isLocal }) => isLocal).map(({ name }) => name);
  expect(local.length).toBeGreaterThan(0);
  expect(
    offered(["--toolsets", "tunnel,requests,keys,maintenance"], true).filter((name) => local.includes(name)),
  ).toEqual([]);
  for (const name of local) expect(offered(["--tools", name], true)).not.toContain(name);
  expect(offered(["--toolsets", "tunnel,requests,keys,maintenance"])).toEqual(expect.arrayContaining(local));
});

test("tools that are named override the toolsets, and what is hidden is explained so", () => {
  const explain = (args: string[], scopes: string | null = null, isRemote = false) =>
    explainHidden({ settings: settingsOf(...args), isRemote }, scopes, tools);
  expect(explain(["--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators"])).toEqual([]);
  expect(explain(["--toolsets", "mail,sms,tunnel"])).toEqual([
    "requests, keys, maintenance, authenticators: not in --toolsets",
  ]);
  expect(explain(["--tools", "mail_list", "--toolsets", "mail"])).toEqual(["all not named by --tools"]);
  expect(explain(["--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators", "--read-only"])).toEqual([
    "all that change something: --read-only",
  ]);
  expect(explain(["--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators"], "sms:read")).toEqual([
    "mail: the key has no mailbox scope",
    expect.stringMatching(/^sms, in part: the key lacks sms:/),
    "tunnel: the key has no subdomain scope",
    "requests: the key has no subdomain scope",
    "keys: the key has no token scope",
    "maintenance: the key has no mailbox, sms or subdomain scope",
    "authenticators: the key has no authenticator scope",
  ]);
  expect(explain(["--toolsets", "mail,sms,tunnel,authenticators"], null, true)).toEqual([
    "requests, keys, maintenance: only where the MCP server runs on your machine",
    "tunnel_start, tunnel_stop: a tunnel runs on the machine of its port; use the MCP server there, or frontdesk-tunnel",
  ]);
});

test("a key has the scopes of its list, whatever spaces are in it, and all without a list", () => {
  expect([holdsScope("a:read, b:read", "b:read"), holdsScope("a:read", "a"), holdsScope(null, "a")]).toEqual([
    true,
    false,
    true,
  ]);
  const withoutScope = tools.find(({ scope }) => scope === undefined);
  expect(withoutScope && isPermitted(withoutScope, "")).toBe(true);
});

test("scopes that the server does not name within a second and a half are unknown, and a missing key asks nobody", async () => {
  const send = vi.fn((request: Request) => {
    return new Promise<Response>((_, reject) =>
      request.signal.addEventListener("abort", () => reject(request.signal.reason)),
    );
  });
  const settings = settingsOf();
  expect(await createKeyScopes({ settings: { ...settings, key: "" }, send }).read()).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
  const timeout = vi.spyOn(AbortSignal, "timeout");
  void createKeyScopes({ settings: { ...settings, key: "svcagt_0123456789abcdefghij" }, send }).read();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(timeout.mock.calls).toEqual([[1_500]]);
  timeout.mockRestore();
});

test("scopes are unknown at once if the server cannot be reached: the list of tools waits for no second attempt", async () => {
  vi.useRealTimers();
  const send = vi.fn(() => Promise.reject<Response>(new TypeError("fetch failed")));
  const settings = { ...settingsOf(), key: "svcagt_0123456789abcdefghij" };
  expect(await createKeyScopes({ settings, send }).read()).toBeUndefined();
  expect(send).toHaveBeenCalledOnce();
});
