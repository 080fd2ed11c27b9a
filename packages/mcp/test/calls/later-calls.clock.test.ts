import { expect, test, vi } from "vitest";
import { now, responses } from "./account-responses.ts";
import { recordCall } from "./record-call.ts";

const mailPoll = (start: string) => `GET mail/recent?${start}wait=25&full=true | svcm_1`;
const smsPoll = (start: string) => `GET sms/recent?${start}wait=25&full=true | svcsms_1`;
const codeOfMail: [string, object] = ["mail_wait_code", { mailbox: "box" }];
const codeOfSms: [string, object] = ["sms_wait_code", { smsInbox: "S1" }];

test.each([
  ["without an earlier call looks back ten minutes", codeOfMail, [], mailPoll("lookback=600&")],
  ["of a new mailbox takes all", codeOfMail, [["mailbox_register", {}]], mailPoll("")],
  ["begins after the newest mail that the last one returned", codeOfMail, [codeOfMail], mailPoll("after=e4&")],
  [
    "begins where its argument says",
    ["mail_wait_code", { mailbox: "box", after: "e2" }],
    [codeOfMail],
    mailPoll("after=e2&"),
  ],
  ["of a new SMS inbox takes all", codeOfSms, [["sms_inbox_register", {}]], smsPoll("")],
  ["begins after the newest SMS message that the last one returned", codeOfSms, [codeOfSms], smsPoll("after=t2&")],
  ["of another inbox is not concerned", codeOfSms, [codeOfMail], smsPoll("lookback=600&")],
] as [string, [string, object], [string, object][], string][])(
  "a wait %s",
  async (_which, [name, args], before, poll) => {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now });
    const { requests } = await recordCall(name, args, responses, { before });
    expect(requests[0]).toBe(poll);
  },
);

test("a wait at the `/mcp` of a server, which keeps no cursors, always looks back ten minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now });
  const options = { before: [codeOfMail], isRemote: true };
  const { requests } = await recordCall(...codeOfMail, responses, options);
  expect(requests[0]).toBe(mailPoll("lookback=600&"));
});
