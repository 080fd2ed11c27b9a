import { createParserPool } from "@frontdesk/mail-reader";
import { expect, onTestFinished, test, vi } from "vitest";
import { startMail } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

vi.mock("@frontdesk/mail-reader", { spy: true });

test("shares the event loop and the parser worker by the sender's network and by mailbox", async () => {
  const smtp = await startSmtp({});
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  const pool = vi.mocked(createParserPool).mock.results[0]?.value;
  const [run, parse] = [vi.spyOn(pool.mainThread, "run"), vi.spyOn(pool, "parse").mockResolvedValue(null)];
  const client = await startMail(smtp.port, ["ann@mail.test", "ann+tag@mail.test", "bob@mail.test"]);
  onTestFinished(() => client.close());
  await client.say("DATA\r\n");
  const page = "<p>code 4711</p>\r\n".repeat(1_000);
  expect(await client.say(`Content-Type: text/html\r\n\r\n${page}.\r\n`)).toMatch(/^250 /);

  const sender = "sender 127.0.0.1";
  const all = [sender, "mailbox id-of-ann", "mailbox id-of-bob"];
  expect(parse.mock.calls.map(([, , parties]) => parties)).toEqual([all]);
  const parties = run.mock.calls.map(([each]) => each);
  // The stream, slice by slice; then its end; then the quick parse.
  expect(parties.slice(-2)).toEqual([all, all]);
  expect(parties.slice(0, -2).length).toBeGreaterThan(0);
  for (const each of parties.slice(0, -2)) expect(each).toEqual([sender]);
});

test("closes the parser that it has created for itself", async () => {
  vi.mocked(createParserPool).mockClear();
  const smtp = await startSmtp({});
  const close = vi.spyOn(vi.mocked(createParserPool).mock.results[0]?.value, "close");
  await smtp[Symbol.asyncDispose]();
  expect(close).toHaveBeenCalledTimes(1);
});
