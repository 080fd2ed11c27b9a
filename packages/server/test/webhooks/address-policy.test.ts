import { describe, expect, test } from "vitest";
import { isLocalOnly } from "../../src/text/loopback.ts";
import { createAddressPolicy } from "../../src/webhooks/address-policy.ts";
import { createWebhookSender } from "../../src/webhooks/sender.ts";
import { startReceiver } from "./receiver.ts";

const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;

describe("by default", () => {
  const { allows } = createAddressPolicy({ allow: [], isLocal: false });
  test.each([
    "127.0.0.1",
    "10.0.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "::127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a00:1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "fd00::1",
    "fe80::1",
    "ff02::1",
    // Where clouds tell machines their settings and credentials: Azure, Alibaba, Oracle, AWS, Google, Scaleway.
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "64:ff9b::a83f:8110",
    "64:ff9b:1::a83f:8110",
    "2002:a83f:8110::",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fd00:42::42",
    "::ffff:0:169.254.169.254",
    "fe80::1%eth0",
  ])("%s is forbidden", (address) => expect(allows(address)).toBe(false));
  test.each(["1.1.1.1", "172.32.0.1", "2606:4700::1111"])("%s is", (address) => expect(allows(address)).toBe(true));
});

test.each([
  [{}, [null, "1.1.1.1", 4]],
  [
    { all: true },
    [
      null,
      [
        { address: "1.1.1.1", family: 4 },
        { address: "2606:4700::1111", family: 6 },
      ],
    ],
  ],
])("a host name's addresses are returned as Node asks for them: %j", (options, expected) => {
  const { lookup } = createAddressPolicy({
    allow: [],
    isLocal: false,
    resolve: (_name, _options, callback) =>
      callback(null, [
        { address: "1.1.1.1", family: 4 },
        { address: "2606:4700::1111", family: 6 },
      ]),
  });
  const returned: unknown[] = [];
  lookup("shop.example", options, (...answer) => void returned.push(...answer));
  expect(returned).toEqual(expected);
});

test("allows the operator's blocks, and loopback only for a server that only this machine can reach", () => {
  const { allows } = createAddressPolicy({ allow: ["10.1.0.0/16", "fd00::1"], isLocal: true });
  expect(["10.1.2.3", "10.2.0.1", "fd00::1", "fd00::2", "127.0.0.1"].map(allows)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
  expect(createAddressPolicy({ allow: [], isLocal: true }).allows("127.0.0.1")).toBe(true);
  expect(isLocalOnly({ host: "127.0.0.1", publicUrl: "" })).toBe(true);
  expect(isLocalOnly({ host: "::1", publicUrl: "http://localhost:8787" })).toBe(true);
  expect(isLocalOnly({ host: "127.0.0.1", publicUrl: "https://desk.example.com" })).toBe(false);
  expect(isLocalOnly({ host: "0.0.0.0", publicUrl: "" })).toBe(false);
});

describe("a name", () => {
  /** A name server that answers differently each time. */
  const resolving = (...answers: string[][]) => {
    let asked = 0;
    return (
      _name: string,
      _options: unknown,
      done: (error: null, found: { address: string; family: number }[]) => void,
    ) => {
      const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    };
  };
  const request = (url: string) => ({
    url: url.replace("127.0.0.1", "rebinding.example"),
    secret,
    id: "msg_1",
    body: "{}",
  });

  test.each([[["127.0.0.1"]], [["1.1.1.1", "127.0.0.1"]]])(
    "that resolves to %j is not connected to",
    async (addresses) => {
      const receiver = await startReceiver();
      const addressPolicy = createAddressPolicy({ allow: [], isLocal: false, resolve: resolving(addresses) });
      const delivery = await createWebhookSender({ addressPolicy, now: Date.now })(request(receiver.url));
      expect(delivery).toMatchObject({
        status: null,
        error: expect.stringContaining("rebinding.example is not a public"),
      });
      expect(receiver.received).toEqual([]);
    },
  );

  test("is connected to the checked IP address, whatever a second look-up would return", async () => {
    const receiver = await startReceiver();
    receiver.secret = secret;
    // An allowed IP address first, a forbidden one for a second look-up.
    const resolve = resolving(["127.0.0.1"], ["10.0.0.1"]);
    const addressPolicy = createAddressPolicy({ allow: ["127.0.0.1"], isLocal: false, resolve });
    const send = createWebhookSender({ addressPolicy, now: Date.now });
    expect(await send(request(receiver.url))).toMatchObject({ status: 204 });
    expect(await send(request(receiver.url))).toMatchObject({
      status: null,
      error: expect.stringContaining("not a public"),
    });
    expect(receiver.received).toHaveLength(1);
  });

  test("that the system resolves is checked with all its IP addresses", async () => {
    const { lookup } = createAddressPolicy({ allow: [], isLocal: true });
    const addresses = await new Promise((resolve, reject) =>
      lookup("localhost", { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    );
    expect(addresses).toContainEqual(
      expect.objectContaining({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) }),
    );
  });

  test("that cannot be resolved fails with the resolver's error", async () => {
    const failure = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    // As `node:dns` calls it: without addresses.
    const resolve = (_name: string, _options: unknown, done: (error: Error, ...none: never[]) => void) => done(failure);
    const { lookup } = createAddressPolicy({ allow: [], isLocal: false, resolve });
    expect(await new Promise((resolve) => lookup("gone.example", {}, resolve))).toBe(failure);
  });

  test("that is an IP address in another notation is that IP address", async () => {
    const addressPolicy = createAddressPolicy({ allow: [], isLocal: false });
    const send = createWebhookSender({ addressPolicy, now: Date.now });
    for (const host of ["2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]", "[::1]"])
      expect(await send({ ...request(""), url: `http://${host}:1/` })).toMatchObject({
        status: null,
        error: expect.stringContaining("not a public address"),
      });
  });
});
