import { collectGarbage, leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { expectRequest } from "../../src/requests/expect-request.ts";
import { iterateRequests } from "../../src/requests/iterate-requests.ts";
import { createRequestFeed } from "../../src/requests/request-feed.ts";

const feed = createRequestFeed();
const url = "http://demo.example";
const sizes = () => ({ subscribers: Number(feed.isListening()) });

function receive(target: string, largeArray: readonly number[]): void {
  const recorder = feed.begin({ method: "POST", target, headers: ["X-Large", largeArray.join("")] });
  recorder?.body(Buffer.alloc(16_384));
  recorder?.end();
}

test("a wait that found its request leaves nothing", async () => {
  await leavesNothing(
    async ({ signal, largeArray }) => {
      const request = await expectRequest({ feed, url }, () => receive("/a", largeArray), { signal });
      expect(request.body).toHaveLength(16_384);
    },
    { sizes },
  );
});

test("a wait that timed out, or whose trigger failed, leaves nothing, nor a request that is incomplete", async () => {
  await leavesNothing(
    async ({ signal, largeArray }) => {
      const begin = () => feed.begin({ method: "GET", target: "/", headers: [] })?.body(Buffer.from(largeArray));
      const fail = () => {
        throw new Error(`failed ${largeArray.length}`);
      };
      await expectRequest({ feed, url }, begin, { signal, timeout: 0 }).catch(() => {});
      await expectRequest({ feed, url }, fail, { signal }).catch(() => {});
    },
    { sizes },
  );
});

test("a loop that ends leaves nothing", async () => {
  await leavesNothing(
    async ({ signal, largeArray }) => {
      const requests = iterateRequests(feed, { signal });
      for (let count = 0; count < 3; count++) receive("/a", largeArray);
      for await (const { method } of requests) if (method === "POST") break;
    },
    { sizes },
  );
});

test.each(["end", "abort"] as const)("a feed with a subscriber forgets a request after its %s", async (last) => {
  const stop = feed.subscribe({ wants: () => true, onRequest() {}, onClose() {} });
  const take = () => {
    const head = { method: "POST", target: "/a", headers: [] };
    feed.begin(head)![last]();
    return new WeakRef(head);
  };
  const heads = Array.from({ length: 10 }, take);
  await collectGarbage();
  // The last one may still stand in a register of the code that ran.
  expect(heads.slice(0, -1).filter((head) => head.deref() !== undefined)).toEqual([]);
  stop();
});
