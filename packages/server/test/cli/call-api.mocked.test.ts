import { afterEach, expect, test, vi } from "vitest";
import { callApi } from "../../src/cli/call-api.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const respond = (response: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(response));
const url = "http://desk.test:8787/svc-api/sms/list?n=1";

test("a request ends after ten seconds", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  respond(async () => Response.json({ ok: true }));
  expect(await callApi(url, { method: "POST" })).toEqual({ ok: true });
  expect(timeout).toHaveBeenCalledWith(10_000);
  expect(vi.mocked(fetch).mock.lastCall).toEqual([url, { method: "POST", signal: timeout.mock.results[0]?.value }]);
});

test.each([
  [
    "of Frontdesk with its reason",
    async () => Response.json({ error: "No such inbox." }, { status: 404 }),
    "No such inbox.",
  ],
  [
    "without a reason as that of another program",
    async () => Response.json({}, { status: 500 }),
    "The server at http://desk.test:8787 is not Frontdesk (HTTP 500).",
  ],
  [
    "that is no JSON as that of another program",
    async () => new Response("<html>"),
    "The server at http://desk.test:8787 is not Frontdesk (HTTP 200).",
  ],
  [
    "that never comes by the server's origin",
    () => Promise.reject(new Error("refused")),
    "No server responds at http://desk.test:8787. Is it running, and is --url correct?",
  ],
])("a response %s is an error", async (_what, response, message) => {
  respond(response);
  await expect(callApi(url, {})).rejects.toThrow(message);
});
