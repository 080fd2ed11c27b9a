import { expect, test } from "vitest";
import { rejectFlagsBesideConfig, type TunnelFlags, toTunnelUsage } from "../../src/cli/flags.ts";

test("beside a file of tunnels stand those options alone that mean the command and not one tunnel", async () => {
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
