import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { runInProcess } from "../edge/command.ts";
import { createTestbed, type Testbed } from "../edge/testbed.ts";

const flagsFor = (bed: Testbed, port: number) => {
  const server = `http://127.0.0.1:${bed.port}`;
  return ["-k", bed.register("demo"), "-p", `${port}`, "--url", server, "--json"];
};

test("--drain is in seconds, in which running requests may finish", async () => {
  await using bed = await createTestbed();
  const asked: ServerResponse[] = [];
  const app = await bed.startApp((_request, response) => asked.push(response));
  const command = runInProcess([...flagsFor(bed, (app.address() as AddressInfo).port), "--drain", "60"]);
  await command.next("online");
  const running = bed.get("demo");
  await expect.poll(() => asked.length).toBe(1);
  const left = command.stop();
  await command.next("draining");
  asked[0]!.end("finished");
  expect((await running).body).toBe("finished");
  expect(await left).toBe(0);
});

test.each([
  ["none beside --json", [], false],
  ["one beside --json that is asked for", ["--inspect", "0"], true],
  ["none that is asked for and refused", ["--inspect", "0", "--no-inspect"], false],
])("the inspector is on or off: %s", async (_what, more, shown) => {
  await using bed = await createTestbed();
  const command = runInProcess([...flagsFor(bed, 1), ...more]);
  await command.next("online");
  expect(command.said.includes('"inspector"')).toBe(shown);
});
