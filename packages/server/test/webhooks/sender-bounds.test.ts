import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { StoredAgentKey } from "../../src/store/agent-keys.ts";
import { createAddressPolicy } from "../../src/webhooks/address-policy.ts";
import { mayReceive } from "../../src/webhooks/permissions.ts";
import { createWebhookSender } from "../../src/webhooks/sender.ts";

const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
const addressPolicy = createAddressPolicy({ allow: [], isLocal: true });

async function listen(answer: RequestListener) {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // A TCP listener has no other form of address.
  return { server, request: { url: `http://127.0.0.1:${port}/`, secret, id: "msg_1", body: `{"word":"Grüße"}` } };
}

test("closes the connection of a receiver that keeps writing as soon as its status arrives", {
  timeout: 30_000,
}, async () => {
  const { server, request } = await listen((_request, response) => {
    const write = () => void (response.writableEnded || response.write("x".repeat(65_536), () => setImmediate(write)));
    response.writeHead(200);
    write();
    response.on("error", () => {});
  });
  // Not `once`, which would take the reset of the connection for a failure.
  const gone = once(server, "connection").then(([socket]) => new Promise((resolve) => socket.on("close", resolve)));
  // Longer than this test may take: the timeout of the attempt would close the connection too.
  const send = createWebhookSender({ addressPolicy, now: Date.now, timeoutMs: 600_000 });
  expect(await send(request)).toMatchObject({ status: 200 });
  await gone;
});

test("sends one POST with content-length, timestamp and user-agent", async () => {
  const seen: { method?: string | undefined; headers: object; body: string }[] = [];
  const { request } = await listen(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method, headers: request.headers, body });
    response.writeHead(204).end();
  });
  const now = Date.UTC(2026, 0, 1) + 999;
  await createWebhookSender({ addressPolicy, now: () => now })(request);
  expect(seen).toEqual([
    {
      method: "POST",
      body: request.body,
      headers: expect.objectContaining({
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(request.body)),
        "user-agent": expect.stringMatching(/^frontdesk\//),
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Date.UTC(2026, 0, 1) / 1000),
        connection: "close",
      }),
    },
  ]);
});

test("closing the server aborts an attempt, which is not reported as a timeout", async () => {
  const { server, request } = await listen(() => {});
  const stopping = new AbortController();
  const gone = once(server, "request").then(([request]) => {
    stopping.abort();
    return new Promise((resolve) => request.socket.on("close", resolve));
  });
  const delivery = await createWebhookSender({ addressPolicy, now: Date.now })(request, stopping.signal);
  expect(delivery).toMatchObject({ status: null, error: "The connection failed or was closed." });
  await gone;
});

const selfSigned =
  "The receiver's certificate is self-signed, which this server does not trust. The operator can trust it with NODE_EXTRA_CA_CERTS.";
const unknownAuthority =
  "The receiver's certificate is from an unknown authority, or intermediate certificates are missing.";
const handshake = "The TLS handshake failed. Does the receiver serve https on this port?";

test.each([
  ["ECONNREFUSED", "The connection was refused."],
  ["ENOTFOUND", "The name could not be resolved."],
  ["EAI_AGAIN", "The name could not be resolved."],
  ["ECONNRESET", "The connection failed or was closed."],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", selfSigned],
  ["SELF_SIGNED_CERT_IN_CHAIN", selfSigned],
  ["CERT_HAS_EXPIRED", "The receiver's certificate has expired."],
  ["CERT_NOT_YET_VALID", "The receiver's certificate is not valid yet."],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "The receiver's certificate is for another name."],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", unknownAuthority],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", unknownAuthority],
  ["EPROTO", handshake],
  ["ERR_SSL_WRONG_VERSION_NUMBER", handshake],
  ["HPE_INVALID_CONSTANT", "The response is not HTTP. Does the receiver serve https on this port?"],
])("%s is reported as «%s»", async (code, error) => {
  const failing = createAddressPolicy({
    allow: [],
    isLocal: false,
    resolve: (_name, _options, done) => done(Object.assign(new Error(code), { code }), []),
  });
  let time = Date.UTC(2026, 0, 1);
  const send = createWebhookSender({ addressPolicy: failing, now: () => time++ });
  // The time when the attempt began.
  expect(await send({ url: "http://a.example/", secret, id: "m", body: "{}" })).toEqual({
    at: "2026-01-01T00:00:00.000Z",
    status: null,
    ms: expect.any(Number),
    error,
  });
});

test("does not connect to a name without any IP address", async () => {
  const empty = createAddressPolicy({ allow: [], isLocal: false, resolve: (_name, _options, done) => done(null, []) });
  const send = createWebhookSender({ addressPolicy: empty, now: Date.now });
  const delivery = await send({ url: "http://a.example/", secret, id: "m", body: "{}" });
  expect(delivery).toMatchObject({
    status: null,
    error: "a.example is not a public address. The operator can allow it with --webhook-allow.",
  });
});

const at = Date.UTC(2026, 0, 1);
const key = (change: Partial<StoredAgentKey>) => ({ scopes: null, expiry: null, ...change }) as StoredAgentKey;
test.each([
  ["of full access", key({}), ["mail", "sms"], true],
  ["that is gone", null, ["mail"], false],
  ["that expires in a millisecond", key({ expiry: new Date(at + 1).toISOString() }), ["mail"], true],
  ["that expires now", key({ expiry: new Date(at).toISOString() }), ["mail"], false],
  ["that may read mail", key({ scopes: ["mailbox:read"] }), ["mail"], true],
  ["that may read mail", key({ scopes: ["mailbox:read"] }), ["sms"], false],
  ["that may read mail", key({ scopes: ["mailbox:read"] }), ["mail", "sms"], false],
  ["that may read both", key({ scopes: ["mailbox:read", "sms:read"] }), ["mail", "sms"], true],
] as const)("a key %s: a webhook for %j %j is sent to: %j", (_what, key, events, may) => {
  expect(mayReceive(key, [...events], at)).toBe(may);
});

test.each([
  ["9.255.255.255", true],
  ["10.0.0.0", false],
  ["10.255.255.255", false],
  ["11.0.0.0", true],
  ["100.63.255.255", true],
  ["100.127.255.255", false],
  ["100.128.0.0", true],
  ["126.255.255.255", true],
  ["127.255.255.255", false],
  ["128.0.0.0", true],
  ["168.63.129.15", true],
  ["168.63.129.17", true],
  ["169.253.255.255", true],
  ["169.254.255.255", false],
  ["169.255.0.0", true],
  ["172.15.255.255", true],
  ["172.16.0.0", false],
  ["192.0.0.255", false],
  ["192.0.1.0", true],
  ["192.0.2.255", false],
  ["192.0.3.0", true],
  ["192.88.98.255", true],
  ["192.88.99.255", false],
  ["192.88.100.0", true],
  ["192.167.255.255", true],
  ["192.168.255.255", false],
  ["192.169.0.0", true],
  ["198.17.255.255", true],
  ["198.18.0.0", false],
  ["198.19.255.255", false],
  ["198.20.0.0", true],
  ["198.51.99.255", true],
  ["198.51.100.255", false],
  ["198.51.101.0", true],
  ["203.0.112.255", true],
  ["203.0.113.255", false],
  ["203.0.114.0", true],
  ["223.255.255.255", true],
  ["224.0.0.0", false],
  ["240.0.0.0", false],
  ["0.255.255.255", false],
  ["1.0.0.0", true],
  ["::1:0:0", true],
  ["64:ff9b::1:0:0", true],
  ["64:ff9b:1:ffff::", false],
  ["64:ff9b:2::", true],
  ["100::1", false],
  ["100:0:0:1::", true],
  ["2001:1ff:ffff::", false],
  ["2001:200::", true],
  ["2001:db7:ffff::", true],
  ["2001:db8:ffff::", false],
  ["2001:db9::", true],
  ["2002:ffff::", false],
  ["2003::", true],
  ["3ffe:ffff::", true],
  ["3fff:fff::", false],
  ["3fff:1000::", true],
  ["5eff:ffff::", true],
  ["5f00:ffff::", false],
  ["5f01::", true],
  ["fbff::", true],
  ["fc00::", false],
  ["fdff::", false],
  ["fe00::", true],
  ["febf::", false],
  ["fec0::", false],
  ["feff::", false],
  ["ff00::", false],
])("an IP address at the edge of a block, %s, is allowed: %j", (address, isReached) => {
  expect(createAddressPolicy({ allow: [], isLocal: false }).allows(address)).toBe(isReached);
});
