import { extractCodes } from "@frontdesk/codes/all";
import { beforeEach, expect, test, vi } from "vitest";
import { createMessageExtractor } from "../../src/inbox/extraction.ts";

vi.mock("@frontdesk/codes/all", () => ({ extractCodes: vi.fn() }));

const found = (value: string, confidence: number) => ({
  ...{ value, shown: `${value}!`, kind: "one_time", confidence },
  ...{ reason: "follows «code»", location: { in: "text", line: 1 } },
});
const finds = (...codes: ReturnType<typeof found>[]) => vi.mocked(extractCodes).mockReturnValue(codes as never);

beforeEach(() => void vi.mocked(extractCodes).mockReset());

test("shows codes that are at least as likely as not, twenty at most, as they are ordered, without why", () => {
  const likely = Array.from({ length: 21 }, (_, at) => found(`${at}`, 0.9 - at / 100));
  finds(found("unlikely", 0.49), found("just", 0.5));
  const extractor = createMessageExtractor();
  expect(extractor.fromSms({ id: "1", sender: "A", body: "text" }).codes).toEqual([
    { value: "just", shown: "just!", kind: "one_time", confidence: 0.5 },
  ]);
  finds(found("unlikely", 0.49), ...likely);
  const { codes } = extractor.fromMail({ id: "2", subject: "", sender: "", body: "text" });
  expect(codes.map(({ value }) => value)).toEqual(likely.slice(0, 20).map(({ value }) => value));
});

test("codes are looked for with all that is known of a message", () => {
  finds();
  const extractor = createMessageExtractor();
  const links = [{ url: "https://shop.test/a", text: "A", isButton: true }];
  const mail = { id: "1", subject: "Welcome", sender: "a@shop.test", body: "text" };
  expect(extractor.fromMail({ ...mail, links })).toEqual({
    links: [{ url: "https://shop.test/a", text: "A" }],
    codes: [],
  });
  const inText = "https://shop.test/b";
  extractor.fromSms({ id: "2", sender: "Shop", body: inText });
  expect(vi.mocked(extractCodes).mock.calls).toEqual([
    ["text", { channel: "email", subject: "Welcome", sender: "a@shop.test", links, format: "text" }],
    [inText, { channel: "sms", sender: "Shop", links: [expect.objectContaining({ url: inText })], format: "text" }],
  ]);
});
