import { expect, test } from "vitest";
import { createTestbed } from "../testbed.ts";

test.each([
  ["example.com", false],
  [".Example.COM", false],
  ["tunnel.example.com", false],
  ["com", false],
  ["demo.tunnel.example.com", true],
  ["evil.com", true],
])("a cookie for Domain=%s passes with its domain: %s", async (domain, expected) => {
  await using bed = await createTestbed({ tunnelDomain: "tunnel.example.com", baseDomain: "example.com" });
  bed.register("demo.tunnel.example.com");
  await bed.serve("demo.tunnel.example.com", (_request, response) => {
    response.writeHead(200, { "set-cookie": `a=1; Domain=${domain}; Path=/` }).end();
  });
  const { headers } = await bed.get("demo.tunnel.example.com");
  expect(headers["set-cookie"]).toEqual([expected ? `a=1; Domain=${domain}; Path=/` : "a=1; Path=/"]);
});

test("no domain of many tunnels is left to a cookie that names several, of which browsers take the last", async () => {
  await using bed = await createTestbed({ tunnelDomain: "tunnel.example.com", baseDomain: "example.com" });
  bed.register("demo.tunnel.example.com");
  await bed.serve("demo.tunnel.example.com", (_request, response) => {
    response.writeHead(200, { "set-cookie": "a=1; Domain=evil.com; domain=example.com; Domain=com; Path=/" }).end();
  });
  const { headers } = await bed.get("demo.tunnel.example.com");
  expect(headers["set-cookie"]).toEqual(["a=1; Domain=evil.com; Path=/"]);
});
