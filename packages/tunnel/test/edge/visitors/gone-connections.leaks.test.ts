import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createTestbed } from "../testbed.ts";

test("connections of visitors that have gone leave nothing at the edge", async () => {
  await using bed = await createTestbed();
  const visit = async () => {
    const reply = await bed.raw("GET / HTTP/1.1\r\nHost: nobody.tunnel.localhost\r\nConnection: close\r\n\r\n");
    expect(reply).toMatch(/^HTTP\/1.1 404 /);
  };
  // A connection that is kept takes some 5 kB.
  await leavesNothing(visit, { calls: 500, bytesPerCall: 4_500 });
});
