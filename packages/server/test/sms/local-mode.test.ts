import { expect, test } from "vitest";
import { forwarders } from "../../src/sms/forwarders/index.ts";
import { isSamePhone, isValidPhone, normalizePhone } from "../../src/sms/phone.ts";

const target = { token: "svcsms_x", id: "1", phones: ["5550123456"] as [string] };

test.each([
  ["http://localhost:8787", true],
  ["http://desk.local", true],
  ["http://desk.lan:1", true],
  ["http://desk.home.arpa", true],
  ["http://10.0.0.1", true],
  ["http://127.0.0.1:8787", true],
  ["http://192.168.0.1", true],
  ["http://172.16.0.1", true],
  ["http://172.19.0.1", true],
  ["http://172.20.0.1", true],
  ["http://172.29.0.1", true],
  ["http://172.31.0.1", true],
  ["http://172.15.0.1", false],
  ["http://172.32.0.1", false],
  ["http://192.169.0.1", false],
  ["http://11.0.0.1", false],
  ["https://desk.example.com", false],
  // Public names that begin like local ones.
  ["https://localhost.example.com", false],
  ["https://desk.local.example.com", false],
  ["https://a.lan-party.example", false],
  ["https://10.example.com", false],
  ["https://127.example.com:8443", false],
])("the server at %s is in the phone's own network: %j", (url, isLocal) => {
  const [rule] = JSON.parse(forwarders["incoming-sms-gateway"].toImportFile({ ...target, url }));
  expect(rule.local_mode).toBe(isLocal);
});

test.each([
  ["123456", false],
  ["1234567", true],
  ["123456789012345", true],
  ["1234567890123456", false],
  ["0012345678", false],
  ["0123456789", true],
  ["+1234567", false],
  ["12345 67", false],
])("%s is stored as the number: %j", (phone, isValid) => expect(isValidPhone(phone)).toBe(isValid));

test("a number has at most 64 characters, and the last seven digits identify it", () => {
  expect(normalizePhone(`5550123456${" ".repeat(54)}`)).toBe("5550123456");
  expect(normalizePhone(`5550123456${" ".repeat(55)}`)).toBeNull();
  expect(isSamePhone("415550123456", "0123456")).toBe(true);
  expect(isSamePhone("415550123456", "1123456")).toBe(false);
});
