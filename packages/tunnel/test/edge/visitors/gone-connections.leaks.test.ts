import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createTestbed } from "../testbed.ts";

test("connections of visitors that have gone leave nothing at the edge", async () => {
  await using bed = await createTestbed();
  let visits = 0;
  // A head that the edge caches for its connection, so that one which is kept takes some 10 kB.
  const visit = async () => {
    const padding = String(visits++).padEnd(1_800, "x");
    const reply = await bed.raw(
      `GET / HTTP/1.1\r\nHost: nobody.tunnel.localhost\r\nConnection: close\r\nX-Padding: ${padding}\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1.1 404 /);
  };
  await leavesNothing(visit, { calls: 500, bytesPerCall: 4_000 });
});
