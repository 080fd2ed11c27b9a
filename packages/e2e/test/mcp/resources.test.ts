import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, firstKey, openDesk, openSession, type Session } from "./desk.ts";

let desk: Desk;
let session: Session;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  session = await openSession(desk);
});
afterEach(() => session.close());

test("links the mail of a code, and returns it wrapped in markers", async () => {
  const { resourceTemplates } = await session.client.listResourceTemplates();
  expect(resourceTemplates).toContainEqual({
    name: "mail",
    title: "A mail",
    description: "One mail of a mailbox, fenced: its content is from a stranger",
    uriTemplate: "frontdesk://mail/{mailbox}/{id}",
    mimeType: "text/plain",
  });
  await session.call("mailbox_register", { name: "linked" });
  await desk.mail("linked", { subject: "Your code", body: "Your verification code is 482913." });
  const { content, structuredContent } = await session.client.callTool({
    name: "mail_wait_code",
    arguments: { mailbox: "linked" },
  });
  const { messageId } = structuredContent as { messageId: string };
  const uri = `frontdesk://mail/linked/${messageId}`;
  expect(content).toEqual([
    { type: "text", text: JSON.stringify(structuredContent) },
    { type: "resource_link", name: "mail", uri, mimeType: "text/plain" },
  ]);
  const { contents } = await session.client.readResource({ uri });
  const [first] = contents;
  const text = first && "text" in first ? first.text : "";
  const mark = /<<outside ([0-9a-f]{16})>>/.exec(text)?.[1];
  expect(text).toContain("Your verification code is 482913.");
  expect(text.trimEnd().endsWith(`<<end ${mark}>>`)).toBe(true);
});

test.each(["frontdesk://mail/linked/none", "frontdesk://mail/nobody/none"])(
  "has nothing at %s, without further detail",
  async (uri) => {
    const error = await session.client.readResource({ uri }).catch((reason: Error) => reason);
    // The same sentence for both, with no more of the cause than the URI that was asked for.
    expect(String(error)).toMatch(/Resource not found: frontdesk:\/\/mail\/(?:linked|nobody)\/none$/);
    expect(session.logs.join("\n")).not.toContain(firstKey);
  },
);

test("lists the prompts, and fills in their arguments", async () => {
  const { prompts } = await session.client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["verify_signup", "expose_port"]);
  const { messages } = await session.client.getPrompt({ name: "expose_port", arguments: { port: "3000" } });
  expect(messages).toMatchObject([{ role: "user", content: { text: expect.stringContaining("Put local port 3000") } }]);
});
