import { expect, onTestFinished, test } from "vitest";
import { type Desk, deliver, openDesk } from "../api/harness.ts";

async function open(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = await openDesk({ edition: "later", ...options });
  onTestFinished(() => desk.server.close());
  return desk;
}

/** How a message reaches an inbox of each channel, and how its reader waits for one. */
const channels = {
  async mail(desk: Desk) {
    const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "a" } })).body;
    return {
      receive: () => deliver(desk, "a"),
      wait: (signal?: AbortSignal) =>
        desk.call("GET", "mail/recent?wait=20", { token: mailbox.token, ...(signal && { signal }) }),
    };
  },
  async sms(desk: Desk) {
    const { token } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
    const body = { phone: "5550100001", sender: "SHOP", body: "Code 481220" };
    return {
      receive: () => desk.call("POST", "sms/push", { token, body }),
      wait: (signal?: AbortSignal) => desk.call("GET", "sms/recent?wait=20", { token, ...(signal && { signal }) }),
    };
  },
};
const names = ["mail", "sms"] as const;

/** The values of some metrics now. */
async function valuesOf(desk: Desk) {
  const text = await desk.server.services.metrics.text();
  const read = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  return {
    mail: read('frontdesk_pending_waits{channel="mail"}'),
    sms: read('frontdesk_pending_waits{channel="sms"}'),
    wakes: read("frontdesk_wake_seconds_count"),
  };
}

test.each(names)(
  "a wait for %s is counted while it is pending, and timed once a message has ended it",
  async (name) => {
    const desk = await open();
    const { receive, wait } = await channels[name](desk);
    expect(await valuesOf(desk)).toEqual({ mail: 0, sms: 0, wakes: 0 });
    const waiting = wait();
    await expect.poll(() => valuesOf(desk)).toEqual({ mail: 0, sms: 0, wakes: 0, [name]: 1 });
    await receive();
    expect((await waiting).status).toBe(200);
    expect(await valuesOf(desk)).toEqual({ mail: 0, sms: 0, wakes: 1 });
  },
);

test("each commit of a request is timed", async () => {
  const desk = await open();
  const count = async () =>
    Number(/^frontdesk_commit_seconds_count (\d+)$/m.exec(await desk.server.services.metrics.text())?.[1]);
  // Also stores when the key was used, which is not stored again within a minute.
  await desk.call("GET", "account");
  const before = await count();
  await desk.call("POST", "mailbox/register", { body: { name: "a" } });
  await desk.call("GET", "mailbox/list");
  expect((await count()) - before).toBe(1);
});

test("a mail shows the time of the system's clock, also after that has jumped", async () => {
  const clock = { at: Date.UTC(2026, 0, 1), now: () => clock.at, monotonic: () => 0 };
  const { receive, wait } = await channels.mail(await open({ clock }));
  clock.at += 5 * 3_600_000;
  await receive();
  expect((await wait()).body.emails).toMatchObject([{ received_at: "2026-01-01T05:00:00.000Z" }]);
});
