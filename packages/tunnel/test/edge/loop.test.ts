import type { IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { createTestbed } from "./testbed.ts";

test("a tunnel whose port is the server itself causes a 508 with what to do, after a hop or two", async () => {
  const proven: unknown[] = [];
  await using bed = await createTestbed({ onAuthenticated: (socket) => proven.push(socket) });
  await bed.open("demo", bed.port);
  const { status, body } = await bed.get("demo", "/", { headers: { accept: "application/json" } });
  expect(status).toBe(508);
  expect(JSON.parse(body)).toMatchObject({ code: "loop_detected" });
  expect(body).toMatch(/Give frontdesk-tunnel the port of the app/);
  expect(proven.length).toBeLessThan(20);
});

test("two tunnels that point to each other cause a 508", async () => {
  await using bed = await createTestbed();
  await bed.open("one", bed.port, { hostHeader: "two.tunnel.localhost" });
  await bed.open("two", bed.port, { hostHeader: "one.tunnel.localhost" });
  expect((await bed.get("one")).status).toBe(508);
});

test("an app learns which tunnels a request has passed, and may request its own once more", async () => {
  await using bed = await createTestbed();
  const seen: IncomingHttpHeaders[] = [];
  await bed.serve("demo", (request, response) => {
    seen.push(request.headers);
    response.end("here");
  });
  const [first, again] = [
    await bed.get("demo"),
    await bed.get("demo", "/", { headers: { "cdn-loop": "cdn.example, demo.tunnel.localhost" } }),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(seen.map((headers) => headers["cdn-loop"])).toEqual([
    "demo.tunnel.localhost",
    "cdn.example, demo.tunnel.localhost, demo.tunnel.localhost",
  ]);
});
