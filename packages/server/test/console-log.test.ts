import { expect, onTestFinished, test, vi } from "vitest";
import { consoleLog } from "../src/log.ts";

test("a server inside another program writes only warnings with their facts and errors with their stacks", () => {
  const written: unknown[][] = [];
  for (const method of ["debug", "info", "log", "warn", "error"] as const) {
    const spy = vi.spyOn(console, method).mockImplementation((...words) => void written.push([method, ...words]));
    onTestFinished(() => spy.mockRestore());
  }
  const error = new Error("The disk is full.");
  expect(consoleLog.debug).toBeUndefined();
  consoleLog.info("Mail stored", { bytes: 1 });
  consoleLog.warn("The storage is nearly full.");
  consoleLog.warn("Mail rejected", { why: "full" });
  consoleLog.error("A request failed", error);
  expect(written).toEqual([
    ["warn", "The storage is nearly full."],
    ["warn", "Mail rejected", { why: "full" }],
    ["error", "A request failed", error],
  ]);
});
