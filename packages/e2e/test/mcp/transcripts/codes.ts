import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { nextTool, type Transcript, type World } from "./agent.ts";

const code = (digits: string) => ({ subject: "Your code", body: `Your verification code is ${digits}.` });

/** Codes and links by mail. */
export const mailTranscripts: Transcript[] = [
  {
    number: 1,
    title: "signs up with a code by mail",
    calls: 3,
    tokens: 270,
    async play({ desk, agent }) {
      const { use } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "sign-up" })).facts;
      await desk.mail("sign-up", code("482913"));
      assert.equal((await use("mail_wait_code", { mailbox })).facts.code, "482913");
      assert.equal((await use("mailbox_delete", { mailbox })).isError, false);
    },
  },
  {
    number: 2,
    title: "gets a code that comes after two pending rounds",
    calls: 4,
    tokens: 390,
    async play({ desk, agent }) {
      const { use } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "slow" })).facts;
      let { facts } = await use("mail_wait_code", { mailbox, waitSeconds: 1 });
      facts = (await use("mail_wait_code", { mailbox, waitSeconds: 1, after: facts.cursor })).facts;
      assert.equal(facts.status, "pending");
      await desk.mail("slow", code("135790"));
      facts = (await use("mail_wait_code", { mailbox, after: facts.cursor })).facts;
      assert.equal(facts.code, "135790");
    },
  },
  {
    number: 3,
    title: "is told how old a code is that lay in a mailbox before, and gets the new one",
    calls: 2,
    tokens: 390,
    async play({ desk, agent, post, ahead }) {
      await post("/svc-api/mailbox/register", { name: "reused" });
      await ahead(-40, () => desk.mail("reused", code("111111")));
      const { use } = await agent();
      const { facts } = await use("mail_wait_code", { mailbox: "reused" });
      assert.equal(facts.code, "111111");
      assert.match(
        facts.note,
        /before this call\. If the site rejects it, call mail_wait_code with after set to this cursor/,
      );
      await desk.mail("reused", code("222222"));
      assert.equal((await use("mail_wait_code", { mailbox: "reused", after: facts.cursor })).facts.code, "222222");
    },
  },
  {
    number: 4,
    title: "gets a magic link where there is no code",
    calls: 2,
    tokens: 300,
    async play({ desk, agent }) {
      const link = "https://shop.test/login/magic?token=abcdef1234567890";
      const { use } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "magic" })).facts;
      await desk.mail("magic", { subject: "Log in", body: `Log in by following this link:\n${link}\n` });
      const { facts } = await use("mail_wait_code", { mailbox });
      assert.deepEqual([facts.status, facts.link, facts.code], ["found", link, undefined]);
    },
  },
  {
    number: 5,
    title: "reads a long mail in parts",
    calls: 5,
    tokens: 4_460,
    async play({ desk, agent }) {
      const { use } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "terms" })).facts;
      const body = `${"We have changed our terms of service once more. ".repeat(200)}\nThey begin on Friday.`;
      await desk.mail("terms", { subject: "New terms", body });
      let { text, facts } = await use("mail_wait_code", { mailbox, waitSeconds: 1 });
      const messageId = /mail_read with messageId (\w+)/.exec(facts.next)?.[1];
      for (let part: number | undefined = 1; part; part = Number(/mail_read with part (\d+)/.exec(text)?.[1]))
        ({ text, facts } = await use("mail_read", { mailbox, messageId, ...(part > 1 ? { part } : {}) }));
      assert.match(text, /They begin on Friday\./);
    },
  },
];

/** Codes by SMS. */
export const smsTranscripts: Transcript[] = [
  {
    number: 6,
    title: "gets a code by SMS",
    calls: 3,
    tokens: 330,
    async play(world) {
      const { use } = await world.agent();
      const { smsInbox, keyFile } = (await use("sms_inbox_register")).facts;
      const waiting = use("sms_wait_code", { smsInbox });
      await world.held();
      await push(world, keyFile, "Your code is 908172");
      assert.equal((await waiting).facts.code, "908172");
      assert.equal((await use("sms_inbox_delete", { smsInbox })).isError, false);
    },
  },
  {
    number: 7,
    title: "starts over when an SMS token expires under a wait",
    calls: 6,
    tokens: 610,
    async play(world) {
      const { sms_token } = await world.post<{ sms_token: { id: string } }>("/svc-api/sms/register");
      const { use } = await world.agent();
      const [{ smsInbox }] = (await use("sms_inbox_list")).facts.smsInboxes;
      const waiting = use("sms_wait_code", { smsInbox });
      await world.held();
      await world.post(`/svc-api/sms/${sms_token.id}/token`);
      const expired = await waiting;
      assert.deepEqual([expired.facts.code, nextTool(expired)], ["expired", "sms_inbox_list"]);
      const [old] = (await use("sms_inbox_list")).facts.smsInboxes;
      await use("sms_inbox_delete", { smsInbox: old.smsInbox });
      const fresh = (await use("sms_inbox_register")).facts;
      await push(world, fresh.keyFile, "Use 550128 to log in");
      assert.equal((await use("sms_wait_code", { smsInbox: fresh.smsInbox })).facts.code, "550128");
    },
  },
];

/** A person's phone forwards a text with the key in the file. */
async function push({ desk }: World, keyFile: string, body: string): Promise<void> {
  const answer = await fetch(`${desk.url}/svc-api/sms/push`, {
    method: "POST",
    headers: { authorization: `Bearer ${readFileSync(keyFile, "utf8").trim()}`, "content-type": "application/json" },
    body: JSON.stringify({ phone: "5550123456", sender: "BANK", body }),
  });
  assert.equal(answer.status, 200);
}
