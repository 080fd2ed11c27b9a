import { beforeEach, describe, expect, test, vi } from "vitest";
import { drawHook, held, problem, type Server, startServer } from "../page.ts";

let server: Server;
let app: typeof import("../../src/app/inbox.ts");

beforeEach(async () => {
  vi.resetModules();
  server = startServer();
  app = await import("../../src/app/inbox.ts");
});

const id = (number: number) => `${String(number).padStart(9, "0")}inboxtag`;
const mail = (number: number) => ({
  id: id(number),
  subject: `Mail ${number}`,
  sender: "a@b.example",
  recipient: "x@desk.example.com",
  snippet: "",
  received_at: new Date(1_000_000_000_000 + number).toISOString(),
  body: `Body ${number}`,
  links: [],
  codes: [],
});
const sms = (number: number) => ({ ...mail(number), phone_id: "p1", phone: "5550100001" });

/** An inbox at the server: what is there, and what arrives later wakes a held wait. */
function serveInbox(path: string, list: "emails" | "messages", toMessage: (number: number) => object, count: number) {
  let latest = count;
  let arrival = held<void>();
  server.respond(path, async (request: Request) => {
    const { searchParams } = new URL(request.url);
    const after = searchParams.get("after");
    const most = Number(searchParams.get("n") ?? 10);
    if (after === null) {
      const numbers = Array.from({ length: Math.min(most, latest) }, (_, at) => latest - at);
      return { [list]: numbers.map(toMessage), cursor: id(latest) };
    }
    const from = Number.parseInt(after, 10);
    if (from >= latest) await arrival.promise;
    const next = Math.min(latest, from + 1);
    return { [list]: next > from ? [toMessage(next)] : [], cursor: id(next), ...(next < latest ? { more: true } : {}) };
  });
  return {
    arrive() {
      latest++;
      const { release } = arrival;
      arrival = held();
      release();
    },
  };
}

describe.each([
  { channel: "mail", path: "mail/recent", list: "emails", toMessage: mail, most: 10 },
  { channel: "SMS", path: "sms/recent", list: "messages", toMessage: sms, most: 20 },
] as const)("the live list of an inbox of $channel", ({ channel, path, list, toMessage, most }) => {
  const use = (token: string, round = 0, onNews?: () => void) =>
    channel === "mail" ? app.useMailInbox(token, round) : app.useSmsInbox(token, round, onNews);
  const ids = (state: ReturnType<typeof use>) => (state.state === "live" ? state.messages.map(({ id }) => id) : []);

  test("shows the existing messages, then each new one, newest first", async () => {
    const inbox = serveInbox(path, list, toMessage, 2);
    const view = drawHook((token: string) => use(token), "svcm_a");
    expect(view.output).toEqual({ state: "loading" });
    await expect.poll(() => ids(view.output)).toEqual([id(2), id(1)]);
    for (const number of [3, 4]) {
      inbox.arrive();
      await expect.poll(() => ids(view.output)[0]).toBe(id(number));
    }
    expect(ids(view.output)).toEqual([id(4), id(3), id(2), id(1)]);
  });

  test(`keeps at most ${most} messages, as the server does`, async () => {
    const inbox = serveInbox(path, list, toMessage, most);
    const view = drawHook((token: string) => use(token), "svcm_a");
    await expect.poll(() => ids(view.output).length).toBe(most);
    for (let number = most + 1; number <= most + 3; number++) {
      inbox.arrive();
      await expect.poll(() => ids(view.output)[0]).toBe(id(number));
    }
    expect(ids(view.output)).toEqual(Array.from({ length: most }, (_, at) => id(most + 3 - at)));
  });

  test("fails if the first read fails", async () => {
    server.respond(path, problem(401, "unauthenticated"));
    const view = drawHook((token: string) => use(token), "svcm_a");
    await expect.poll(() => view.output).toMatchObject({ state: "failed", error: { status: 401 } });
  });

  test("keeps its messages if the wait fails", async () => {
    const wait = held<Response>();
    server.respond(path, (request: Request) =>
      new URL(request.url).searchParams.has("after") ? wait.promise : { [list]: [toMessage(1)], cursor: id(1) },
    );
    const view = drawHook((token: string) => use(token), "svcm_a");
    await expect.poll(() => ids(view.output)).toEqual([id(1)]);
    wait.release(problem(401, "unauthenticated"));
    await expect.poll(() => view.output).toMatchObject({ state: "live", error: { status: 401 } });
    expect(ids(view.output)).toEqual([id(1)]);
  });

  test("aborts its wait with its view, and starts again with another key", async () => {
    serveInbox(path, list, toMessage, 1);
    const view = drawHook((token: string) => use(token), "svcm_a");
    const waits = () => server.requests.filter(({ query }) => "after" in query);
    await expect.poll(() => waits().map(({ key }) => key)).toEqual(["svcm_a"]);
    view.draw("svcm_b");
    await expect
      .poll(() => waits().map(({ key, signal }) => [key, signal.aborted]))
      .toEqual([
        ["svcm_a", true],
        ["svcm_b", false],
      ]);
    view.remove();
    await expect.poll(() => waits().map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });
});

test("mails that do not fit into one response are listed without their text", async () => {
  server.respond("mail/recent", (request: Request) => {
    const query = new URL(request.url).searchParams;
    if (query.has("after")) return new Promise(() => {});
    if (query.get("full") === "true") return { emails: [mail(2)], cursor: id(1), more: true };
    const { body: _, links: __, codes: ___, ...summary } = mail(1);
    return { emails: [{ ...summary, id: id(2) }, summary], cursor: id(2) };
  });
  const view = drawHook((token: string) => app.useMailInbox(token, 0), "svcm_a");
  await expect.poll(() => view.output.state).toBe("live");
  const messages = view.output.state === "live" ? view.output.messages : [];
  expect(messages.map(({ id, body }) => [id, body])).toEqual([
    [id(2), "Body 2"],
    [id(1), undefined],
  ]);
  expect(server.requests.slice(0, 2).map(({ query }) => query)).toEqual([{ n: "10", full: "true" }, { n: "10" }]);
  // What comes next follows the whole list.
  await expect.poll(() => server.requests.at(-1)?.query.after).toBe(id(2));
});

test("an inbox is loaded again when that is asked for, and each message that arrives is told", async () => {
  const inbox = serveInbox("sms/recent", "messages", sms, 1);
  const arrived = vi.fn();
  const view = drawHook((round: number) => app.useSmsInbox("svcsms_a", round, arrived), 0);
  await expect.poll(() => view.output.state).toBe("live");
  expect(arrived).not.toHaveBeenCalled();
  inbox.arrive();
  await expect.poll(() => arrived.mock.calls.length).toBe(1);
  const loads = () => server.requests.filter(({ query }) => query.n === "20" && !("after" in query)).length;
  const before = loads();
  view.draw(1);
  await expect.poll(loads).toBe(before + 1);
});

test("a view that is left while the list without texts loads aborts that too", async () => {
  server.respond("mail/recent", (request: Request) =>
    new URL(request.url).searchParams.get("full") === "true"
      ? { emails: [mail(2)], cursor: id(1), more: true }
      : new Promise(() => {}),
  );
  const view = drawHook((token: string) => app.useMailInbox(token, 0), "svcm_a");
  const second = () => server.requests[1]?.signal.aborted;
  await expect.poll(second).toBe(false);
  view.remove();
  await expect.poll(second).toBe(true);
});
