import { expect, test } from "vitest";
import { type ForwarderName, forwarders } from "../../src/sms/forwarders/index.ts";

const [first, second] = ["5550123456", "5550987654"];
const token = "svcsms_key";
const target = { url: "https://desk.test", token, id: "sms1", phones: [first] as [string, string?] };
const withTwoSims = { ...target, phones: [first, second] as [string, string] };

/** The lines of a setup that contain one of these words. */
const linesWith = (name: ForwarderName, given: typeof target, word: RegExp) =>
  forwarders[name]
    .setup(given)
    .filter((line) => word.test(line))
    .map((line) => line.trim().replace(/ {2,}/g, "  "));

test("a phone with one number gets one rule for any SIM, and one with two a rule for each", () => {
  const app = "incoming-sms-gateway";
  expect(linesWith(app, target, /SIM/)).toEqual(["Rule for SIM 1: press +, then", "SIM slot  any"]);
  expect(linesWith(app, withTwoSims, /SIM/)).toEqual([
    "Rule for SIM 1: press +, then",
    "SIM slot  1",
    "Rule for SIM 2: press +, then",
    "SIM slot  2",
  ]);
  const templates = linesWith(app, withTwoSims, /JSON template/);
  expect(templates).toMatchObject([expect.stringContaining(first), expect.stringContaining(second)]);
});

test("SmsForwarder's rule is for all SIMs of a phone with one number, and else for the sender's own", () => {
  const slotsOf = (given: typeof target) =>
    linesWith("smsforwarder", given, /^Rules/).map((line) => /SIM slot (\w+),/.exec(line)?.[1]);
  expect([slotsOf(target), slotsOf(withTwoSims)]).toEqual([["all"], ["SIM1", "SIM2"]]);
});

test("the companion's setup names the numbers that the phone has", () => {
  expect(linesWith("companion", target, /number/)).toEqual([`with the key ${token} and the number ${first}.`]);
  const both = `with the key ${token} and the numbers ${first}, ${second}.`;
  expect(linesWith("companion", withTwoSims, /number/)).toEqual([both]);
});

test("SMSGate's webhook has the number of each SIM", () => {
  const [command] = forwarders.smsgate.setup(withTwoSims).filter((line) => line.includes("-d '"));
  expect(JSON.parse(/-d '(.*)'$/.exec(command!)![1]!)).toEqual({
    id: "frontdesk",
    url: `https://desk.test/svc-api/sms/sms1/smsgate?phone=${first}&phone2=${second}`,
    event: "sms:received",
  });
});

test("an imported rule sends every SMS again until it arrives, and checks the server's certificate", () => {
  const template = `{"phone":"${first}","messages":[{"phone":"${first}","sender":"%from%","body":"%text%","received_at":%receivedStamp%}]}`;
  expect(JSON.parse(forwarders["incoming-sms-gateway"].toImportFile(target))).toEqual([
    {
      key: "frontdesk-sim-1",
      sender: "*",
      is_sender_regex: false,
      url: "https://desk.test/svc-api/sms/push",
      sim_slot: 0,
      template,
      headers: JSON.stringify({ "User-agent": "SMS Forwarder App", Authorization: `Bearer ${token}` }),
      retries_number: 10,
      ignore_ssl: false,
      chunked_mode: false,
      is_sms_enabled: true,
      store_failed: true,
      local_mode: false,
    },
  ]);
});
