import { expect, test } from "@frontdesk/testing/playwright";

test("signs in with a mailed code, then an authenticator, then a passkey", async ({ page, mailbox, frontdesk }) => {
  const signInByMail = async () => {
    await page.goto("/");
    await page.getByLabel("Email").fill(mailbox.address);
    const { code } = await mailbox.expectCode(() => page.getByRole("button", { name: "Mail me a code" }).click());
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Go on" }).click();
  };
  const signOut = () => page.getByRole("button", { name: "Sign out" }).click();
  const heading = page.getByRole("heading");

  // 1. The mailed code is enough for a new account.
  await signInByMail();
  await expect(heading).toHaveText(`Signed in: ${mailbox.address}`);

  // 2. The page shows the authenticator's URI once, as the text of its QR code.
  const uri = await page.getByTestId("otpauth-uri").textContent();
  const authenticator = await frontdesk.authenticators.register({ uri: uri ?? "" });
  const { code } = await authenticator.code();
  await page.getByLabel("Authenticator code").fill(code);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("The authenticator is on.")).toBeVisible();

  // From now on the mailed code is not enough. A site accepts each code once, so this waits for the next one.
  await signOut();
  await signInByMail();
  await expect(heading).toHaveText("Second factor");
  await page.getByLabel("Authenticator code").fill("000000");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("Wrong code.")).toBeVisible();
  const next = await authenticator.code();
  expect(next.code).not.toBe(code);
  await page.getByLabel("Authenticator code").fill(next.code);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(heading).toHaveText(`Signed in: ${mailbox.address}`);

  // 3. Playwright's virtual authenticator keeps the passkey; nothing is mailed and no code is typed.
  await page.context().credentials.install();
  await page.goto("/");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkeys: 1")).toBeVisible();
  await signOut();
  await mailbox.expectNothing(() => page.getByRole("button", { name: "Use a passkey" }).click(), { for: 500 });
  await expect(heading).toHaveText(`Signed in: ${mailbox.address}`);

  await frontdesk.authenticators.delete(authenticator.id);
});
