import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createClient } from "../../src/requests/client.ts";

test.each([
  ["succeeds", async () => new Response("{}", { status: 200 })],
  ["is refused", async () => new Response("{}", { status: 400 })],
  ["fails", () => Promise.reject(new Error("no"))],
])("a call that %s leaves neither its request nor a listener", async (_, fetch) => {
  const client = createClient({ baseUrl: "https://desk.example", key: "svcagt_1", fetch });
  let calls = 0;
  await leavesNothing(
    async ({ signal }) => {
      // In the request, so that one that is kept shows.
      const body = { name: `${calls++}${"n".repeat(60_000)}` };
      await client.POST("/svc-api/mailbox/register", { body, signal }).catch(() => {});
    },
    { calls: 100 },
  );
});
