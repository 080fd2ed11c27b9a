import { expect } from "vitest";
import type { Desk } from "./harness.ts";

/** Provokes each documented response of the authenticators' operations that not every operation has. */
export async function provokeAuthenticatorResponses(desk: Desk): Promise<void> {
  const status = async (method: string, path: string, options = {}) =>
    (await desk.call(method, `authenticators/${path}`, options)).status;
  const settings = { name: "anna", secret: "JBSWY3DPEHPK3PXP" };
  const { body } = await desk.call("POST", "authenticators/register", { body: settings });
  const { id } = body.authenticator;
  expect(await status("POST", "register", { body: settings })).toBe(409);
  expect(await status("POST", "register", { body: {} })).toBe(400);
  expect(await status("GET", "list")).toBe(200);
  expect(await status("GET", "list?limit=0")).toBe(400);
  expect(await status("GET", `${id}/code`)).toBe(200);
  expect(await status("GET", "none/code")).toBe(404);
  expect(await status("DELETE", id)).toBe(200);
  expect(await status("DELETE", id)).toBe(404);
}
