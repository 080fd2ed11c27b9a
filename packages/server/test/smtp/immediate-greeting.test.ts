import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ImmediateGreetingServer } from "../../src/smtp/immediate-greeting.ts";
import type { SenderLimiter } from "../../src/smtp/sender-limits.ts";
import { connectSmtp } from "./smtp-client.ts";

test("a command that fails unexpectedly gets 421, is logged, and affects no other client", async () => {
  const told: string[] = [];
  const server = new ImmediateGreetingServer({ disabledCommands: ["AUTH", "STARTTLS"], logger: false });
  server.on("error", (error: Error) => void told.push(error.message));
  const senderLimiter: Partial<SenderLimiter> = {
    admit: () => null,
    countCommand(_session, name) {
      if (name === "VRFY") throw new Error("unforeseen");
      return null;
    },
  };
  // Only the listener calls the other methods.
  server.senderLimiter = senderLimiter as SenderLimiter;
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
