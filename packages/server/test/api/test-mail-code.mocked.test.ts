import * as crypto from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDesk } from "./harness.ts";

vi.mock("node:crypto", async (original) => ({ ...(await original<object>()), randomInt: vi.fn() }));

test.each([
  [0, "000000"],
  [4_711, "004711"],
  [999_999, "999999"],
])("the code of a test mail made from %i has six digits: %s", async (number, code) => {
  vi.mocked(crypto.randomInt).mockImplementation((() => number) as typeof crypto.randomInt);
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "ann" } })).body;
  expect((await desk.call("POST", `mailbox/${mailbox.id}/test`)).body.code).toBe(code);
  expect(vi.mocked(crypto.randomInt).mock.lastCall).toEqual([1_000_000]);
});
