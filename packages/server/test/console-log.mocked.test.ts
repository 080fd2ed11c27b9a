import { afterEach, expect, test, vi } from "vitest";
import { consoleLog } from "../src/log.ts";

afterEach(() => vi.restoreAllMocks());

/** What the default log writes to the console, by method. */
function watchConsole() {
  const written: unknown[] = [];
  for (const method of ["debug", "log", "info", "warn", "error"] as const)
    vi.spyOn(console, method).mockImplementation((...parts) => void written.push([method, ...parts]));
  return written;
}

test("the default log of an embedded server shows the facts of a warning", () => {
  const written = watchConsole();
  consoleLog.warn("Mail rejected", { why: "full" });
  consoleLog.warn("Mail rejected");
  expect(written).toEqual([
    ["warn", "Mail rejected", { why: "full" }],
    ["warn", "Mail rejected"],
  ]);
});

test("the default log of an embedded server shows an error with its stack, and no information", () => {
  const written = watchConsole();
  const error = new Error("disk gone");
  consoleLog.info("Frontdesk started", { url: "http://localhost" });
  consoleLog.error("The request failed", error);
  expect(written).toEqual([["error", "The request failed", error]]);
  expect(consoleLog.debug).toBeUndefined();
});
