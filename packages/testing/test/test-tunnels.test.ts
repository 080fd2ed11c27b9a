import { expect, test } from "vitest";
import { createTestTunnels } from "../src/fixtures/test-tunnels.ts";
import { createTestFrontdesk } from "../src/index.ts";

test("a test's tunnels release their names, even if the test has deleted one itself", async () => {
  await using desk = await createTestFrontdesk({ listen: true });
  const { frontdesk } = desk;
  const { open, close } = createTestTunnels(frontdesk);
  await open({ port: 1 });
  await open({ port: 1 });
  const [first] = await frontdesk.subdomains.list();
  await frontdesk.subdomains.delete(first?.id ?? "");
  await close();
  expect(await frontdesk.subdomains.list()).toEqual([]);
});
