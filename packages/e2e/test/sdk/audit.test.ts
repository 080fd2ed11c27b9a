import { createFrontdesk, MissingScopeError } from "@frontdesk/sdk";
import { expect, onTestFinished, test } from "vitest";
import { baseUrl, openDesk } from "./harness.ts";

test("the audit log is read to its end, or as far as the limit says, newest first", async () => {
  const { frontdesk, server } = await openDesk();
  onTestFinished(() => server.close());
  const { audit } = server.services;
  const account = (await server.services.accounts.findByName("default"))!;
  const [created] = await frontdesk.audit.list();
  expect(created).toMatchObject({ action: "key.created", account: "default", key_id: null });
  for (let at = 0; at < 2_500; at++)
    audit.record({ account, key_id: null, action: "message.returned", target: `mailbox:m${at}`, ip: null });
  const all = await frontdesk.audit.list();
  expect(all.map(({ target }) => target)).toEqual([
    ...Array.from({ length: 2_500 }, (_, at) => `mailbox:m${2_499 - at}`),
    created!.target,
  ]);
  expect(await frontdesk.audit.list({ limit: 1_200 })).toEqual(all.slice(0, 1_200));
  await expect(frontdesk.audit.list({ limit: 0 })).rejects.toThrow("`limit` must be a whole number from 1");
});

test("a key without audit:read does not read it", async () => {
  const { frontdesk, server, fetch } = await openDesk();
  onTestFinished(() => server.close());
  const { token } = await frontdesk.agentKeys.create("limited", { scopes: ["mailbox:read"] });
  await expect(createFrontdesk({ baseUrl, key: token, fetch }).audit.list()).rejects.toBeInstanceOf(MissingScopeError);
});
