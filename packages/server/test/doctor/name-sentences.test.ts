import { expect, test } from "vitest";
import { checkNames, type Dns } from "../../src/doctor/names.ts";

// An operator reads these sentences, and copies the records that they name.

const names = {
  host: "desk.acme.org",
  mailDomain: "acme.org",
  tunnelDomain: "t.acme.org",
  baseDomain: "vip.localhost",
  publicAddresses: ["203.0.113.7"],
};
const here = "203.0.113.7";
const adviceToReachNames =
  "Check that this machine can reach a name server (/etc/resolv.conf), or set one with --dns-server.";
const adviceBehindProxy =
  "Behind a router or proxy this may be right: pass --public-address <ip>. Otherwise correct the A record.";
const adviceForName =
  "Frontdesk sends no mail, so nothing depends on it. If you want one, the provider of the IP address can set it.";

/** Records by name; `*.` stands for any label. What is missing has no records; `silent` is no answer. */
type Records<Record> = { [name: string]: Record[] | "silent" };
interface Zone {
  a?: Records<string>;
  mx?: Records<string>;
  ptr?: Records<string>;
}

const whole: Required<Zone> = {
  a: { "desk.acme.org": [here], "*.t.acme.org": [here] },
  mx: { "acme.org": ["10 desk.acme.org"], "*.acme.org": ["10 desk.acme.org"] },
  ptr: { [here]: ["desk.acme.org"] },
};

function dnsOf(zone: Zone): Dns {
  const find = async <T>(records: Records<string> = {}, name: string, parse: (text: string) => T) => {
    const found = records[name] ?? records[name.replace(/^frontdesk-[0-9a-f]{12}\./, "*.")] ?? [];
    if (found === "silent") return found;
    return found.length === 0 ? ("none" as const) : { records: found.map(parse) };
  };
  const toMx = (text: string) => ({ priority: Number(text.split(" ")[0]), exchange: text.split(" ")[1] ?? "" });
  return {
    addresses: (name) => find(zone.a, name, String),
    mx: (name) => find(zone.mx, name, toMx),
    reverse: (address) => find(zone.ptr, address, String),
  };
}

/** Returns the sentences of the check of this name, with what to do after a dash. */
async function sentences(check: string, zone: Zone, settings: Partial<typeof names> = {}) {
  const found = await checkNames(dnsOf({ ...whole, ...zone }), { ...names, ...settings });
  return found
    .filter((result) => result.check === check)
    .map(({ status, message, todo }) => `${status}: ${message}${todo === undefined ? "" : ` – ${todo}`}`);
}

test.each<[string, Zone, string]>([
  ["is right", {}, `ok: desk.acme.org resolves to ${here}.`],
  [
    "is missing",
    { a: {} },
    "fail: desk.acme.org does not resolve. – Add an A record: desk.acme.org. A <this server's address>",
  ],
  ["is unknown", { a: { "desk.acme.org": "silent" } }, `warn: No name server responded. – ${adviceToReachNames}`],
  [
    "is that of others",
    { a: { "desk.acme.org": ["198.51.100.1", "198.51.100.2"] } },
    `warn: desk.acme.org resolves to 198.51.100.1, 198.51.100.2, and this machine has ${here}. – ${adviceBehindProxy}`,
  ],
  [
    "is one of several",
    { a: { "desk.acme.org": ["198.51.100.1", here] } },
    `ok: desk.acme.org resolves to 198.51.100.1, ${here}.`,
  ],
])("the doctor on a host whose address %s", async (_what, zone, told) => {
  expect(await sentences("dns", zone)).toEqual([told]);
});

test.each<[string, Zone["a"], string]>([
  ["resolve", whole.a, `ok: *.t.acme.org resolves to ${here}.`],
  [
    "do not resolve",
    { "desk.acme.org": [here] },
    `fail: Names under t.acme.org do not resolve, so no tunnel is reached. – Add: *.t.acme.org. A ${here}`,
  ],
  [
    "are unknown",
    { ...whole.a, "*.t.acme.org": "silent" },
    `warn: No name server responded for *.t.acme.org. – ${adviceToReachNames}`,
  ],
  [
    "lead elsewhere",
    { ...whole.a, "*.t.acme.org": ["198.51.100.1", "198.51.100.2"] },
    `fail: *.t.acme.org resolves to 198.51.100.1, 198.51.100.2, and not to this server. – Correct: *.t.acme.org. A ${here}`,
  ],
  [
    "may lead here, as the server's address is unknown",
    { "desk.acme.org": "silent", "*.t.acme.org": ["198.51.100.1"] },
    "ok: *.t.acme.org resolves to 198.51.100.1.",
  ],
])("the doctor on names of tunnels that %s", async (_what, a = {}, told) => {
  const local = "skip: Tunnels under vip.localhost are for programs on this machine.";
  expect(await sentences("wildcard", { a })).toEqual([told, local]);
});

test.each<[string, Zone, string[]]>([
  ["leads here", {}, [`ok: acme.org has MX 10 desk.acme.org (${here}).`]],
  [
    "is missing",
    { mx: {} },
    ["fail: acme.org has no MX record, so no mail arrives. – Add: acme.org. MX 10 desk.acme.org."],
  ],
  [
    "is missing, beside an address",
    { mx: {}, a: { ...whole.a, "acme.org": ["198.51.100.1", here] } },
    [
      `warn: acme.org has no MX record; senders then use its A record, 198.51.100.1, ${here}. – Add: acme.org. MX 10 desk.acme.org.`,
    ],
  ],
  [
    "is missing, beside an unknown address",
    { mx: {}, a: { ...whole.a, "acme.org": "silent" } },
    [`warn: No name server responded for acme.org. – ${adviceToReachNames}`],
  ],
  [
    "is unknown",
    { mx: { "acme.org": "silent" } },
    [`warn: No name server responded for acme.org. – ${adviceToReachNames}`],
  ],
  [
    "takes no mail",
    { mx: { "acme.org": ["0 ."] } },
    ["fail: acme.org rejects all mail (null MX). – Add: acme.org. MX 10 desk.acme.org."],
  ],
  [
    "is several, the most preferred first",
    {
      mx: { "acme.org": ["30 desk.acme.org", "20 gone.org", "10 mx.other.org", "5 silent.org"] },
      a: { ...whole.a, "mx.other.org": ["198.51.100.1"], "silent.org": "silent" },
    },
    [
      `warn: No name server responded for silent.org. – ${adviceToReachNames}`,
      "warn: acme.org has MX 10 mx.other.org (198.51.100.1), which is not this server. – Mail goes there first, or instead. Delete the record if it should not.",
      `fail: The MX gone.org of acme.org does not resolve. – Add: gone.org. A ${here}`,
      `ok: acme.org has MX 30 desk.acme.org (${here}).`,
    ],
  ],
])("the doctor on a mail domain whose MX %s", async (_what, zone, told) => {
  expect(await sentences("mx", zone)).toEqual(told);
});

test.each<[string, Zone, string]>([
  ["work", {}, "ok: Mail for <tag>@<mailbox>.acme.org reaches this server."],
  [
    "are off",
    { mx: { "acme.org": ["10 desk.acme.org"] } },
    "skip: Aliases without + are off: *.acme.org has no MX record. To use them, add: *.acme.org. MX 10 desk.acme.org.",
  ],
  [
    "are unknown",
    { mx: { ...whole.mx, "*.acme.org": "silent" } },
    `warn: No name server responded for *.acme.org. – ${adviceToReachNames}`,
  ],
  [
    "lead elsewhere",
    { mx: { ...whole.mx, "*.acme.org": ["5 mx.other.org"] } },
    "warn: *.acme.org has MX mx.other.org, which is not a mail server of acme.org. – Correct: *.acme.org. MX 10 desk.acme.org.",
  ],
  [
    "are names of hosts",
    { a: { ...whole.a, "*.acme.org": ["198.51.100.1", "198.51.100.2"] } },
    "warn: *.acme.org is also the name of hosts (198.51.100.1, 198.51.100.2). A person who registers a mailbox can receive mail for the host of its name. – Use a mail domain without other hosts for aliases without +, or reserve their names with --reserved-subdomains.",
  ],
])("the doctor on aliases without a plus that %s", async (_what, zone, told) => {
  expect(await sentences("aliases", zone)).toEqual([told]);
});

test.each<[string, Zone["ptr"], string]>([
  ["a name", whole.ptr, `ok: ${here} is desk.acme.org.`],
  ["no name", {}, `warn: ${here} has no name (PTR). – ${adviceForName}`],
  [
    "an unknown name",
    { [here]: "silent" },
    `warn: ${here} has no name (PTR), or no name server responded. – ${adviceForName}`,
  ],
])("the doctor on an address that has %s", async (_what, ptr = {}, told) => {
  expect(await sentences("ptr", { ptr })).toEqual([told]);
});

test("the doctor on names that only this machine knows", async () => {
  const local = { host: "localhost", mailDomain: "desk.localhost", tunnelDomain: "tunnel.localhost" };
  const found = await checkNames(dnsOf({}), { ...names, ...local });
  expect(found.map(({ check, status, message }) => `${check} ${status}: ${message}`)).toEqual([
    "dns skip: localhost is a local name: only programs on this machine can reach this server (--public-url).",
    "wildcard skip: Tunnels under tunnel.localhost are for programs on this machine.",
    "wildcard skip: Tunnels under vip.localhost are for programs on this machine.",
    "mx skip: desk.localhost is a local name: only programs configured with this server send mail to it.",
    "aliases skip: desk.localhost is a local name.",
  ]);
});
