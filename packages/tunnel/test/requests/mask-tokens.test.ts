import { expect, test } from "vitest";
import { maskKnown } from "../../src/requests/mask.ts";

test.each(["svc_", "svcagt_", "svcm_", "svcsms_"])(
  "a token that begins with %s is masked wherever it occurs",
  (prefix) => {
    expect(maskKnown(`said ${prefix}abcdefgh12345678, then left`)).toBe(`said ${prefix}•••, then left`);
  },
);
