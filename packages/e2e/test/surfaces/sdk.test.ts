import { type OperationId, operations } from "@frontdesk/contract";
import { surfaces } from "@frontdesk/contract/surfaces";
import type { Frontdesk } from "@frontdesk/sdk";
import { expect, onTestFinished, test } from "vitest";
import { openDesk } from "../sdk/harness.ts";
import { type FilledAccount, fillAccount, sdkArguments, waitingMethods } from "./sdk-calls.ts";

/** Nothing listens there. A delivery fails, but it was called. */
const unreachableUrl = "http://127.0.0.1:9/hook";

const offers = (Object.keys(surfaces) as OperationId[]).flatMap((id) => {
  const { sdk } = surfaces[id];
  return "reason" in sdk ? [] : sdk.map((method) => [id, method] as const);
});

test.each(offers)("%s is called by %s of the SDK", async (id, method) => {
  const requests: Request[] = [];
  const { frontdesk, server } = await openDesk((fetch) => (request) => {
    requests.push(request);
    return fetch(request);
  });
  onTestFinished(() => server.close());
  const account = await fillAccount(frontdesk, unreachableUrl);
  requests.length = 0;
  await callMethod(account, method, waitingMethods[method] ?? sdkArguments[id]?.(account) ?? []);
  expect(requests.some((request) => isOf(id, request))).toBe(true);
});

/** Methods that combine operations of the table. */
const composedMethods = ["mailboxes.open", "mailboxes.openOrRegister", "smsInboxes.open", "authenticators.open"];

test("every method of the client is in the table", async () => {
  const { frontdesk, server } = await openDesk();
  onTestFinished(() => server.close());
  const listed = new Set<string>([...offers.map(([, method]) => method), ...composedMethods]);
  const methods = methodsOf(frontdesk);
  expect(methods.length).toBeGreaterThan(30);
  expect(methods.filter((method) => !listed.has(method))).toEqual([]);
});

/** Calls a method such as `mailboxes.register`, or one of a handle, such as `Mailbox.recent`. */
async function callMethod(account: FilledAccount, path: string, args: readonly unknown[]): Promise<void> {
  const { frontdesk, mailbox, smsInbox, authenticator } = account;
  const owners = { ...frontdesk, Mailbox: mailbox, SmsInbox: smsInbox, Authenticator: authenticator };
  const [owner = "", name] = path.split(".");
  const target: object = name === undefined ? frontdesk : Reflect.get(owners, owner);
  await Reflect.apply(Reflect.get(target, name ?? owner), target, args);
}

/** Lists the methods of the client, such as `account` and `mailboxes.register`, without the calls by path. */
function methodsOf({ client: _, ...frontdesk }: Frontdesk): string[] {
  return Object.entries(frontdesk).flatMap(([name, member]) =>
    typeof member === "function" ? [name] : Object.keys(member).map((method) => `${name}.${method}`),
  );
}

/** Returns whether a request calls this operation. */
function isOf(id: OperationId, { method, url }: Request): boolean {
  const pattern = operations[id].path.replace(/\{\w+\}/g, "[^/]+");
  return operations[id].method === method && new RegExp(`^${pattern}$`).test(new URL(url).pathname);
}
