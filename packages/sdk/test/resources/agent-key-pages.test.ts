import { expect, test } from "vitest";
import { createFrontdesk } from "../../src/index.ts";

test("agent keys are listed from all pages", async () => {
  const frontdesk = createFrontdesk({
    baseUrl: "https://desk.example",
    key: "svcagt_1",
    fetch: async ({ url }) => {
      const cursor = new URL(url).searchParams.get("cursor");
      const page =
        cursor === null ? { agent_tokens: [{ id: "a" }], next: "c1" } : { agent_tokens: [{ id: "b" }], next: null };
      return Response.json({ success: true, ...page });
    },
  });
  expect((await frontdesk.agentKeys.list()).map(({ id }) => id)).toEqual(["a", "b"]);
});
