import { h } from "preact";
import { expect, test } from "vitest";
import { AuditView } from "../../src/views/audit/view.tsx";
import { held, startServer } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";

const entries = (action: string, count: number) =>
  Array.from({ length: count }, () => ({
    ...{ at: "2026-01-01T12:00:00.000Z", account: "default", action },
    ...{ target: "storage", key_id: null, ip: null },
  }));

test("older entries that arrive after the filter was changed are not shown under the new one", async () => {
  const server = startServer();
  const older = held<object>();
  server.respond("audit", ({ url }: Request) => {
    if (url.includes("cursor=")) return older.promise;
    return url.includes("limit=50")
      ? { entries: entries("signed_in", 50), next: "c1" }
      : { entries: entries("key.created", 60), next: "c2" };
  });
  const view = drawView(h(AuditView, { signedIn: signedInWith("audit:read") }));
  const rows = () => view.all("li.line b").map(({ textContent }) => textContent);
  await expect.poll(() => rows().length).toBe(50);
  view.click("Older entries");
  await expect.poll(() => server.requests.length).toBe(2);
  const select = view.all<HTMLSelectElement>("select")[0]!;
  select.value = "key.created";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(() => rows().length).toBe(60);
  older.release({ entries: entries("signed_in", 3), next: null });
  await expect.poll(() => view.button("Older entries")?.disabled).toBe(false);
  expect(new Set(rows())).toEqual(new Set(["Key created"]));
});
