import { h, render } from "preact";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { monitoredFetch } from "../../src/app/connection.ts";
import { Time } from "../../src/ui/time.tsx";
import { startServer } from "../page.ts";

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const at = (ago: number) => new Date(now - ago * 1000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(async () => {
  for (const remove of drawn.splice(0)) remove();
  // What is to run after a paint must not wait in a queue whose timer is gone.
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
});

const drawn: (() => void)[] = [];

function draw(times: string[]) {
  const root = document.createElement("div");
  const show = (list: string[]) =>
    render(
      list.map((one) => h(Time, { at: one, key: one })),
      root,
    );
  show(times);
  const remove = () => render(null, root);
  drawn.push(remove);
  return { root, show, remove };
}

describe("an age", () => {
  test.each([
    [0, "now"],
    [0.499, "now"],
    [0.5, "1 s ago"],
    [1, "1 s ago"],
    [59, "59 s ago"],
    [60, "60 s ago"],
    [119, "119 s ago"],
    [120, "2 min ago"],
    [3_540, "59 min ago"],
    [3_599, "59 min ago"],
    [3_600, "60 min ago"],
    [7_200, "2 h ago"],
    [86_400, "24 h ago"],
    [172_799, "47 h ago"],
    [172_800, "2 d ago"],
    [-1, "in 1 s"],
    [-90, "in 90 s"],
    [-7_200, "in 2 h"],
    [-259_200, "in 3 d"],
  ])("of %s seconds reads «%s»", (seconds, text) => {
    expect(draw([at(seconds)]).root.textContent).toBe(text);
  });

  test("is updated, with one timer for all, and stops with the last", async () => {
    const page = draw([at(1), at(58)]);
    expect(page.root.textContent).toBe("1 s ago58 s ago");
    await vi.advanceTimersByTimeAsync(100);
    const timers = vi.getTimerCount();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.root.textContent).toBe("3 s ago60 s ago");
    expect(vi.getTimerCount()).toBe(timers);
    page.show([at(1)]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.root.textContent).toBe("5 s ago");
    page.remove();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("has the exact moment in its title", () => {
    const [time] = draw(["2026-01-01T09:05:07.000Z"]).root.getElementsByTagName("time");
    expect(time?.title).toMatch(/^2026-01-0[12] \d\d:\d\d:07, UTC[+-]\d\d:\d\d$/);
    expect(time?.getAttribute("datetime")).toBe("2026-01-01T09:05:07.000Z");
  });

  test.each([
    [-330, "UTC+05:30"],
    [0, "UTC+00:00"],
    [210, "UTC-03:30"],
  ])("has in its title the zone that is %i minutes off", (minutes, zone) => {
    const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(minutes);
    const [time] = draw([at(1)]).root.getElementsByTagName("time");
    offset.mockRestore();
    expect(time?.title.split(", ")[1]).toBe(zone);
  });

  test("starts to count again after the last one was taken away", async () => {
    draw([at(1)]).remove();
    await vi.advanceTimersByTimeAsync(1_000);
    const page = draw([at(1)]);
    // What is to run after a paint, first.
    await vi.advanceTimersByTimeAsync(100);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(page.root.textContent).toBe("5 s ago");
  });

  test("counts from a new time at once, and from then on", async () => {
    const root = document.createElement("div");
    drawn.push(() => render(null, root));
    render(h(Time, { at: at(50) }), root);
    await vi.advanceTimersByTimeAsync(100);
    render(h(Time, { at: at(1) }), root);
    await vi.advanceTimersByTimeAsync(100);
    expect(root.textContent).toBe("1 s ago");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(root.textContent).toBe("4 s ago");
  });

  test("goes by the server's clock, which may be ahead of the browser's", async () => {
    const date = new Date(now + 60_000).toUTCString();
    startServer().respond("server/version", new Response("{}", { headers: { date } }));
    await monitoredFetch(new Request("/svc-api/server/version"));
    expect(draw([at(-60)]).root.textContent).toBe("now");
  });
});
