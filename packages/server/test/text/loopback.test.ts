import { expect, test } from "vitest";
import { toAuthority } from "../../src/text/authority.ts";
import { isLocalOnly, isLoopbackHost } from "../../src/text/loopback.ts";

test.each([
  ["localhost", true],
  ["LOCALHOST", true],
  ["app.localhost", true],
  ["localhost.example", false],
  ["notlocalhost", false],
  ["127.0.0.1", true],
  ["127.255.0.9", true],
  ["128.0.0.1", false],
  ["127.0.0.1.example", false],
  ["::1", true],
  ["::2", false],
  ["::ffff:127.0.0.1", true],
  ["::FFFF:127.0.0.1", true],
  ["::ffff:10.0.0.1", false],
  ["0.0.0.0", false],
])("%s is this machine: %s", (host, isLoopback) => expect(isLoopbackHost(host)).toBe(isLoopback));

test.each([
  ["127.0.0.1", "", true],
  ["127.0.0.1", "http://localhost:8787", true],
  ["127.0.0.1", "http://[::1]:8787", true],
  ["127.0.0.1", "https://desk.example.com", false],
  ["0.0.0.0", "", false],
  ["0.0.0.0", "http://localhost:8787", false],
])("only this machine reaches a server on %s with the public URL %j: %s", (host, publicUrl, isLocal) =>
  expect(isLocalOnly({ host, publicUrl })).toBe(isLocal),
);

test.each([
  ["127.0.0.1", "127.0.0.1:2525"],
  ["::1", "[::1]:2525"],
  ["mail.example.com", "mail.example.com:2525"],
])("the host %s with its port is %s", (host, authority) => expect(toAuthority(host, 2525)).toBe(authority));
