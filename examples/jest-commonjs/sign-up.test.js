const { createTestDesk } = require("@frontdesk/testing");
const { createSignUp } = require("./sign-up.js");

let desk;
beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.close());

test("takes the code that was mailed", async () => {
  const signUp = createSignUp(desk.deliver);
  const mailbox = await desk.frontdesk.mailboxes.register();
  const { code } = await mailbox.expectCode(() => signUp.begin(mailbox.address));
  expect(signUp.confirm(mailbox.address, code)).toBe(true);
});

test("takes no other", async () => {
  const signUp = createSignUp(desk.deliver);
  const mailbox = await desk.frontdesk.mailboxes.register();
  const { code } = await mailbox.expectCode(() => signUp.begin(mailbox.address));
  expect(signUp.confirm(mailbox.address, String((Number(code) % 899_999) + 100_001))).toBe(false);
});
