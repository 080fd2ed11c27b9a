import { expect, test, vi } from "vitest";
import { openBed } from "./bed.ts";

vi.mock("../../src/providers/body-budget.ts", async (load) => {
  const { createBodyBudget } = await load<typeof import("../../src/providers/body-budget.ts")>();
  return { createBodyBudget: () => createBodyBudget(1_000_000) };
});

test("a request gives its memory back, whether it succeeds or fails", async () => {
  const { post } = await openBed("resend");
  const attachments = [{ filename: "a", content: "x".repeat(120_000) }];
  const mail = { from: "a@shop.example", to: "signup@desk.example.com", subject: "x", text: "x", attachments };
  // Nine of each kind are more than all requests together may have.
  for (const [to, status] of [
    ["signup@desk.example.com", 200],
    ["nobody", 422],
  ] as const) {
    const body = JSON.stringify({ ...mail, to });
    for (let turn = 0; turn < 9; turn++) expect((await post(body)).status).toBe(status);
  }
});

test("requests that arrive together share the memory", async () => {
  const { post } = await openBed("resend");
  const attachments = [{ filename: "a", content: "x".repeat(400_000) }];
  const body = JSON.stringify({
    from: "a@shop.example",
    to: "signup@desk.example.com",
    subject: "x",
    text: "x",
    attachments,
  });
  const statuses = (await Promise.all([post(body), post(body), post(body)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 503]);
});
