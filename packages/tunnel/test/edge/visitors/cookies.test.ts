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

test("the domains of many tunnels are kept from cookies, however the settings of the server spell them", async () => {
  await using bed = await createTestbed({ tunnelDomain: "Tunnel.Example.com", baseDomain: "EXAMPLE.org" });
  bed.register("demo.tunnel.example.com");
  const cookies = ["tunnel.example.com", "example.org", "else.test"].map((domain) => `a=1; Domain=${domain}`);
  await bed.serve("demo.tunnel.example.com", (_request, response) => {
    response.writeHead(200, { "set-cookie": cookies }).end();
  });
  for (const connection of ["keep-alive", "keep-alive, upgrade"]) {
    const { headers } = await bed.get("demo.tunnel.example.com", "/", {
      headers: { connection, ...(connection.includes("upgrade") && { upgrade: "h2c" }) },
    });
    expect(headers["set-cookie"]).toEqual(["a=1", "a=1", "a=1; Domain=else.test"]);
  }
});
