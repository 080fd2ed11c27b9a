import { expect, test } from "vitest";
import { sns } from "../../src/providers/apis/sns.ts";
import { ProviderError, type ProviderFault } from "../../src/providers/provider-error.ts";

// The SDKs of AWS repeat a request after an error of the server, and none after one of the app.
test.each<[ProviderFault, string]>([
  ["failed", "Receiver"],
  ["unavailable", "Receiver"],
  ["invalid", "Sender"],
  ["forbidden", "Sender"],
  ["rate_limited", "Sender"],
])("an error of the kind %s is the fault of the %s", (fault, type) => {
  const { body } = sns.toErrorReply(new ProviderError(fault, "<no>"));
  expect(body).toContain(`<Error><Type>${type}</Type>`);
  expect(body).toContain("<Message>&lt;no&gt;</Message>");
});

test("a message of an error is escaped for XML, without what XML cannot contain", () => {
  const { body } = sns.toErrorReply(new ProviderError("invalid", `<a> & "b"\u0000\u001b\ud83d`));
  expect(body).toContain("<Message>&lt;a&gt; &amp; &quot;b&quot;</Message>");
});
