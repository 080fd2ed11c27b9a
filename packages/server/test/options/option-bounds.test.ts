import { describe, expect, test } from "vitest";
import { toFlag } from "../../src/options/option-kinds.ts";
import { optionsSchema, parseOptions, type ServerOptions } from "../../src/options/options.ts";
import { OptionsError } from "../../src/problem.ts";

type Name = keyof ServerOptions;

/** Least, most and default of every setting that is a number, written down a second time. */
const numbers: Partial<Record<Name, [least: number, most: number, fallback: unknown]>> = {
  port: [0, 65_535, 8787],
  smtpPort: [0, 65_535, 2525],
  adminPort: [0, 65_535, ""],
  providerPort: [0, 65_535, ""],
  freeMailboxes: [0, 1_000_000, 5],
  freeSmsInboxes: [0, 1_000_000, 5],
  smtpMaxSize: [1_024, 1_073_741_824, 36_700_160],
  subdomainsPerAccount: [0, 1_000_000, 50],
  agentKeysPerAccount: [0, 1_000_000, 100],
  webhooksPerAccount: [0, 1_000, 20],
  authenticatorsPerAccount: [0, 1_000_000, 50],
  clientsPerSubdomain: [0, 1_000_000, 16],
  maxWaits: [0, 1_000_000, 20_000],
  connectionsPerIp: [0, 10_000_000, 16_384],
  authFailuresPerIp: [0, 1_000_000_000, 300],
  oauthRegistrationsPerIp: [0, 1_000_000_000, 30],
  oauthAuthorizationsPerIp: [0, 1_000_000_000, 60],
  requestsPerKey: [0, 1_000_000_000, 30_000],
  requestsPerAccount: [0, 1_000_000_000, 120_000],
  passwordFailuresPerVisitor: [0, 1_000_000_000, 60],
  abortsPerVisitor: [0, 1_000_000_000, 600],
  bufferPerConnection: [0, 1_099_511_627_776, 4_194_304],
  bufferPerTunnel: [0, 1_099_511_627_776, 50_331_648],
  bufferTotal: [0, 1_099_511_627_776, 134_217_728],
  smtpConnections: [0, 10_000_000, 2_000],
  smtpConnectionsPerIp: [0, 10_000_000, 200],
  smtpUnknownRecipients: [0, 1_000_000, 20],
  smtpNoops: [0, 1_000_000, 100],
  smtpIdle: [0, 86_400_000, 60_000],
  smtpBytesPerIp: [0, 1_099_511_627_776, 1_073_741_824],
  storageTimeout: [0, 3_600_000, 10_000],
  retentionDays: [1, 3_650, 30],
  drain: [0, 3_600_000, 8_000],
};

/** The defaults of all others. */
const others: Partial<Record<Name, unknown>> = {
  host: "127.0.0.1",
  smtpHost: "127.0.0.1",
  adminHost: "127.0.0.1",
  providerHost: "127.0.0.1",
  smtpTlsCert: "",
  smtpTlsKey: "",
  smtpTls: "auto",
  smtpAuth: "auto",
  catchAll: "",
  publicUrl: "",
  mailDomain: "desk.example.com",
  tunnelDomain: "tunnel.localhost",
  baseDomain: "vip.localhost",
  edition: "later",
  requireDurable: false,
  trustedProxies: [],
  webhookAllow: [],
  providerAuth: "auto",
  publicMetrics: false,
  logLevel: "info",
  logFormat: "auto",
  oauth: "auto",
  oauthCimd: "auto",
  dashboard: true,
  packagesPublished: false,
  abuseContact: "",
  auditLog: "off",
  internalUrl: "",
  clusterSecret: "",
  secret: "",
  companionApk: "companion/dist/frontdesk-companion.apk",
};

const parse = (name: Name, value: unknown) => {
  try {
    return parseOptions({ [name]: value })[name];
  } catch (error) {
    if (error instanceof OptionsError) return "refused";
    throw error;
  }
};

test("every setting has the default listed here", () => {
  const fallbacks = Object.fromEntries(Object.entries(numbers).map(([name, [, , fallback]]) => [name, fallback]));
  const { reservedMailboxes, reservedSubdomains, ...rest } = parseOptions({});
  expect(rest).toEqual({ ...others, ...fallbacks });
  expect([reservedMailboxes.length, reservedSubdomains.length]).toEqual([14, 20]);
  expect(Object.keys(optionsSchema.entries).length).toBe(Object.keys(rest).length + 2);
});

test.each(Object.entries(numbers) as [Name, [number, number, unknown]][])(
  "%s is a whole number within its bounds, as a number or in digits",
  (name, [least, most]) => {
    for (const value of [least, most]) {
      expect([parse(name, value), parse(name, String(value))]).toEqual([value, value]);
    }
    for (const value of [least - 1, most + 1, least + 0.5, Number.NaN, "1.5", "-1", "1e3", " 1", "0x10", null])
      expect([value, parse(name, value)]).toEqual([value, "refused"]);
    expect(() => parseOptions({ [name]: most + 1 })).toThrow(`--${toFlag(name)} must be at most ${most}`);
  },
);

describe("a value that is not a number", () => {
  const label = "a".repeat(63);
  test.each<[Name, taken: [unknown, unknown][], refused: unknown[]]>([
    [
      "mailDomain",
      [
        ["Mail.Example.COM", "mail.example.com"],
        [label, label],
        [`${label}.a`, `${label}.a`],
        ["1.2", "1.2"],
      ],
      [`${label}a`, "", "-a.b", "a-.b", "a..b", "a.b.", "a_b", "a b"],
    ],
    [
      "trustedProxies",
      [
        ["127.0.0.1, 10.0.0.0/8, ,,", ["127.0.0.1", "10.0.0.0/8"]],
        [["0.0.0.0/0"], ["0.0.0.0/0"]],
        ["10.0.0.0/32,::/0,::1/128", ["10.0.0.0/32", "::/0", "::1/128"]],
        ["", []],
      ],
      [
        "10.0.0.0/33",
        "::1/129",
        "10.0.0.0/8/8",
        "10.0.0.0/",
        "10.0.0.0/-1",
        "10.0.0.0/1e1",
        "10.0.0.0/0008",
        "localhost",
        7,
      ],
    ],
    ["webhookAllow", [["127.0.0.1", ["127.0.0.1"]]], ["10.0.0.0/33", "::1/129", "example.com"]],
    [
      "secret",
      [
        [`${"a".repeat(43)}=`, `${"a".repeat(43)}=`],
        ["", ""],
      ],
      ["a".repeat(44), `${"a".repeat(42)}==`, `${"a".repeat(42)}-=`, ` ${"a".repeat(43)}=`, 7],
    ],
    [
      "clusterSecret",
      [
        ["a".repeat(16), "a".repeat(16)],
        ["", ""],
      ],
      ["a".repeat(15), "a"],
    ],
    ["abuseContact", [["a".repeat(200), "a".repeat(200)]], ["a".repeat(201)]],
    [
      "internalUrl",
      [
        ["http://10.0.0.5:8787", "http://10.0.0.5:8787"],
        ["http://10.0.0.5:8787/", "http://10.0.0.5:8787/"],
        ["", ""],
      ],
      [
        "https://10.0.0.5",
        "http://10.0.0.5/path",
        "http://a@10.0.0.5",
        "http://10.0.0.5?a",
        "http://10.0.0.5#a",
        "http://10.0.0.5 ",
        "http://10.0.0.5:99999",
      ],
    ],
    [
      "publicUrl",
      [
        ["https://desk.example.com", "https://desk.example.com"],
        ["", ""],
      ],
      ["desk.example.com", 7],
    ],
    [
      "catchAll",
      [
        ["Ann.Lee_1-2", "ann.lee_1-2"],
        ["", ""],
      ],
      ["ann@desk", "ann lee", "ann+x"],
    ],
    ["host", [["::1", "::1"]], [""]],
    ["companionApk", [["a.apk", "a.apk"]], [""]],
    ["edition", [["earlier", "earlier"]], ["", "Earlier", "both"]],
    ["smtpTls", [["require", "require"]], ["yes"]],
    [
      "smtpAuth",
      [
        ["any", "any"],
        ["none", "none"],
      ],
      ["off"],
    ],
    ["logLevel", [["debug", "debug"]], ["trace"]],
    ["logFormat", [["json", "json"]], ["xml"]],
    ["oauth", [["on", "on"]], ["yes"]],
    ["oauthCimd", [["off", "off"]], ["yes"]],
    [
      "reservedMailboxes",
      [
        [" a ,b", ["a", "b"]],
        ["", []],
      ],
      [7, [7]],
    ],
    ...(["requireDurable", "publicMetrics", "dashboard", "packagesPublished"] as const).map(
      (name): [Name, [unknown, unknown][], unknown[]] => [
        name,
        [
          [true, true],
          [false, false],
          ["true", true],
          ["1", true],
          ["false", false],
          ["0", false],
          ["", false],
        ],
        ["yes", "TRUE", 1, 0, null],
      ],
    ),
  ])("%s takes what it is made for, and nothing else", (name, taken, refused) => {
    for (const [value, expected] of taken) expect([value, parse(name, value)]).toEqual([value, expected]);
    for (const value of refused) expect([value, parse(name, value)]).toEqual([value, "refused"]);
  });

  test("is reported with its flag, each on its own line", () => {
    expect(() => parseOptions({ port: -1, smtpPort: "x", edition: "both", smtpTlsCert: 7 })).toThrow(
      /^--port must be at least 0\n--smtp-port must be a whole number\n--smtp-tls-cert: .*\n--edition must be later or earlier$/,
    );
  });
});
