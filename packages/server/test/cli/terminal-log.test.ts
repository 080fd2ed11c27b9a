import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createServerLog } from "../../src/cli/log.ts";
import type { ServerOptions } from "../../src/options/options.ts";

let shown: string;

beforeEach(() => {
  shown = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    shown += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

function open(logLevel: ServerOptions["logLevel"] = "info", logFormat: ServerOptions["logFormat"] = "auto") {
  return createServerLog({ logLevel, logFormat }, true);
}

describe("the log on a terminal", () => {
  it("is text, followed by the fields", () => {
    open().info("Mail stored", { to: "ann@desk.test", bytes: 120 });
    expect(shown).toContain("Mail stored to=ann@desk.test bytes=120");
    open("info", "text").warn("Something is odd");
    expect(shown).toContain("Something is odd");
  });

  it("has the lines of its level, and no others", () => {
    expect(open().debug).toBeUndefined();
    open("debug").debug?.("Request", { status: 200 });
    expect(shown).toContain("Request status=200");
    shown = "";
    open("error").info("Mail stored");
    open("error").warn("Something is odd");
    expect(shown).toBe("");
    open("error").error("The storage failed", new Error("no space"));
    expect(shown).toContain("The storage failed");
    expect(shown).toContain("no space");
  });

  it.each([true, false])("has colours only on a terminal that has them: %s", (hasColors) => {
    const { isTTY, hasColors: original } = process.stderr;
    onTestFinished(() => void Object.assign(process.stderr, { isTTY, hasColors: original }));
    Object.assign(process.stderr, { isTTY: true, hasColors: () => hasColors });
    open().warn("Something is odd");
    expect(shown.includes("\u001b[33mwarn ")).toBe(hasColors);
    expect(shown.includes("\u001b")).toBe(hasColors);
  });

  it("shows what was thrown without being an error, without its key", () => {
    const key = "svcagt_TheKeyOfTheTerminalLogTests000";
    open().error("A request failed", `no space for ${key}`);
    open().error("A request failed", 7);
    expect(shown).toContain("  no space for ");
    expect(shown).not.toContain("svcagt_TheKey");
    expect(shown).toContain("\n  7\n");
  });

  it("shows control characters as question marks, and no token", () => {
    const key = `svcagt_${"a".repeat(28)}`;
    open().info(`to \u001b]0;title\u0007 \u202eback ${key}`, { from: "a\u009b31mb", key });
    expect(shown).toContain("to ?]0;title? ?back");
    expect(shown).toContain("from=a?31mb");
    expect(shown).not.toContain(key);
  });

  it("shows warnings with what is known beside them, at its level too, and errors without what a terminal acts on", () => {
    open("warn").warn("Something is odd", { bytes: 120 });
    expect(shown).toContain("Something is odd bytes=120");
    const key = "svcagt_TheKeyOfTheTerminalLogTests000";
    open("warn").error(`lost \u2069of ${key}`, new Error(`no \u009bspace for ${key}`));
    expect(shown).toContain("lost ?of");
    expect(shown).toContain("no ?space for");
    expect(shown).not.toContain("svcagt_TheKey");
    shown = "";
    open("warn").info("Mail stored");
    expect(shown).toBe("");
  });
});
