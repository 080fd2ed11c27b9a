import { describe, expect, test } from "vitest";
import { serve } from "../../src/cli/serve.ts";
import { loadSettings, readSettings } from "../../src/cli/settings.ts";

describe("FRONTDESK_JSON", () => {
  test.each([
    ["1", true],
    ["true", true],
    ["0", false],
    ["false", false],
    ["", false],
  ])("%j means %s", (value, json) => {
    expect(readSettings({}, { FRONTDESK_JSON: value }).json).toBe(json);
  });

  test("accepts nothing else, and the flag overrides it", () => {
    expect(() => readSettings({}, { FRONTDESK_JSON: "yes" })).toThrow("FRONTDESK_JSON must be 1 or 0");
    expect(readSettings({ json: true }, { FRONTDESK_JSON: "0" }).json).toBe(true);
    expect(readSettings({ json: false }, { FRONTDESK_JSON: "1" }).json).toBe(false);
  });
});

test("a command prints its warnings at once", () => {
  const lines: string[] = [];
  loadSettings({}, { env: { FRONTDESK_PORTS: "1", FRONTDESK_HOSTS: "a" }, err: (line) => lines.push(line) });
  expect(lines.map((line) => line.split(" ")[0])).toEqual(["FRONTDESK_PORTS", "FRONTDESK_HOSTS"]);
});

test("help truncates a long default, and has no flag for a secret", () => {
  const { options } = serve({ env: {}, out() {}, err() {}, ask: async () => null });
  expect(options.find(({ long }) => long === "--reserved-mailboxes")?.description).toContain(
    "[FRONTDESK_RESERVED_MAILBOXES, default postmaster,abuse,hostmaster,webmaster,ma…]",
  );
  expect(options.filter(({ hidden }) => hidden).map(({ long }) => long)).toEqual([
    "--no-dashboard",
    "--secret",
    "--cluster-secret",
  ]);
});
