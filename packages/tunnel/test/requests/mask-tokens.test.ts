import { expect, test } from "vitest";
import { maskKnown, maskPath } from "../../src/requests/mask.ts";

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

test.each([
  ["/keys/svcm_abcdefgh12345678/mail?page=1", "/keys/svcm_•••/mail?page=1"],
  ["/verify/eyJabcdefgh.ijklmnop.x", "/verify/•••"],
  ["/?next=/verify/eyJabcdefgh.ijklmnop.x&page=1", "/?next=/verify/•••&page=1"],
])("a token in a path is masked like any other: %s", (path, shown) => {
  expect(maskPath(path)).toBe(shown);
});
