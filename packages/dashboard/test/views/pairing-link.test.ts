import { expect, test } from "vitest";
import { loopbackHost, toPhoneLink } from "../../src/views/phone/pairing-link.ts";

test("a pairing link carries the phone's numbers in its fragment", () => {
  const link = "https://desk.example.com/phone#sms-1";
  expect(toPhoneLink(link, [])).toBe(link);
  const withNumbers = toPhoneLink(link, ["+1 555 0100", "5550101"]);
  expect(withNumbers).toBe(`${link}/%2B1%20555%200100%2C5550101`);
  expect(new URL(withNumbers).pathname).toBe("/phone");
});

test.each([
  ["http://localhost:8787/phone#c", "localhost"],
  ["http://127.0.0.1:8787/phone#c", "127.0.0.1"],
  ["http://127.0.0.2:8787/phone#c", "127.0.0.2"],
  ["http://[::1]:8787/phone#c", "[::1]"],
  ["http://127.0.0.1.example.com/phone#c", null],
  ["http://192.168.1.5:8787/phone#c", null],
  ["https://localhost.example.com/phone#c", null],
  ["no URL", null],
])("the host of %s that no phone can reach is %o", (link, host) => {
  expect(loopbackHost(link)).toBe(host);
});
