import { expect, test, vi } from "vitest";
import { totp } from "../src/totp.ts";

const uri = "otpauth://totp/Shop:anna?secret=JBSWY3DPEHPK3PXP";

test("the code is that of the given time, even the first second of 1970, and by default that of now", () => {
  expect(totp(uri, { at: 0 })).toBe("282760");
  const at = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(at);
  try {
    expect(totp(uri)).toBe(totp(uri, { at }));
  } finally {
    clock.mockRestore();
  }
  expect(totp(uri, { at: 30_000 })).not.toBe("282760");
});
