import { createMailParser, createParserPool } from "@frontdesk/mail-reader";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMailParsing } from "../../src/smtp/mail-parsing.ts";

vi.mock("@frontdesk/mail-reader", { spy: true });

test.each([
  ["in the worker thread", () => vi.mocked(createParserPool).mock.lastCall?.[0]?.onFailure],
  ["beside other work", () => vi.mocked(createMailParser).mock.lastCall?.[1]?.onParseFailure],
])("the log says why a mail %s was read only in part", async (_where, reportOf) => {
  const log = { warn: vi.fn() };
  const parsing = createMailParsing(log);
  onTestFinished(() => parsing.close());
  parsing.createParser({ sender: "" }, ["sender 127.0.0.1"]);
  reportOf()?.("too deep");
  const line = "Mail parsing failed; the mail was stored with a plain reading: too deep";
  expect(log.warn.mock.calls).toEqual([[line]]);
});

test("a mail is parsed in the pool, and charged to its parties", async () => {
  const parsing = createMailParsing(undefined);
  onTestFinished(() => parsing.close());
  const parties = ["sender 127.0.0.1", "mailbox a"];
  parsing.createParser({ sender: "a@b.test" }, parties);
  const [envelope, options] = vi.mocked(createMailParser).mock.lastCall ?? [];
  expect([envelope, options?.parties]).toEqual([{ sender: "a@b.test" }, parties]);
  expect(options?.pool).toBe(parsing.pool);
});
