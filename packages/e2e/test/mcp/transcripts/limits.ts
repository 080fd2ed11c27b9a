import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { nextTool, type Transcript } from "./agent.ts";

/** What a key may do, and what an agent learns from being refused. */
export const limitTranscripts: Transcript[] = [
  {
    number: 11,
    title: "learns which scope its key lacks",
    calls: 2,
    tokens: 300,
    async play({ agent, post }) {
      const { agent_token } = await post<{ agent_token: { token: string } }>("/svc-api/agent-tokens/create", {
        name: "narrow",
        scopes: "mailbox:read",
      });
      const { use } = await agent({ env: { FRONTDESK_KEY: agent_token.token } });
      const refused = await use("mailbox_register");
      assert.deepEqual([refused.facts.code, refused.facts.requiredScope], ["scope_missing", "mailbox:create"]);
      const { facts } = await use(nextTool(refused));
      assert.equal(facts.scopes, "mailbox:read");
    },
  },
  {
    number: 12,
    title: "makes a narrower key for another agent, lists it and revokes it",
    calls: 5,
    tokens: 490,
    async play({ agent }) {
      const owner = await agent({ args: ["--toolsets", "mail,keys"] });
      const { keyId, file } = (await owner.use("key_create", { name: "helper", scopes: "mailbox:read" })).facts;
      const helper = await agent({ env: { FRONTDESK_KEY: readFileSync(file, "utf8").trim() } });
      assert.equal((await helper.use("mailbox_list")).isError, false);
      const { keys } = (await owner.use("key_list")).facts;
      assert.deepEqual(keys, [{ keyId, name: "helper", scopes: "mailbox:read", expires: keys[0].expires }]);
      await owner.use("key_revoke", { keyId });
      const refused = await helper.use("mailbox_list");
      assert.deepEqual([refused.facts.code, nextTool(refused)], ["key_invalid", "account_whoami"]);
    },
  },
  {
    number: 13,
    title: "asks the user which mailbox may go when the quota is reached",
    calls: 9,
    tokens: 1_230,
    async play({ agent }) {
      const { use } = await agent();
      for (let count = 1; count <= 5; count++) await use("mailbox_register", { name: `room-${count}` });
      const full = await use("mailbox_register", { name: "room-6" });
      assert.deepEqual([full.facts.code, nextTool(full)], ["quota_reached", "mailbox_list"]);
      assert.match(full.text, /ask the user/);
      const { mailboxes } = (await use(nextTool(full))).facts;
      assert.ok(mailboxes.every(({ age }: { age: string }) => /^\d+ (?:s|min)$/.test(age)));
      // The user has said which.
      await use("mailbox_delete", { mailbox: mailboxes.at(-1).mailbox });
      assert.equal((await use("mailbox_register", { name: "room-6" })).isError, false);
    },
  },
  {
    number: 14,
    title: "corrects wrong argument names from the error alone",
    calls: 3,
    tokens: 380,
    async play({ desk, agent }) {
      const { use } = await agent();
      const { mailbox } = (await use("mailbox_register", { name: "typo" })).facts;
      await desk.mail("typo", { body: "Your verification code is 640213." });
      const guess = { box: mailbox, wait: 5 };
      const refused = await use("mail_wait_code", guess);
      const allowed = /allowed: ([\w, ]+)\./.exec(refused.text)?.[1]?.split(", ") ?? [];
      const corrected = Object.entries(guess).map(([wrong, value]) => [
        allowed.find((name) => name.toLowerCase().includes(wrong)),
        value,
      ]);
      assert.equal((await use(nextTool(refused), Object.fromEntries(corrected))).facts.code, "640213");
    },
  },
];
