import { expect, test } from "vitest";
import { rejectFlagsBesideConfig, type TunnelFlags, toTunnelUsage } from "../../src/cli/flags.ts";

test("with --config, only options that apply to the whole command are allowed", async () => {
  const names = [...new Set((await toTunnelUsage()).match(/(?<=--)[a-z-]+/g))];
  const taken = names.filter((name) => {
    try {
      rejectFlagsBesideConfig({ [name]: "given" } as TunnelFlags);
      return true;
    } catch (error) {
      expect(String(error)).toContain(`--${name}: with --config`);
      return false;
    }
  });
  const whole = ["url", "config", "inspect", "no-inspect", "qr", "drain", "json", "log-format"];
  expect(taken.sort()).toEqual(whole.sort());
});
