import { expect, test } from "vitest";
import { maskKnown } from "../../src/requests/mask.ts";

test.each(["svc_", "svcagt_", "svcm_", "svcsms_"])(
  "a token that begins with %s is masked wherever it occurs",
  (prefix) => {
    expect(maskKnown(`said ${prefix}abcdefgh12345678, then left`)).toBe(`said ${prefix}•••, then left`);
  },
);

test("a signed token is masked whose first two parts have eight characters after their beginning, not fewer", () => {
  expect(maskKnown("see eyJabcdefgh.ijklmnop.x!")).toBe("see •••!");
  expect(maskKnown("eyJabcdefgh.ijklmnop.x, eyJabcdefgh.ijklmnop.y")).toBe("•••, •••");
  expect(maskKnown("see eyJabcdefg.ijklmnop.x!")).toBe("see eyJabcdefg.ijklmnop.x!");
  expect(maskKnown("see eyJabcdefgh.ijklmno.x!")).toBe("see eyJabcdefgh.ijklmno.x!");
});
