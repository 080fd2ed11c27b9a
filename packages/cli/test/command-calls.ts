import { expect } from "vitest";
import { account, authenticator, connection, entry, mails, smsMessages } from "./account-responses.ts";
import { mailbox, smsInbox, url } from "./call.ts";

/** A command line, what it requests besides look-ups, and what it prints; JSON as an object. */
export type CommandRow = [argv: string, requests: string[], out: (string | object)[]];

const [, newMail, storedMail] = mails;
const [, newSms, storedSms] = smsMessages;
const opened = `"token":"svc_1","baseUrl":"${url}","port":3456`;
const lineOf = (message: string) => `2026-01-02 03:04:05  ${message}`;
const ann = lineOf("ann@shop.test  Hi  code 481220  authenticated: pass");
const smsLine = lineOf("5550100  BANK  Your code 481220  code 481220");
const longPolls = (path: string, ...after: string[]) => after.map((each) => `GET ${path}/recent?${each}&full=true`);

export const commandCalls: CommandRow[] = [
  ["mailbox register shop", ['POST mailbox/register {"name":"shop"}'], ["signup@desk.test"]],
  [
    "mailbox register shop --json",
    ['POST mailbox/register {"name":"shop"}'],
    [{ mailbox: { id: "m1", name: "signup", address: "signup@desk.test", token: "svcm_1" } }],
  ],
  ["mailbox register", ['POST mailbox/register {"name":"random"}'], ["signup@desk.test"]],
  ["mailbox list --json", [], [{ mailboxes: [mailbox], limit: 5, used: 1 }]],
  ["mailbox delete signup", ["DELETE mailbox/m1"], ["Deleted signup and its mail."]],
  ["mailbox delete signup --json", ["DELETE mailbox/m1"], [{ deleted: "signup" }]],
  [
    "code signup --timeout 7 --from shop.test --authenticated",
    longPolls("mail", "after=e1&wait=7&authenticated=true"),
    ["481220"],
  ],
  ["code signup --link", longPolls("mail", "after=e1&wait=25"), ["https://else.test/verify"]],
  [
    "code signup --from nobody.test",
    longPolls("mail", "after=e1&wait=25", "after=e3&wait=25", "after=e3&wait=25", "after=e3&wait=10"),
    [],
  ],
  [
    "code signup --from shop.test --json",
    longPolls("mail", "after=e1&wait=25"),
    [{ code: "481220", message: newMail }],
  ],
  [
    "code signup --from shop.test --link --json",
    longPolls("mail", "after=e1&wait=25"),
    [{ link: "https://shop.test/verify", message: newMail }],
  ],
  [
    "mail signup --follow",
    [
      ...["GET mail/recent?n=10", "GET mail/message/e1"],
      ...longPolls("mail", "after=e1&wait=25", "after=e2&wait=25", "after=e3&wait=25"),
    ],
    [ann, ann, lineOf("eve@else.test  Hi  code 111111  authenticated: pass")],
  ],
  ["mail signup --body", ["GET mail/recent?n=10", "GET mail/message/e1"], [`${ann}\n\nYour code \n 481220\n`]],
  ["mail signup --json", ["GET mail/recent?n=10", "GET mail/message/e1"], [storedMail!]],
  ["sms register", ["POST sms/register {}"], ["s1  svcsms_1"]],
  ["sms register --json", ["POST sms/register {}"], [{ sms_token: { id: "s1", token: "svcsms_1" } }]],
  ["sms list --json", [], [{ sms_tokens: [smsInbox("s1", "5550100")], limit: 5, used: 1 }]],
  ["sms delete s1", ["DELETE sms/s1"], ["Deleted s1 and its messages."]],
  ["sms delete s1 --json", ["DELETE sms/s1"], [{ deleted: "s1" }]],
  [
    "sms read s1 --follow",
    [
      ...["GET sms/recent?n=20", "GET sms/message/t1"],
      ...longPolls("sms", "after=t1&wait=25", "after=t2&wait=25", "after=t3&wait=25"),
    ],
    [smsLine, smsLine, lineOf("5550199  BANK  Your code 481220  code 111111")],
  ],
  ["sms read", ["GET sms/recent?n=20", "GET sms/message/t1"], [smsLine]],
  ["sms read --json", ["GET sms/recent?n=20", "GET sms/message/t1"], [storedSms!]],
  ["sms code s1 --timeout 7 --phone 5550100", longPolls("sms", "after=t1&wait=7"), ["481220"]],
  ["sms code --link", longPolls("sms", "after=t1&wait=25"), ["https://else.test/verify"]],
  [
    "sms code --phone 5550111",
    longPolls("sms", "after=t1&wait=25", "after=t3&wait=25", "after=t3&wait=25", "after=t3&wait=10"),
    [],
  ],
  ["sms code --phone 5550100 --json", longPolls("sms", "after=t1&wait=25"), [{ code: "481220", message: newSms }]],
  [
    "authenticator register anna",
    ['POST authenticators/register {"uri":"otpauth://totp/x?secret=ABC","name":"anna"}'],
    ["anna"],
  ],
  [
    "authenticator register --json",
    ['POST authenticators/register {"uri":"otpauth://totp/x?secret=ABC"}'],
    [{ authenticator }],
  ],
  ["authenticator register --uri-file FILE", ['POST authenticators/register {"uri":"the text of the file"}'], ["anna"]],
  ["authenticator code anna", ["GET authenticators/a1/code"], ["123456"]],
  ["authenticator code anna --json", ["GET authenticators/a1/code"], [{ code: "123456", valid_for: 17 }]],
  ["authenticator list --json", [], [{ authenticators: [authenticator] }]],
  ["authenticator delete anna", ["DELETE authenticators/a1"], ["Deleted anna and its secret."]],
  ["authenticator delete anna --json", ["DELETE authenticators/a1"], [{ deleted: "anna" }]],
  ["connections list --json", ["GET agent-tokens/list?limit=1000"], [{ connections: [connection] }]],
  [
    "connections revoke k1",
    ["GET agent-tokens/list?limit=1000", "DELETE agent-tokens/k1"],
    ["Revoked the access of App."],
  ],
  ["connections revoke k1 --json", ["GET agent-tokens/list?limit=1000", "DELETE agent-tokens/k1"], [{ revoked: "k1" }]],
  ["tunnel 3456 --name Demo --host 127.0.0.9", [`POST /open {${opened},"host":"127.0.0.9"}`], ["https://demo.t.test"]],
  ["tunnel 3456 --name demo --json", [`POST /open {${opened}}`], [{ url: "https://demo.t.test", port: 3456 }]],
  [
    "tunnel 3456 --name new",
    ['POST subdomain/register {"name":"new"}', `POST /open {${opened}}`],
    ["https://demo.t.test"],
  ],
  [
    "tunnel 3456",
    ['POST subdomain/register {"name":"random"}', `POST /open {${opened}}`, "DELETE subdomain/d1"],
    ["https://demo.t.test"],
  ],
  ["audit --limit 7 --json", ["GET audit?limit=7"], [{ entries: [entry] }]],
  ["audit --json", ["GET audit?limit=50"], [{ entries: [entry] }]],
  ["status --json", ["GET account"], [{ url, ...account }]],
  ["completions bash", [], [expect.stringContaining("complete -o default -F _frontdesk frontdesk")]],
  ["completions zsh", [], [expect.stringContaining("compdef _frontdesk frontdesk")]],
];
