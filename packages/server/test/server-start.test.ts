import { createStorage } from "unstorage";
import { expect, onTestFinished, test, vi } from "vitest";
import { callAdmin } from "../src/admin/admin-socket.ts";
import { createServer } from "../src/server.ts";
import { type Desk, deliver, openDesk } from "./api/harness.ts";
import { temporaryFolder } from "./storage/folder.ts";
import { startReceiver } from "./webhooks/receiver.ts";

async function open(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = await openDesk(options);
  onTestFinished(() => desk.server.close());
  return desk;
}

test("a starting server sends what its last run left in the queues of webhooks", async () => {
  const storage = createStorage();
  const receiver = await startReceiver();
  const succeed = receiver.answer;
  receiver.answer = (_request, response) => void response.writeHead(503).end();
  const before = await open({ storage });
  receiver.secret = (await before.call("POST", "webhooks/register", { body: { url: receiver.url } })).body.secret;
  await before.call("POST", "mailbox/register", { body: { name: "signup" } });
  await deliver(before, "signup");
  await receiver.count(1);
  await before.server.close();
  receiver.answer = succeed;
  // When the first wait after a failure has passed.
  await open({ storage, clock: { now: () => Date.now() + 60_000 } });
  const [first, second] = await receiver.count(2);
  expect(second?.id).toBe(first?.id);
});

test("the warnings of a server say what its storage may lose, and which key it ignores", async () => {
  const storage = `fs:${temporaryFolder().dir}`;
  const notCrashSafe = "fs: is not crash-safe: a power failure loses acknowledged messages. Use lmdb:<dir>.";
  const { server } = await open({ storage });
  expect(server.warnings).toEqual([notCrashSafe]);
  await server.close();
  const wrongKey =
    "FRONTDESK_BOOTSTRAP_KEY is not a key of this storage and is ignored: it names the first key of empty storage alone. " +
    "Take the variable away, and make a key with `frontdesk key create`.";
  const again = await open({ storage, bootstrapKey: "svcagt_AnotherAnotherAnother1234" });
  expect(again.server.warnings).toEqual([notCrashSafe, wrongKey]);
});

test("a system clock that jumps ahead dates new mails and deletes no old one", async () => {
  const state = { wall: Date.UTC(2026, 0, 1), passed: 0 };
  const desk = await open({ clock: { now: () => state.wall, monotonic: () => state.passed } });
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  await deliver(desk, "signup", { subject: "before" });
  state.wall = Date.UTC(2028, 0, 1);
  await deliver(desk, "signup", { subject: "after" });
  const { emails } = (await desk.call("GET", "mail/recent", { token: mailbox.token })).body;
  expect(emails).toMatchObject([
    { subject: "after", received_at: "2028-01-01T00:00:00.000Z" },
    { subject: "before", received_at: "2026-01-01T00:00:00.000Z" },
  ]);
});

test("entries of the audit log are stored just before the next mail or SMS, to share its write to the disk", async () => {
  /** Indexes of inboxes that were stored so far. */
  let indexes = 0;
  const desk = await open({
    wrapKv: (kv) => ({
      ...kv,
      async commit(writes) {
        await kv.commit(writes);
        indexes += writes.filter(([key]) => /^inbox:\w+$/.test(key)).length;
      },
    }),
  });
  await desk.call("POST", "mailbox/register", { body: { name: "signup" } });
  const { sms_token } = (await desk.call("POST", "sms/register", { body: {} })).body;
  const storedAt: number[] = [];
  vi.spyOn(desk.server.services.audit, "storeWithNextCommit").mockImplementation(() => void storedAt.push(indexes));
  await deliver(desk, "signup");
  await desk.call("POST", "sms/push", {
    token: sms_token.token,
    body: { phone: "5550100001", sender: "SHOP", body: "Code 903114" },
  });
  expect([storedAt, indexes]).toEqual([[0, 1], 2]);
});

test("an embedded server returns its first key once, and the next start leaves it valid", async () => {
  const storage = `lmdb:${temporaryFolder().dir}/data`;
  const start = () => createServer({ storage, smtp: false, log: { info() {}, warn() {}, error() {} } });
  const first = await start();
  expect(first.key).toMatch(/^svcagt_/);
  await first.close();
  const second = await start();
  onTestFinished(() => second.close());
  expect(second.key).toBeNull();
  const headers = { authorization: `Bearer ${first.key}` };
  expect((await second.fetch(new Request("http://desk.test/svc-api/account", { headers }))).status).toBe(200);
});

test("a command that comes before a server listens has its response once the port is open", async () => {
  const dir = `${temporaryFolder().dir}/data`;
  const { server } = await open({ storage: `lmdb:${dir}`, port: 0, drain: 0 });
  const response = callAdmin(dir, { do: "account list" }, { timeoutMs: 5_000 });
  await server.listen();
  expect(await response).toMatchObject({
    isRunning: true,
    response: { result: { accounts: [{ name: "default" }] } },
  });
});
