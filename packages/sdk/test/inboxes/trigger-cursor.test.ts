import { expect, test } from "vitest";
import { openMailbox } from "../../src/index.ts";

const address = "signup@desk.test";
const page = { success: true, emails: [], cursor: "c1", more: false, missed: 0 };

/** A mailbox whose server responds so; what is requested of it besides the first cursor. */
function open(respond: (request: Request) => Promise<Response> | Response = () => Response.json(page)) {
  const requests: string[] = [];
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    requests.push(decodeURIComponent(pathname.replace("/svc-api/", "") + search));
    return respond(request);
  };
  return { requests, mailbox: openMailbox({ baseUrl: "http://desk.test", key: "svcm_1", address, fetch }) };
}

test.each([
  ["a mailbox", undefined, /^mail\/recent(?!.*to=)/],
  ["an alias", "shop", /^mail\/recent\?.*to=signup\+shop@desk\.test/],
])("the trigger at %s runs after the cursor of its address was read", async (_what, tag, expected) => {
  const { requests, mailbox } = open();
  const handle = tag === undefined ? mailbox : mailbox.alias(tag);
  await handle.currentCursor();
  requests.length = 0;
  const before: string[] = [];
  const trigger = () => void before.push(...requests);
  await handle.expectMessage(trigger, { timeout: 0, errorOnTimeout: false });
  expect(before).toEqual([expect.stringMatching(expected)]);
  for (const request of requests) expect(request).toMatch(expected);
});

test("the read of the cursor before a trigger ends with the signal of the wait", async () => {
  let isSilent = false;
  const stop = new AbortController();
  const { mailbox } = open(({ signal }) =>
    isSilent
      ? new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          stop.abort(new Error("no longer wanted"));
        })
      : Response.json(page),
  );
  await mailbox.currentCursor();
  isSilent = true;
  let triggered = 0;
  await expect(mailbox.expectCode(() => triggered++, { signal: stop.signal })).rejects.toThrow("no longer wanted");
  expect(triggered).toBe(0);
});
