import { run } from "@frontdesk/basics/command-line";
import { explainClientError as explain } from "@frontdesk/cli/commands";
import { expect, onTestFinished, test } from "vitest";
import { code } from "../../../cli/src/commands/code.ts";
import { openServer } from "../../../server/src/server.ts";

const key = "svcagt_TestTestTestTestTestTest1234";

test("`frontdesk code` prints only the next code, or says why there is none", async () => {
  const server = await openServer({ storage: "memory:", bootstrapKey: key, port: 0, smtp: false });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  await fetch(`${url}/svc-api/mailbox/register`, { method: "POST", headers, body: '{"name":"signup"}' });
  const id = (await server.services.mailboxes.findByName("signup")) ?? "";
  const call = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const terminal = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    const env = { FRONTDESK_URL: url, FRONTDESK_KEY: key };
    const exit = await run(code, args, { ...terminal, env, ask: async () => null }, { version: "0", explain });
    return { exit, out, err };
  };
  const waiting = call("signup");
  await expect.poll(() => server.services.mail.pending()).toBe(1);
  await server.services.mail.receive([{ id, recipient: "signup@desk.example.com" }], {
    subject: "Your code",
    sender: "Shop <a@shop.test>",
    body: "Your code is 481220.",
  });
  expect(await waiting).toEqual({ exit: 0, out: ["481220"], err: [] });
  expect(await call("signup", "--timeout", "0.05")).toMatchObject({ exit: 3, out: [] });
  expect(await call("signup", "--timeout", "soon")).toMatchObject({ exit: 2 });
  expect(await call("nobody")).toMatchObject({ exit: 1, err: [expect.stringContaining("no mailbox nobody")] });
});
