import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runFrontdesk } from "../../src/cli/run.ts";
import { call } from "./call.ts";

const folder = mkdtempSync(join(tmpdir(), "refusals-"));
const [empty, missing] = [join(folder, "empty"), join(folder, "missing")];
writeFileSync(empty, "\n");
const stored = `--storage lmdb:${join(folder, "desk")}`;
const setup = "phone setup --phone 5550123456 --token svcsms_1 --app";
const apps = "companion, incoming-sms-gateway, shortcuts, smsforwarder, smsgate, termux.";
const notFound = `ENOENT: no such file or directory, open '${missing}'`;

test.each([
  ["account set shop", "Nothing to set: give --tier, --extra-mailboxes or --extra-sms-inboxes."],
  ["account delete shop", "This deletes everything the account owns. Confirm with --yes."],
  [
    "account list --storage memory:",
    "--storage memory: exists only inside a running server, so commands cannot use it. Use another, such as lmdb:./data.",
  ],
  ["phone setup --app companion", "No agent key: set FRONTDESK_KEY to one (svcagt_…) with the scope sms:read."],
  [`${setup} httpsms`, `--app httpsms is not supported: that app works only with its own server. Use one of ${apps}`],
  [`${setup} pigeon`, `--app must be known: ${apps}`],
  ["phone setup --phone 5550123456 --token svcsms_1", `--app is missing: ${apps}`],
  [`${setup} companion --out ${missing}`, "The companion app has no import file; omit --out."],
  [`${setup} smsforwarder --out ${missing}`, "SmsForwarder (pppscn/SmsForwarder) has no import file; omit --out."],
  [`${setup} termux --url desk`, "--url must be a URL, such as https://desk.example.com."],
  [`${setup} smsgate`, "--id is missing: the id of the SMS inbox, from `frontdesk sms list`."],
  [
    `${setup} termux --phone 12`,
    "--phone must be the phone's number of 7 to 15 digits, or two of them, comma-separated.",
  ],
  [
    "phone setup --app termux --phone 5550123456",
    "--token is missing: pass it, or set FRONTDESK_SMS_TOKEN, which process lists do not show.",
  ],
  [`${setup} termux --token svcagt_1`, "--token must be an SMS key; it starts with svcsms_."],
  [`restore ${empty} --secret-file ${missing} ${stored}`, `--secret-file: there is no file ${missing}.`],
  [`backup ${missing} --passphrase-file ${empty} ${stored}`, `--passphrase-file: the first line of ${empty} is empty.`],
  [
    `backup ${missing} --passphrase-file ${missing} ${stored}`,
    `--passphrase-file: ${missing} cannot be read: ${notFound}`,
  ],
  [
    "serve --secret abc",
    "--secret would show in process lists. Give it in FRONTDESK_SECRET, or in a file that FRONTDESK_SECRET_FILE names.",
  ],
  [
    "account list --storage redis://user:word@host",
    "--storage holds a password, which would show in process lists. Give it in FRONTDESK_STORAGE, or in a file that FRONTDESK_STORAGE_FILE names.",
  ],
])("`%s` says on stderr alone what to change", async (line, message) => {
  expect(await call(line.split(" "))).toEqual({ code: 2, out: "", err: message });
});

test("a command for a storage that does not exist says how to create it, and creates none", async () => {
  for (const line of ["account list", "key list", "dashboard"])
    expect(await call([...line.split(" "), ...stored.split(" ")])).toEqual({
      code: 1,
      out: "",
      err: `${stored} does not exist. Create it with \`frontdesk serve\`, or name another storage.`,
    });
});

test("an import file that exists is not overwritten, and one that cannot be written gives the reason", async () => {
  const lastLine = async (file: string) => {
    const { code, err } = await call([...setup.split(" "), "incoming-sms-gateway", "--out", file]);
    return [code, err.split("\n")];
  };
  const warning =
    "! http://localhost:8787 is not encrypted: others on the network can read the key and the messages. Use https.";
  expect(await lastLine(empty)).toEqual([
    1,
    [warning, `--out ${empty} could not be written: it exists. Delete it, or name another file.`],
  ]);
  const inMissing = join(missing, "rules.json");
  expect(await lastLine(inMissing)).toEqual([
    1,
    [warning, `--out ${inMissing} could not be written: ENOENT: no such file or directory, open '${inMissing}'`],
  ]);
  const written = join(folder, "rules.json");
  expect(await lastLine(written)).toEqual([
    0,
    [warning, `Wrote ${written}. It contains the key: delete it after the import (Settings → Import).`],
  ]);
});

test("deletion of an account asks a whole question, and anything but yes deletes nothing", async () => {
  const questions: string[] = [];
  const errors: string[] = [];
  const code = await runFrontdesk(["account", "delete", "shop", ...stored.split(" ")], {
    env: {},
    isInteractive: true,
    out: () => {},
    err: (line) => void errors.push(line),
    ask: async (question) => {
      questions.push(question);
      return "n";
    },
  });
  expect({ code, questions, errors }).toEqual({
    code: 1,
    questions: ["Delete the account shop and everything it owns? This cannot be undone. [y/N] "],
    errors: ["Nothing was deleted."],
  });
});
