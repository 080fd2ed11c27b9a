import { expect, test } from "@frontdesk/testing/playwright";

for (const who of ["the first", "the second", "the third", "the fourth"])
  test(`${who} signs up`, async ({ page, mailbox }) => {
    await page.goto("/");
    await page.fill("[name=email]", mailbox.address);
    const { code } = await mailbox.expectCode(() => page.click("button"));
    await page.fill("[name=code]", code);
    await page.click("button");
    await expect(page.getByRole("heading")).toHaveText("Welcome");
  });
