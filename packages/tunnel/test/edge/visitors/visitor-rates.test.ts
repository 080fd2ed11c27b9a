import { expect, test } from "vitest";
import type { VisitorRate } from "../../../src/edge/types.ts";
import { createTestbed } from "../testbed.ts";

function rate(most: number): VisitorRate & { keys: string[] } {
  const keys: string[] = [];
  const wait = (key: string) => (keys.filter((other) => other === key).length > most ? 30_000 : 0);
  return { keys, retryAfterMs: wait, hit: (key) => (keys.push(key) > 0 ? wait(key) : 0) };
}
const setUp = (most: number) => ({ failures: rate(most), guesses: rate(most), aborts: rate(most) });

test("a visitor who guesses passwords gets 429, and the right password still passes", async () => {
  await using bed = await createTestbed({ rates: setUp(3) });
  await bed.serve("demo", (_request, response) => response.end("in"), { basicAuth: "ann:right" });
  const ask = (password?: string) =>
    bed.get("demo", "/", password === undefined ? {} : { auth: `ann:${password}` }).then(({ status }) => status);
  for (let at = 0; at < 10; at++) expect(await ask()).toBe(401);
  for (let at = 0; at < 3; at++) expect(await ask("wrong")).toBe(401);
  const refused = await bed.get("demo", "/", { auth: "ann:wrong" });
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "30"]);
  expect(await ask("right")).toBe(200);
});

test("a visitor who aborts one request after another gets 429, at this tunnel only", async () => {
  const rates = setUp(3);
  await using bed = await createTestbed({ rates });
  let arrive = () => {};
  await bed.serve("demo", () => arrive());
  await bed.serve("other", (_request, response) => response.end("here"));
  for (let at = 1; at <= 4; at++) {
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const visitor = await bed.connect();
    visitor.write("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n");
    await arrived;
    visitor.destroy();
    await expect.poll(() => rates.aborts.keys.length).toBe(at);
  }
  expect((await bed.get("demo")).status).toBe(429);
  expect((await bed.get("other")).status).toBe(200);
});

test("an address that tries tokens gets 429, and a valid token still opens its tunnel", async () => {
  await using bed = await createTestbed({ rates: setUp(2) });
  const dial = `GET /svc-tunnel/control HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\nAuthorization: Bearer svc_wrong\r\n\r\n`;
  for (let at = 0; at < 2; at++) expect(await bed.raw(dial)).toMatch(/^HTTP\/1.1 401 /);
  expect(await bed.raw(dial)).toMatch(/^HTTP\/1.1 429 [\s\S]*Retry-After: 30\r\n/);
  await bed.serve("demo", (_request, response) => response.end("here"));
  expect((await bed.get("demo")).body).toBe("here");
});
