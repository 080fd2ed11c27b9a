import { test } from "@frontdesk/testing/vitest";
import { describe, expect } from "vitest";
import { createSignUp } from "./sign-up.ts";

describe.concurrent("signing up", () => {
  test("takes the code that was mailed", async ({ mailbox, frontdeskServer }) => {
    const signUp = createSignUp(frontdeskServer.smtp ?? "");
    const { code } = await mailbox.expectCode(() => signUp.begin(mailbox.address));
    expect(signUp.confirm(mailbox.address, code)).toBe(true);
  });

  test("takes no other", async ({ mailbox, frontdeskServer }) => {
    const signUp = createSignUp(frontdeskServer.smtp ?? "");
    const { code } = await mailbox.expectCode(() => signUp.begin(mailbox.address));
    expect(signUp.confirm(mailbox.address, `${(Number(code) % 899_999) + 100_001}`)).toBe(false);
  });
});
