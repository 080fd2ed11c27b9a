import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { acceptUpgrade, bearerToken } from "../../../src/edge/problems/upgrade.ts";

test.each([
  ["without further headers", undefined, ""],
  ["with further headers", "Frontdesk-Rules: e30\r\n", "Frontdesk-Rules: e30\r\n"],
])(
  "an accepted connection (%s) may be idle, is not delayed, and is checked by TCP after 30 s",
  (_what, more, lines) => {
    const did: unknown[][] = [];
    const note = (name: string) => [name, (...values: unknown[]) => void did.push([name, ...values])];
    const socket = Object.fromEntries(["setTimeout", "setNoDelay", "setKeepAlive", "write"].map(note)) as object;
    acceptUpgrade(socket as Duplex, more);
    expect(did).toEqual([
      ["setTimeout", 0],
      ["setNoDelay", true],
      ["setKeepAlive", true, 30_000],
      [
        "write",
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n${lines}\r\n`,
      ],
    ]);
  },
);

const longest = "a".repeat(200);

test.each([
  ["Bearer svc_a", "svc_a"],
  ["bearer svc_a", "svc_a"],
  ["BEARER   svc_a", "svc_a"],
  [`Bearer ${longest}`, longest],
  [`Bearer ${longest}a`, null],
  ["Bearer svc_a more", null],
  ["Bearer svc_\u00e4", null],
  ["Bearer ", null],
  ["Basic svc_a", null],
  ["X Bearer svc_a", null],
  [undefined, null],
])("of the header Authorization: %s the token is %j", (authorization, token) => {
  expect(bearerToken({ headers: { authorization } } as IncomingMessage)).toBe(token);
});
