import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { UnreachableError } from "../../src/errors.ts";
import { createClient } from "../../src/requests/client.ts";
import { toCheckedInit } from "../../src/requests/send-request.ts";
import type { RequestLimits } from "../../src/requests/with-limits.ts";

const baseUrl = "https://desk.example";
const down = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });

/** A client over these answers in turns, and how often it asked. */
function over(...answers: (Response | Error)[]) {
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    asked.push(`${request.method} ${await request.text()}`.trim());
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const client = createClient({ baseUrl, key: "svcagt_1", fetch });
  return {
    asked,
    client,
    remove: async () => (await client.DELETE("/svc-api/mailbox/{id}", { params: { path: { id: "m1" } } })).response,
    get: async (limits: RequestLimits = {}) => (await client.GET("/svc-api/account", limits)).response,
    post: async () => (await client.POST("/svc-api/mailbox/register", { body: {} as { name: string } })).response,
    postWithoutBody: async () =>
      (await client.POST("/svc-api/mailbox/{id}/token", { params: { path: { id: "m1" } } })).response,
  };
}
const answer = (status: number, headers: Record<string, string> = {}) => new Response("{}", { status, headers });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What becomes of a call whose pauses pass at once. */
async function settle<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return call;
}

describe("a temporary error is retried", () => {
  test.each([429, 502, 503, 504])("a request that reads, after %i", async (status) => {
    const { get, asked } = over(answer(status), answer(status), answer(200));
    expect((await settle(get())).status).toBe(200);
    expect(asked).toHaveLength(3);
  });

  test("a deletion, which has the same effect twice, after 502 and after a broken connection", async () => {
    const { remove, asked } = over(answer(502), down("ECONNRESET"), answer(200));
    expect((await settle(remove())).status).toBe(200);
    expect(asked).toEqual(["DELETE", "DELETE", "DELETE"]);
  });

  test("a request that reads, after the time limit of the caller's own fetch", async () => {
    const { get, asked } = over(new DOMException("too slow", "TimeoutError"), answer(200));
    expect((await settle(get())).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  test("four times at most, and then the last response is returned", async () => {
    const { get, asked } = over(...Array.from({ length: 5 }, () => answer(503)));
    expect((await settle(get())).status).toBe(503);
    expect(asked).toHaveLength(4);
  });

  test("first after 200 ms at most, and then after twice the time", async () => {
    const { get, asked } = over(answer(503), answer(503), answer(200));
    const call = get();
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(400);
    expect((await call).status).toBe(200);
  });

  test("not if the server asks for a long delay", async () => {
    const { get, asked } = over(answer(429, { "retry-after": "60" }), answer(200));
    expect((await settle(get())).status).toBe(429);
    expect(asked).toHaveLength(1);
  });

  test.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"])(
    "a request that changes something, if %s means that it was not received",
    async (code) => {
      const { post, asked } = over(down(code), answer(200));
      expect((await settle(post())).status).toBe(200);
      expect(asked).toEqual(["POST {}", "POST {}"]);
    },
  );

  test.each([429, 503])(
    "a request that changes something, after %i, with which a server changes nothing",
    async (status) => {
      const { post, asked } = over(answer(status), answer(200));
      expect((await settle(post())).status).toBe(200);
      expect(asked).toHaveLength(2);
    },
  );
});

describe("a request that may have been processed is not repeated", () => {
  test("if the connection broke", async () => {
    const { post, asked } = over(down("ECONNRESET"), answer(200));
    await expect(settle(post())).rejects.toThrow(UnreachableError);
    expect(asked).toHaveLength(1);
  });

  test("if it has no body, such as the rotation of a key", async () => {
    const { postWithoutBody, asked } = over(answer(502), answer(200));
    expect((await settle(postWithoutBody())).status).toBe(502);
    expect(asked).toEqual(["POST"]);
  });

  test.each([502, 504])("if a proxy responds %i", async (status) => {
    const { post, asked } = over(answer(status), answer(200));
    expect((await settle(post())).status).toBe(status);
    expect(asked).toHaveLength(1);
  });
});

describe("what ends a call", () => {
  test("an error that is not the network's is thrown to the caller", async () => {
    const { get } = over(new RangeError("a bug"));
    await expect(settle(get())).rejects.toThrow(new RangeError("a bug"));
  });

  test("the caller's own reason, also during a delay", async () => {
    const stop = new AbortController();
    const { get } = over(answer(503, { "retry-after": "3" }), answer(200));
    const call = get({ signal: stop.signal });
    call.catch(() => {});
    await vi.advanceTimersByTimeAsync(1_000);
    stop.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  });

  test("the caller's own reason, also if it is a timeout", async () => {
    const { get } = over(answer(200));
    const late = new DOMException("the test's own time", "TimeoutError");
    await expect(get({ signal: AbortSignal.abort(late) })).rejects.toBe(late);
  });

  test("its timeout, which is reported as a server that does not respond in time, even if fetch ignores the signal", async () => {
    const client = createClient({ baseUrl, key: "svcagt_1", fetch: () => new Promise(() => {}) });
    const call = client.GET("/svc-api/account", toCheckedInit({ timeout: 20 }, "list()"));
    await expect(call).rejects.toThrow(UnreachableError);
    await expect(call).rejects.toThrow(`The server at ${baseUrl} did not answer in time.`);
  });

  test.each([
    [answer(503, { "retry-after": "3" }), `The server at ${baseUrl} answered 503 until the time ran out.`],
    [down("ECONNREFUSED"), `No server answers at ${baseUrl}.`],
  ])("its time during a pause, and then what came before is said", async (before, sentence) => {
    const { get } = over(before, answer(200));
    await expect(get(toCheckedInit({ timeout: 20 }, "list()"))).rejects.toThrow(sentence);
  });

  test("a mock fetch that returns the same Response twice is reported as such, and not as an unreachable server", async () => {
    const once = answer(200);
    const { get, asked } = over(once, once);
    await get();
    await expect(get()).rejects.toThrow(new Error("`fetch` returned a Response whose body was already read."));
    expect(asked).toHaveLength(2);
  });

  test("a page instead of JSON is an error, whichever path of the API was requested", async () => {
    const { client } = over(new Response("<html>"), new Response("<html>"));
    expect(await client.GET("/svc-api/account")).toMatchObject({ error: "<html>" });
    expect(await client.GET("/svc-api/sms/recent", {})).toMatchObject({ error: "<html>" });
  });

  test("a body that cannot be JSON is the caller's error, not an unreachable server", async () => {
    const { client, asked } = over(answer(200));
    const body = { name: 1n as unknown as string };
    const call = settle(client.POST("/svc-api/mailbox/register", { body }));
    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.not.toThrow(UnreachableError);
    expect(asked).toEqual([]);
  });

  test("a response that breaks off is requested again", async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) });
    const { get, asked } = over(new Response(broken), answer(200));
    expect((await settle(get())).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  test.each(["application/json", "application/problem+json"])(
    "a body of the type %s that was cut off",
    async (type) => {
      const { get } = over(new Response('{"success": tr', { headers: { "content-type": type } }));
      const error = await get().catch((reason: unknown) => reason);
      expect(error).toEqual(new SyntaxError("The JSON of /svc-api/account was cut off. Try again."));
    },
  );

  test("an invalid timeout is rejected before anything is sent", () => {
    expect(() => toCheckedInit({ timeout: -1 }, "list()")).toThrow(RangeError);
    expect(() => toCheckedInit({ timeout: Number.NaN }, "list()")).toThrow(
      /`timeout` must be a number of milliseconds/,
    );
    expect(toCheckedInit({ timeout: Number.POSITIVE_INFINITY }, "list()").deadline).toBe(Number.POSITIVE_INFINITY);
  });
});

test("without retries the first response is returned", async () => {
  const client = createClient({ baseUrl, key: "svcagt_1", fetch: async () => answer(503), retries: false });
  expect((await client.GET("/svc-api/account")).response.status).toBe(503);
});

test("the global `Request` of the moment of a call is used, such as that of a test that replaces it later", async () => {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return answer(200);
  };
  const client = createClient({ baseUrl, key: "svcagt_1", fetch });
  class LaterRequest extends Request {}
  vi.stubGlobal("Request", LaterRequest);
  await client.GET("/svc-api/account").finally(() => vi.unstubAllGlobals());
  expect(requests).toEqual([expect.any(LaterRequest)]);
});
