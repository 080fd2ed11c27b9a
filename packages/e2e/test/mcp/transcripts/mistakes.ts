import assert from "node:assert/strict";
import { nextTool, type Transcript, type World } from "./agent.ts";

const code = (digits: string) => ({ subject: "Your code", body: `Your verification code is ${digits}.` });

/** What models do wrong, and how they get the code all the same. */
export const mistakeTranscripts: Transcript[] = [
  {
    number: 16,
    title: "gets a code that came five minutes before, in a process started since",
    calls: 2,
    tokens: 290,
    async play({ desk, agent, ahead }) {
      const first = await agent();
      const { mailbox } = (await first.use("mailbox_register", { name: "restarted" })).facts;
      await first.close();
      await ahead(-300, () => desk.mail("restarted", code("482913")));
      const { facts } = await (await agent()).use("mail_wait_code", { mailbox });
      assert.equal(facts.code, "482913");
      assert.match(facts.note, /^Arrived 5 min before/);
    },
  },
  {
    number: 17,
    title: "causes each mail first and waits after, twice, and forgets every cursor",
    calls: 3,
    tokens: 410,
    async play({ desk, agent }) {
      const { use } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "twice" })).facts;
      for (const digits of ["100001", "100002"]) {
        await desk.mail("twice", code(digits));
        assert.equal((await use("mail_wait_code", { mailbox })).facts.code, digits);
      }
    },
  },
  {
    number: 18,
    title: "takes the newest of two codes, and is told of the other",
    calls: 2,
    tokens: 300,
    async play({ desk, agent }) {
      const { use } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "resent" })).facts;
      await desk.mail("resent", code("100001"));
      await desk.mail("resent", code("100002"));
      const { facts } = await use("mail_wait_code", { mailbox });
      assert.equal(facts.code, "100002");
      assert.match(facts.older, /^100001 /);
    },
  },
  {
    number: 19,
    title: "waits at the wrong one of two mailboxes, with the other's cursor",
    calls: 6,
    tokens: 660,
    async play({ desk, agent }) {
      const { use } = await agent();
      const one = (await use("mailbox_register", { name: "shop-one" })).facts;
      const other = (await use("mailbox_register", { name: "shop-two" })).facts;
      await desk.mail("shop-two", code("246810"));
      const empty = (await use("mail_wait_code", { mailbox: one.mailbox, waitSeconds: 1 })).facts;
      assert.equal(empty.status, "pending");
      const { facts } = await use("mail_wait_code", { mailbox: other.mailbox });
      assert.equal(facts.code, "246810");
      const mixed = await use("mail_wait_code", { mailbox: one.mailbox, after: facts.cursor, waitSeconds: 1 });
      assert.equal(mixed.facts.code, "bad_argument");
      await desk.mail("shop-one", code("135791"));
      assert.equal((await use(nextTool(mixed), { mailbox: one.mailbox })).facts.code, "135791");
    },
  },
  {
    number: 20,
    title: "calls a tool by a wrong name and is told the nearest",
    calls: 3,
    tokens: 280,
    async play({ desk, agent }) {
      const { use, refused } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "named" })).facts;
      await desk.mail("named", code("975310"));
      const nearest = /nearest is (\w+)/.exec(await refused("wait_for_code_in_mail", { mailbox }))?.[1] ?? "";
      assert.equal((await use(nearest, { mailbox })).facts.code, "975310");
    },
  },
  {
    number: 21,
    title: "sends null, nothing and figures in quotes, and the address with a tag for the mailbox",
    calls: 2,
    tokens: 260,
    async play({ desk, agent }) {
      const { use } = await agent();
      const { address } = (await use("mailbox_register", { name: "tidy" })).facts;
      await desk.mail("tidy", code("111111"));
      await desk.mail("tidy", code("864209"), address.replace("@", "+shop@"));
      const mailbox = address.replace("@", "+shop@");
      const { facts } = await use("mail_wait_code", { mailbox, waitSeconds: "3", after: null, from: "" });
      assert.deepEqual([facts.code, facts.older], ["864209", undefined]);
    },
  },
  {
    number: 22,
    title: "gave the site a mistyped address, and learns of it",
    calls: 3,
    tokens: 420,
    async play({ desk, agent }) {
      const { use } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "sign-up" })).facts;
      desk.server.services.rejectedMail.add("singup@desk.example.com", "unknown_mailbox");
      const { facts } = await use("mail_wait_code", { mailbox, waitSeconds: 1 });
      assert.deepEqual(facts.rejected, ["singup@desk.example.com"]);
      await desk.mail("sign-up", code("555123"));
      assert.equal((await use("mail_wait_code", { mailbox, after: facts.cursor })).facts.code, "555123");
    },
  },
  {
    number: 23,
    title: "waits with a wrong from, which loses nothing",
    calls: 3,
    tokens: 480,
    async play({ desk, agent }) {
      const { use } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "choosy" })).facts;
      await desk.mail("choosy", code("321654"));
      const { facts } = await use("mail_wait_code", { mailbox, from: "@bank.test", waitSeconds: 1 });
      assert.match(facts.next, /did not match the filter/);
      const { cursor } = facts;
      const { code: found } = (await use("mail_wait_code", { mailbox, ...(cursor ? { after: cursor } : {}) })).facts;
      assert.equal(found, "321654");
    },
  },
  {
    number: 24,
    title: "gets a text at a standing SMS inbox that came before the call, in a process started since",
    calls: 2,
    tokens: 330,
    async play(world) {
      const token = await standingInbox(world);
      await push(world, token, "Your code is 908172", -120);
      const { use } = await world.agent();
      const [{ smsInbox }] = (await use("sms_inbox_list")).facts.smsInboxes;
      assert.equal((await use("sms_wait_code", { smsInbox })).facts.code, "908172");
    },
  },
  {
    number: 25,
    title: "reads a text that holds no code",
    calls: 4,
    tokens: 800,
    async play(world) {
      const token = await standingInbox(world);
      await push(world, token, "Your parcel waits for you. Track it: https://post.test/t/98231", 0);
      const { use } = await world.agent();
      const [{ smsInbox }] = (await use("sms_inbox_list")).facts.smsInboxes;
      const { facts } = await use("sms_wait_code", { smsInbox, waitSeconds: 1 });
      assert.match(facts.next, /sms_read with messageId/);
      const [{ messageId }] = (await use("sms_list", { smsInbox })).facts.messages;
      const { text } = await use("sms_read", { smsInbox, messageId });
      assert.match(text, /\[1\] post\.test https:\/\/post\.test\/t\/98231/);
    },
  },
];

async function standingInbox({ post, varies }: World): Promise<string> {
  const { sms_token } = await post<{ sms_token: { id: string; token: string } }>("/svc-api/sms/register");
  varies("smsInbox", sms_token.id);
  return sms_token.token;
}

async function push({ desk, ahead }: World, token: string, body: string, seconds: number): Promise<void> {
  await ahead(seconds, async () => {
    const answer = await fetch(`${desk.url}/svc-api/sms/push`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ phone: "5550123456", sender: "BANK", body }),
    });
    assert.equal(answer.status, 200);
  });
}
