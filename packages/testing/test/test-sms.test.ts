import { createFrontdesk, openSmsInbox } from "@frontdesk/sdk";
import { expect, test } from "vitest";
import { createSmsDelivery } from "../src/test-sms.ts";

/** Two SMS inboxes with one number each, and the keys of those that messages were pushed to. */
function openInboxes(firstNumber: string, secondNumber: string) {
  const pushedTo: string[] = [];
  const records = [firstNumber, secondNumber].map((phone, index) => ({
    token: `svcsms_${index}`,
    phones: [{ phone }],
  }));
  const options = {
    baseUrl: "http://desk.test",
    /** Responds as a server that stores each push. */
    async fetch(request: Request) {
      if (request.method === "GET") return Response.json({ success: true, sms_tokens: records });
      pushedTo.push(request.headers.get("authorization")!.replace("Bearer ", ""));
      return Response.json({ success: true, stored: 1, duplicates: 0, phones: [], token_full: false });
    },
  };
  const frontdesk = createFrontdesk({ ...options, key: `svcagt_${"a".repeat(28)}` });
  return { ...createSmsDelivery(frontdesk, (key) => ({ ...options, key })), pushedTo };
}

test.each(["5550177", "305550177", "0305550177", "+49 30 555-0177"])(
  "an SMS to %s reaches the inbox whose number ends in the same seven digits, as on the server",
  async (to) => {
    const { deliver, pushedTo } = openInboxes("1555017788", "1515550177");
    await deliver({ to, body: "Code 4711" });
    expect(pushedTo).toEqual(["svcsms_1"]);
  },
);

test("an SMS reaches no inbox whose number ends in the same six digits alone", async () => {
  const { deliver, pushedTo } = openInboxes("0304550177", "1515550177");
  await deliver({ to: "0305550177", body: "Code 4711" });
  expect(pushedTo).toEqual(["svcsms_1"]);
});

test("an SMS to an inbox arrives on its first number", async () => {
  const numbers = ["5550100001", "5550100002"];
  const phones = numbers.map((phone) => ({ id: phone, phone, message_count: 0, last_received_at: null }));
  const pushed: unknown[] = [];
  const options = {
    baseUrl: "http://desk.test",
    async fetch(request: Request) {
      if (request.method === "GET")
        return Response.json({ success: true, messages: [], phones, cursor: "c", more: false, missed: 0 });
      pushed.push(await request.json());
      return Response.json({ success: true, stored: 1, duplicates: 0, phones: [], token_full: false });
    },
  };
  const frontdesk = createFrontdesk({ ...options, key: `svcagt_${"a".repeat(28)}` });
  const { deliver } = createSmsDelivery(frontdesk, (key) => ({ ...options, key }));
  await deliver({ to: openSmsInbox({ ...options, key: "svcsms_x" }), body: "Code 4711" });
  expect(pushed).toMatchObject([{ phone: "5550100001" }]);
});

test("an SMS with the text and second of others that are stored is from the first second without one", async () => {
  const times: number[] = [];
  const options = {
    baseUrl: "http://desk.test",
    /** Responds as a server that has this text of two seconds. */
    async fetch(request: Request) {
      if (request.method === "GET")
        return Response.json({ success: true, messages: [], phones: [], token_full: false });
      const { received_at }: { received_at: number } = Object(await request.json());
      times.push(received_at);
      return Response.json({ success: true, stored: times.length > 2 ? 1 : 0, phones: [], token_full: false });
    },
  };
  const { deliver } = createSmsDelivery(createFrontdesk({ ...options, key: `svcagt_${"a".repeat(28)}` }), () => {
    throw new Error("The inbox is given.");
  });
  await deliver({ to: openSmsInbox({ ...options, key: "svcsms_x" }), body: "Code 4711" });
  expect(times.map((time) => time - times[0]!)).toEqual([0, 1_000, 2_000]);
});
