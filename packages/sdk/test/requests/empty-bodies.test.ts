import { expect, test } from "vitest";
import { createFrontdesk, FrontdeskError } from "../../src/index.ts";

const openAccount = (respond: () => Response) =>
  createFrontdesk({ baseUrl: "http://frontdesk.test", key: "svcagt_1", retries: false, fetch: async () => respond() });

test("a success that calls itself JSON and has no body is an error of the server, not of the parser", async () => {
  const frontdesk = openAccount(() => new Response("", { headers: { "content-type": "application/json" } }));
  await expect(frontdesk.account()).rejects.toThrow(FrontdeskError);
});
