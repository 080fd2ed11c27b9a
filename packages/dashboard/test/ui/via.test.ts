import { expect, test } from "vitest";
import { describeVia } from "../../src/ui/via.ts";

test.each([
  ["smtp", "over SMTP"],
  ["http", "over HTTP"],
  ["program", "from the server's own program"],
  ["test", "as a test"],
  ["phone", "from a phone"],
  ["sendgrid", "via SendGrid's API"],
  ["ses", "via Amazon SES's API"],
  ["sns", "via Amazon SNS's API"],
  ["postmark", "via Postmark's API"],
  ["constructor", "via Constructor's API"],
])("a message by the channel %s arrived %s", (via, words) => {
  expect(describeVia(via)).toBe(words);
});
