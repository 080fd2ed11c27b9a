import { expect, onTestFinished, test, vi } from "vitest";
import { TunnelOptionsError } from "../../src/client/errors.ts";
import { resolveTunnelOptions } from "../../src/client/options.ts";
import * as tunnel from "../../src/index.ts";

test("the package exports what it promises", () => {
  expect(Object.keys(tunnel).sort()).toEqual([
    "RequestTimeoutError",
    "TokenRefusedError",
    "TunnelClosedError",
    "TunnelOptionsError",
    "openTunnel",
  ]);
});

const neitherAddressNorBlock = (entry: string) => `allowIp: ${entry} is neither an IP address nor a CIDR block`;

test.each([
  ["token: give the subdomain's token (svc_…)", { token: "" }],
  ["token: this is another kind of key; give the subdomain's token (svc_…) from its record", { token: "svcagt_a" }],
  ["token: this is not a token; give the subdomain's token (svc_…) from its record", { token: "demo" }],
  ["port: give a port from 1 to 65535", { port: Number.NaN }],
  ["port: give a port from 1 to 65535", { port: 0 }],
  ["port: give a port from 1 to 65535", { port: 65_536 }],
  ["baseUrl: give a URL that begins with http:// or https://", { baseUrl: "ftp://a" }],
  ["host: give a host name or an IP address", { host: "a b" }],
  ["hostHeader: give a host name", { hostHeader: "a\r\nb: c" }],
  ["basicAuth: give user:password", { basicAuth: "no-colon" }],
  [neitherAddressNorBlock("10.0.0.0/33"), { allowIp: ["10.0.0.0/33"] }],
  [neitherAddressNorBlock("10.0.0.0/8/8"), { allowIp: ["10.0.0.0/8/8"] }],
  [neitherAddressNorBlock("10.0.0.0/"), { allowIp: ["10.0.0.0/"] }], // not 0, which would allow every address
  [neitherAddressNorBlock("office"), { allowIp: ["10.0.0.1", "office"] }],
  ["allowIp: give at most 64 IP addresses or blocks", { allowIp: Array(65).fill("10.0.0.1") }],
  ["drain: give a time of 0 or more", { drain: -1 }],
  ["drain: give a time of 0 or more", { drain: Number.POSITIVE_INFINITY }],
])("a wrong option is refused: %s", (message, wrong) => {
  const options = { token: "svc_a", port: 1, ...wrong };
  expect(() => resolveTunnelOptions(options)).toThrow(new TunnelOptionsError(message));
});

test.each([{ port: 1 }, { port: 65_535 }, { drain: 0 }, { allowIp: Array(64).fill("10.0.0.1") }, { host: "::1" }])(
  "the option %j is taken",
  (option) => {
    expect(() => resolveTunnelOptions({ token: "svc_a", port: 1, ...option })).not.toThrow();
  },
);

test("a missing token is named as such, in JavaScript too", () => {
  const options = { port: 1 } as Parameters<typeof resolveTunnelOptions>[0];
  expect(() => resolveTunnelOptions(options)).toThrow("token: give the subdomain's token (svc_…)");
});

test("a misspelt option is rejected, in JavaScript too", () => {
  // As a caller writes it whose types nobody checks.
  const options = { token: "svc_a", port: 1, basicAut: "me:secret" } as Parameters<typeof resolveTunnelOptions>[0];
  expect(() => resolveTunnelOptions(options)).toThrow(
    new TunnelOptionsError(
      "basicAut: unknown option. Known options: token, port, baseUrl, host, https, hostHeader, basicAuth, allowIp, share, indexable, drain, signal, onRequest, onStatus",
    ),
  );
});

test("an option in other capitals is rejected too, as it would leave the tunnel open", () => {
  const options = { token: "svc_a", port: 1, basicauth: "me:secret" } as Parameters<typeof resolveTunnelOptions>[0];
  expect(() => resolveTunnelOptions(options)).toThrow(/^basicauth: unknown option/);
});

test("the server gets only a hash of the password", () => {
  expect(JSON.stringify(resolveTunnelOptions({ token: "svc_a", port: 1, basicAuth: "me:secret" }))).not.toContain(
    "me:secret",
  );
});

test.each([
  [{ host: "::1" }, { hostHeader: "[::1]:3000" }],
  [{ host: "app.internal" }, { hostHeader: "app.internal:3000" }],
  [{ host: "app.internal", https: true, hostHeader: undefined }, {}],
  [
    { host: "app.internal", https: true },
    { hostHeader: "app.internal:3000", https: true },
  ],
])("the app at %j is shown its own host", (options, rules) => {
  expect(resolveTunnelOptions({ token: "svc_a", port: 3000, hostHeader: "local", ...options }).rules).toEqual(rules);
});

test("IP addresses and blocks of both families are valid rules", () => {
  const allowIp = ["10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "::1"];
  expect(resolveTunnelOptions({ token: "svc_a", port: 1, allowIp }).rules).toEqual({ allowIp });
  expect(resolveTunnelOptions({ token: "svc_a", port: 1, allowIp: [] }).rules).toEqual({});
});

test("every option has its default, and the server's URL may come from the environment", () => {
  vi.stubEnv("FRONTDESK_URL", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const plan = resolveTunnelOptions({ token: "svc_a", port: 3000 });
  expect({ ...plan, server: plan.server.href }).toEqual({
    token: "svc_a",
    server: "http://localhost:8787/",
    target: { host: "localhost", port: 3000, https: false },
    share: false,
    drain: 30_000,
    rules: {},
  });
  vi.stubEnv("FRONTDESK_URL", "  ");
  expect(resolveTunnelOptions({ token: "svc_a", port: 3000 }).server.href).toBe("http://localhost:8787/");
  vi.stubEnv("FRONTDESK_URL", "  https://desk.example.com  ");
  expect(resolveTunnelOptions({ token: "svc_a", port: 3000 }).server.href).toBe("https://desk.example.com/");
  expect(resolveTunnelOptions({ token: "svc_a", port: 3000, indexable: true, share: true })).toMatchObject({
    share: true,
    rules: { indexable: true },
  });
});

test.each([
  ["token", { token: `svc_${"a".repeat(196)}` }, { token: `svc_${"a".repeat(197)}` }],
  ["port", { port: 1 }, { port: 0 }],
  ["port", { port: 65_535 }, { port: 65_536 }],
  ["port", { port: 1 }, { port: 1.5 }],
  ["host", { host: "a".repeat(253) }, { host: "a".repeat(254) }],
  ["hostHeader", { hostHeader: "a".repeat(255) }, { hostHeader: "a".repeat(256) }],
  ["basicAuth", { basicAuth: "a:b" }, { basicAuth: ":b" }],
  ["basicAuth", { basicAuth: "a:b:c" }, { basicAuth: "a:" }],
  ["drain", { drain: 0 }, { drain: -0.1 }],
  ["allowIp", { allowIp: Array<string>(64).fill("10.0.0.1") }, { allowIp: Array<string>(65).fill("10.0.0.1") }],
  ["allowIp", { allowIp: ["10.0.0.0/32", "::/128"] }, { allowIp: ["10.0.0.0/33"] }],
  ["allowIp", { allowIp: ["10.0.0.0/0"] }, { allowIp: ["::/129"] }],
])("the bounds of %s are where they are said to be", (name, good, bad) => {
  const check = (more: object) => resolveTunnelOptions({ token: "svc_a", port: 1, ...more });
  expect(() => check(good)).not.toThrow();
  expect(() => check(bad)).toThrow(new RegExp(`^${name}: `));
});

test("another kind of key is distinguished from an invalid one, and neither is quoted", () => {
  const messageOf = (token: string) => {
    try {
      return String(resolveTunnelOptions({ token, port: 1 }));
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(messageOf("svcmail_secret")).toMatch(/another kind of key/);
  expect(messageOf("secret")).toMatch(/not a token/);
  expect(messageOf("svcmail_secret") + messageOf("secret")).not.toContain("secret");
});

test("the rules are a copy that the caller cannot change afterwards", () => {
  const allowIp = ["10.0.0.1"];
  const { rules } = resolveTunnelOptions({ token: "svc_a", port: 1, allowIp });
  allowIp.push("0.0.0.0/0");
  expect(rules.allowIp).toEqual(["10.0.0.1"]);
});
