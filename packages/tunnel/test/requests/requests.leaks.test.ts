import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { expectRequest } from "../../src/requests/expect-request.ts";
import { iterateRequests } from "../../src/requests/iterate-requests.ts";
import { createRequestFeed } from "../../src/requests/request-feed.ts";

const feed = createRequestFeed();
const url = "http://demo.example";
const sizes = () => ({ subscribers: Number(feed.isListening) });

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
