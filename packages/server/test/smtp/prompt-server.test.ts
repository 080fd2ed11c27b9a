import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Fairness } from "../../src/smtp/fairness.ts";
import { PromptServer } from "../../src/smtp/prompt-server.ts";
import { connectSmtp } from "./smtp-client.ts";

test("a command that fails in a way nobody foresaw is answered 421, told, and disturbs no one", async () => {
  const told: string[] = [];
  const server = new PromptServer({ disabledCommands: ["AUTH", "STARTTLS"], logger: false });
  server.on("error", (error: Error) => void told.push(error.message));
  const fairness: Partial<Fairness> = {
    admit: () => null,
    command(_session, name) {
      if (name === "VRFY") throw new Error("unforeseen");
      return null;
    },
  };
  // What else fairness can do is asked by the listener alone.
  server.fairness = fairness as Fairness;
  const listener = server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const [first, second] = [await connectSmtp(port), await connectSmtp(port)];
  for (const client of [first, second]) {
    onTestFinished(() => client.close());
    expect(await client.reply()).toMatch(/^220 /);
  }
  expect(await first.say("VRFY ann\r\n")).toMatch(/^421 /);
  await expect(first.reply()).rejects.toThrow("hung up");
  expect(await second.say("NOOP\r\n")).toMatch(/^250 /);
  expect(told).toEqual(["unforeseen"]);
});
