import { createServer } from "@frontdesk/server";
import { expect, onTestFinished, test } from "vitest";
import { call } from "./call.ts";

test("frontdesk audit prints the newest entries as a table or as JSON", async () => {
  const key = "svcagt_TheKeyOfTheCommandsTests00000000000";
  const server = await createServer({ storage: "memory:", bootstrapKey: key, smtp: false, port: 0 });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const env = { FRONTDESK_URL: url, FRONTDESK_KEY: key };
  const printed = await call(["audit"], env);
  expect(printed.out).toMatch(/^at +action +key +target +ip *$/im);
  expect(printed.out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +key\.created +- +key:[0-9a-z]{16} +- *$/m);
  const { out } = await call(["audit", "--limit", "1", "--json"], env);
  expect(JSON.parse(out)).toMatchObject({ entries: [{ action: "key.created", account: "default", ip: null }] });
  expect(await call(["audit", "--limit", "0"], env)).toMatchObject({
    code: 2,
    err: expect.stringContaining("--limit must be a whole number"),
  });
});
