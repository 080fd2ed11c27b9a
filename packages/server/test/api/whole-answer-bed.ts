import { expect, onTestFinished } from "vitest";
import { type Desk, firstKey, openDesk } from "./harness.ts";

export const now = "2026-01-02T03:04:05.000Z";
export const id = expect.stringMatching(/^[0-9a-z]{16}$/);

/** Opens a server whose names and time are always the same, so that whole answers can be compared. */
export async function open(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = await openDesk({
    edition: "later",
    mailDomain: "mail.test",
    tunnelDomain: "tunnels.test",
    publicUrl: "https://desk.test:8443",
    clock: { now: () => Date.parse(now) },
    ...options,
  });
  onTestFinished(() => desk.server.close());
  return desk;
}

/** Sends a request; returns the body of its answer, without `success`. */
export async function ask(desk: Desk, request: string, body?: object, token = firstKey) {
  const [method = "", path = ""] = request.split(" ");
  const answer = await desk.call(method, path, { token, ...(body && { body }) });
  const { success, ...rest } = answer.body;
  expect([request, answer.status, success]).toEqual([request, 200, true]);
  return rest;
}
