import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { LimitReachedError } from "@frontdesk/sdk";
import { expect, onTestFinished, test } from "vitest";
import { openDesk } from "./harness.ts";

/** Where a receiver answers every delivery with this status. */
async function receive(status: number): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

test("a webhook is registered with its secret, listed without it, tested and deleted", async () => {
  const { frontdesk, server } = await openDesk();
  onTestFinished(() => server.close());
  const { webhooks, mailboxes } = frontdesk;
  const { id: mailboxId } = await mailboxes.register("shop");
  const url = await receive(204);
  const { secret, ...made } = await webhooks.register(url, { events: ["mail"], mailboxId });
  expect(secret).toMatch(/^whsec_/);
  expect(made).toMatchObject({ url, events: ["mail"], mailbox_id: mailboxId });
  expect(await webhooks.test(made.id)).toMatchObject({ status: 204 });
  const [listed, ...others] = await webhooks.list();
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ id: made.id, deliveries: [{ status: 204 }] });
  expect(JSON.stringify(listed)).not.toContain(secret);
  await webhooks.delete(made.id);
  expect(await webhooks.list()).toEqual([]);
});

test("a webhook of one SMS inbox shows what a failing receiver responded", async () => {
  const { frontdesk, server } = await openDesk();
  onTestFinished(() => server.close());
  const { id: smsId } = await frontdesk.smsInboxes.register();
  const { id } = await frontdesk.webhooks.register(await receive(500), { smsId: smsId! });
  expect(await frontdesk.webhooks.test(id)).toMatchObject({ status: 500 });
});

test("an unknown option is rejected, and so is a webhook above the limit", async () => {
  const { frontdesk, server } = await openDesk();
  onTestFinished(() => server.close());
  const { webhooks } = frontdesk;
  const settings = { mailbox: "shop" } as object;
  await expect(webhooks.register("http://127.0.0.1:1", settings)).rejects.toThrow("no option `mailbox`");
  for (let count = 0; count < 20; count++) await webhooks.register(`http://127.0.0.1:1/${count}`);
  await expect(webhooks.register("http://127.0.0.1:1/more")).rejects.toBeInstanceOf(LimitReachedError);
});
