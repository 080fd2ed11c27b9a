import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { FrontdeskError } from "../../src/errors.ts";
import type { Cursor } from "../../src/waiting/cursor.ts";
import type { MessageSummary } from "../../src/waiting/inbox-source.ts";
import { anyMessage } from "../../src/waiting/search.ts";
import { waitFor } from "../../src/waiting/wait.ts";
import { failureOf, late, type Message, message, now, type Options, page, settle, start } from "./fake-inbox.ts";

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

describe("a wait", () => {
  test("takes the oldest message first, and no message twice", async () => {
    const pages = [page([message("b"), message("a")])];
    const { state, id } = start(pages);
    expect(await id()).toBe("a");
    expect(state).toMatchObject({ cursor: { type: "cursor", cursor: "a" }, returned: new Set(["a"]) });
    const again = start(pages);
    again.state.returned.add("a");
    expect(await again.id()).toBe("b");
  });

  test("remembers the last thousand messages that it took, and no more", async () => {
    const { state, id } = start([page([message("b")])]);
    for (let number = 0; number < 1_000; number++) state.returned.add(`a${number}`);
    expect(await id()).toBe("b");
    expect([...state.returned]).toEqual([...Array.from({ length: 999 }, (_, index) => `a${index + 1}`), "b"]);
  });

  test.each<[string, Options, Partial<Message>]>([
    ["to another address", { to: "me+x@desk.test" }, {}],
    ["of a sender that is not authenticated", { authenticated: true }, { authenticated: "fail" }],
    ["of another sender", { from: "@b.test" }, {}],
    ["of another subject", { subject: "code" }, { subject: "Hello" }],
    ["that is too old", { maxAge: 1_000 }, { received_at: new Date(now - 1_001).toISOString() }],
    ["that does not match", { match: ({ body }) => body === "other" }, {}],
  ])("takes no message %s", async (_what, options, changes) => {
    const passing = { to: "me+x@desk.test" === options.to ? "ME+x@desk.test" : "me@desk.test" };
    const good = message("b", {
      ...{
        recipient: passing.to,
        authenticated: "pass",
        sender: "Shop <x@b.test>",
        subject: "Your CODE",
        body: "other",
      },
    });
    expect(await start([page([good, message("a", changes)])], options).id()).toBe("b");
  });

  test("asks for the text of a message that an older server lists without it, and skips one that was dropped", async () => {
    const { body: _body, ...bare } = message("a");
    const bodies: Record<string, string> = { b: "text" };
    const summaries = [{ ...bare, id: "b" }, bare] as Message[];
    const { result } = start([page(summaries)], {}, { body: async (id) => bodies[id] ?? null });
    expect((await settle(result)).message).toMatchObject({ id: "b", body: "text" });
  });

  test("asks for that text again after a failure that may pass", async () => {
    const { body: _body, ...bare } = message("a");
    const answers = [late(), new FrontdeskError(503, null, "busy")];
    const { result } = start(
      [page([bare as Message])],
      {},
      {
        async body() {
          const failure = answers.shift();
          if (failure) throw failure;
          return "text";
        },
      },
    );
    expect((await settle(result)).message).toMatchObject({ id: "a", body: "text" });
  });

  test("returns what another wait of the handle has taken meanwhile to nobody twice", async () => {
    const { body: _body, ...bare } = message("a");
    const taken = start(
      [page([message("b"), bare as Message])],
      {},
      {
        async body() {
          taken.state.returned.add("a");
          return "text";
        },
      },
    );
    expect(await taken.id()).toBe("b");
  });

  test("goes on where it was after a failure that may pass, and ends with another", async () => {
    expect(await start([late(), new FrontdeskError(503, null, "busy"), page([message("a")])]).id()).toBe("a");
    const rejected = new FrontdeskError(403, "missing_scope", "no");
    await expect(settle(start([rejected, page([message("a")])]).result)).rejects.toBe(rejected);
  });

  test("asks again for the place where it starts after a failure that may pass", async () => {
    const failures = [late(), new FrontdeskError(503, null, "busy")];
    const { source, state } = start([page([message("a")])]);
    const getState = vi.fn(async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return { ...state, returned: new Set<string>() };
    });
    const { message: found } = await settle(waitFor<MessageSummary, Message, null>(source, getState, anyMessage, {}));
    expect([found.id, getState.mock.calls.length]).toEqual(["a", 3]);
  });

  test("ends with its signal also while that place is not known", async () => {
    const { source } = start([page([])]);
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const wait = waitFor<MessageSummary, Message, null>(source, () => new Promise(() => {}), anyMessage, options);
    const failure = wait.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    const reason = new Error("enough");
    controller.abort(reason);
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.race([failure, "goes on"])).toBe(reason);
  });

  test("pauses for longer after each failure in a row, and briefly again after a response", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    onTestFinished(() => void vi.restoreAllMocks());
    const times: number[] = [];
    const answers = [late(), late(), page([], { more: true }), late(), page([message("a")])];
    const source = {
      async recent() {
        times.push(Date.now() - now);
        const answer = answers.shift()!;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
    expect(await start([], {}, source).id()).toBe("a");
    expect(times).toEqual([0, 200, 600, 600, 800]);
  });

  test("ends with the failure if it lasts until the time is over", async () => {
    const failure = late();
    await expect(settle(start([failure]).result)).rejects.toBe(failure);
  });

  test.each([
    ["", late()],
    [", also one that no retry helps", new Error("aborted")],
  ])("ends with the reason of its signal, and not with the failure that the abort causes%s", async (_kind, failure) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { result } = start(
      [],
      { signal: controller.signal },
      {
        async recent() {
          controller.abort(reason);
          throw failure;
        },
      },
    );
    await expect(settle(result)).rejects.toBe(reason);
  });
});

describe("on a server without cursors", () => {
  const old = (messages: Message[]) => page(messages, { cursor: undefined as unknown as string });

  test("a wait takes no message that was there before", async () => {
    const seen: Cursor = { type: "seen", ids: new Set(["a"]) };
    const { id, state } = start([old([message("a")]), old([message("b"), message("a")])], {}, { cursor: seen });
    expect(await id()).toBe("b");
    expect(state.cursor).toEqual({ type: "seen", ids: new Set(["a", "b"]) });
  });

  test("a wait passes over the messages before the one that it takes, and over none after it", async () => {
    const all = old([message("c"), message("b", { sender: "shop@b.test" }), message("a")]);
    const { id, state } = start([all], { from: "@b.test" }, { cursor: { type: "seen", ids: new Set() } });
    expect(await id()).toBe("b");
    expect(state.cursor).toEqual({ type: "seen", ids: new Set(["a", "b"]) });
  });

  test("a wait takes a message that was received long ago, if it was not there before", async () => {
    const late = message("b", { received_at: new Date(now - 60_000).toISOString() });
    const seen: Cursor = { type: "seen", ids: new Set(["a"]) };
    expect(await start([old([late, message("a")])], {}, { cursor: seen }).id()).toBe("b");
  });

  test("a look back takes no message that is older", async () => {
    const aged = (id: string, ms: number) => message(id, { received_at: new Date(now - ms).toISOString() });
    expect(await start([old([aged("b", 1_000), aged("a", 1_001)])], { lookback: 1_000 }).id()).toBe("b");
  });

  test("it is asked less and less often, at least every five seconds", async () => {
    const times: number[] = [];
    const { result } = start(
      [],
      { timeout: 60_000 },
      {
        async recent() {
          times.push(Date.now() - now);
          return old([]);
        },
      },
    );
    await failureOf(result);
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(pauses.slice(0, 6)).toEqual([1_000, 1_500, 2_250, 3_375, 5_000, 5_000]);
  });

  test("a wait reads once more when its time is over, and not later", async () => {
    const times: number[] = [];
    const { result } = start(
      [],
      { timeout: 2_000 },
      {
        async recent() {
          times.push(Date.now() - now);
          return old([]);
        },
      },
    );
    await failureOf(result);
    expect(times).toEqual([0, 1_000, 2_000]);
  });
});
