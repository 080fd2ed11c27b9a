import { expect } from "vitest";
import type { Desk } from "./harness.ts";

/** Provokes each documented answer of the webhooks' operations that not every operation gives. `limited` reads no messages. */
export async function provokeWebhookAnswers(desk: Desk, limited: string): Promise<void> {
  const status = async (method: string, path: string, options = {}) =>
    (await desk.call(method, `webhooks/${path}`, options)).status;
  // Nothing listens on the port.
  const url = "http://127.0.0.1:1/hook";
  const { body } = await desk.call("POST", "webhooks/register", { body: { url } });
  expect(body).toMatchObject({ webhook: { url, events: ["mail", "sms"] }, secret: expect.stringMatching(/^whsec_/) });
  const { id } = body.webhook;
  expect(await status("POST", "register", { body: {} })).toBe(400);
  expect(await status("POST", "register", { body: { url, sms_id: "none" } })).toBe(404);
  expect(await status("POST", "register", { body: { url }, token: limited })).toBe(403);
  expect((await desk.call("GET", "webhooks/list?limit=1")).body).toMatchObject({ webhooks: [{ id }], next: null });
  expect(await status("GET", "list?limit=0")).toBe(400);
  expect(await status("GET", "list", { token: limited })).toBe(403);
  expect((await desk.call("POST", `webhooks/${id}/test`)).body.delivery).toMatchObject({ status: null });
  expect(await status("POST", `${id}/test`, { token: limited })).toBe(403);
  expect(await status("POST", "none/test")).toBe(404);
  expect(await status("DELETE", id, { token: limited })).toBe(403);
  expect(await status("DELETE", id)).toBe(200);
  expect(await status("DELETE", id)).toBe(404);
}
