import { onTestFinished } from "vitest";
import type { CreateServerOptions, ServerOptions } from "../../src/options/options.ts";
import { type Desk, openDesk } from "../api/harness.ts";

/** Shows that a setting does something: what happens with it differs from what happens without it. */
export type Check = () => Promise<void>;
export type Checks = Partial<Record<keyof ServerOptions, Check>>;

type Options = Parameters<typeof openDesk>[0];

/** A server whose minute does not end while a test runs; it is closed when the test ends. */
export async function open(options: Options = {}): Promise<Desk> {
  const desk = await openDesk({ clock: { now: () => Date.UTC(2026, 0, 1, 12, 0, 30) }, drain: 0, ...options });
  onTestFinished(() => desk.server.close());
  return desk;
}

/** The same with its ports open. */
export async function listen(options: CreateServerOptions = {}) {
  const desk = await open({ port: 0, smtpPort: 0, ...options });
  const addresses = await desk.server.listen();
  return { ...desk, ...addresses, port: Number(new URL(addresses.url).port) };
}

/** A new mailbox, with its key. */
export async function registerMailbox(desk: Desk, name = "ann"): Promise<{ id: string; token: string }> {
  return (await desk.call("POST", "mailbox/register", { body: { name } })).body.mailbox;
}

/** How many of so many acts, one after the other, pass. */
export async function countPassing(tries: number, act: (at: number) => Promise<boolean>): Promise<number> {
  let passed = 0;
  for (let at = 0; at < tries; at++) if (await act(at)) passed++;
  return passed;
}
