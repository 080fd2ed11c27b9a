import { expect, test } from "vitest";
import { createFrontdesk } from "../../src/index.ts";

/** Pages of the log, two entries each, and the limits that were asked for. */
function setUp() {
  const limits: (string | null)[] = [];
  const fetch = async (input: string | URL | Request) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input);
    limits.push(searchParams.get("limit"));
    const page = Number(searchParams.get("cursor") ?? 0);
    return Response.json({ entries: [{ at: `${page}a` }, { at: `${page}b` }], next: page < 2 ? `${page + 1}` : null });
  };
  const { audit } = createFrontdesk({ baseUrl: "http://localhost:8787", key: `svcagt_${"a".repeat(28)}`, fetch });
  return { audit, limits };
}

test("the audit log is read page by page, up to the limit", async () => {
  const { audit, limits } = setUp();
  expect(await audit.list()).toHaveLength(6);
  expect((await audit.list({ limit: 4 })).map(({ at }) => at)).toEqual(["0a", "0b", "1a", "1b"]);
  expect(limits).toEqual(["1000", "1000", "1000", "4", "2"]);
});

test.each([0, -1, 1.5, Number.NaN])("a limit of %s is rejected before anything is sent", async (limit) => {
  const { audit, limits } = setUp();
  await expect(audit.list({ limit })).rejects.toThrow(RangeError);
  expect(limits).toEqual([]);
});
