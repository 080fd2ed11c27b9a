const { createTestFrontdesk } = require("@frontdesk/testing");
const { createSignUp } = require("./sign-up.js");

let server;
beforeAll(async () => {
  server = await createTestFrontdesk();
});
afterAll(() => server.close());

test("takes the code that was mailed", async () => {
  const signUp = createSignUp(server.deliverMail);
  const mailbox = await server.frontdesk.mailboxes.register();
  const { code } = await mailbox.expectCode(() => signUp.begin(mailbox.address));
  expect(signUp.confirm(mailbox.address, code)).toBe(true);
});

test("takes no other", async () => {
  const signUp = createSignUp(server.deliverMail);
  const mailbox = await server.frontdesk.mailboxes.register();
  const { code } = await mailbox.expectCode(() => signUp.begin(mailbox.address));
  expect(signUp.confirm(mailbox.address, String((Number(code) % 899_999) + 100_001))).toBe(false);
});
