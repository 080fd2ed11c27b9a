import { expect, test } from "vitest";
import { similarTools } from "../../src/text/similar-tools.ts";

const names =
  "mailbox_register mailbox_list mailbox_delete sms_inbox_register sms_inbox_list sms_inbox_delete mail_read sms_read mail_wait_code sms_wait_code tunnel_start key_create".split(
    " ",
  );

test.each([
  ["create_mailbox", ["mailbox_register"]],
  ["add_mailbox", ["mailbox_register"]],
  ["new-mailbox", ["mailbox_register"]],
  ["mailbox.remove", ["mailbox_delete"]],
  ["cancel_sms_inbox", ["sms_inbox_delete"]],
  ["release_mailbox", ["mailbox_delete"]],
  ["wait_code", ["mail_wait_code", "sms_wait_code"]],
  ["read", ["mail_read", "sms_read"]],
  ["text_read", ["mail_read"]],
  ["mialbox_lsit", ["mailbox_list", "sms_inbox_list"]],
  ["tunel_strat", ["tunnel_start"]],
  ["START_TUNNEL", ["tunnel_start"]],
  ["TUNEL_STRAT", ["tunnel_start"]],
  ["constructor", []],
  ["weather", []],
  ["", []],
])("similar to %s is %j", (unknown, similar) => {
  expect(similarTools(unknown, names)).toEqual(similar);
});

test("a twin is suggested only if it exists", () => {
  expect(similarTools("read", ["mail_read"])).toEqual(["mail_read"]);
});
