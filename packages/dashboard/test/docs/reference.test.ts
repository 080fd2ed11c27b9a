import { h } from "preact";
import { beforeEach, expect, test, vi } from "vitest";
import { currentOperation } from "../../src/docs/location.ts";
import { Reference } from "../../src/docs/reference.tsx";
import { drawView } from "../view.ts";

/** An operation without a key, so that its form is there at once. */
const operation = (operationId: string, example: object) => ({
  ...{ operationId, tags: ["SMS"], summary: `Does ${operationId}`, security: [], responses: {} },
  requestBody: { content: { "application/json": { schema: {}, example } } },
});
const description = {
  info: { title: "Frontdesk", version: "1.2.3", description: "About it." },
  servers: [],
  tags: [{ name: "SMS", description: "" }],
  paths: {
    "/svc-api/a": { post: operation("first", { a: 1 }) },
    "/svc-api/b": { post: operation("second", { b: 2 }) },
  },
  components: { securitySchemes: {} },
};

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json(description));
  currentOperation.set("");
  return () => void vi.unstubAllGlobals();
});

test("another operation shows its own form, takes the focus, names the page and closes the menu", async () => {
  const view = drawView(h(Reference, {}));
  const body = () => view.all<HTMLTextAreaElement>("textarea")[0]?.value ?? "";
  await expect.poll(view.text).toContain("Version 1.2.3");
  await expect.poll(() => document.title).toBe("API reference · Frontdesk");
  // The first page leaves the focus where the browser put it.
  expect(document.activeElement).toBe(document.body);
  view.click("Contents");
  await expect.poll(() => view.all(".docs-nav.open").length).toBe(1);
  currentOperation.set("first");
  await expect.poll(body).toBe('{\n  "a": 1\n}');
  await expect.poll(() => view.all(".docs-nav.open").length).toBe(0);
  await expect.poll(() => document.activeElement).toBe(view.all("main")[0]);
  currentOperation.set("second");
  await expect.poll(body).toBe('{\n  "b": 2\n}');
  await expect.poll(() => document.title).toBe("Does second · Frontdesk");
});

test("a description that cannot be loaded says why, and is loaded again on request", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  const view = drawView(h(Reference, {}));
  expect(view.all("main [role=status]").map(({ textContent }) => textContent)).toEqual(["Loading the reference"]);
  const alerts = () => view.all("[role=alert] p").map(({ textContent }) => textContent);
  await expect.poll(alerts).toEqual(["The API description could not be loaded: status 503."]);
  vi.stubGlobal("fetch", async () => Response.json(description));
  view.click("Try again");
  await expect.poll(view.text).toContain("Version 1.2.3");
  expect(alerts()).toEqual([]);
});

test("the button of the contents says whether they are open, and the product's name leads to the dashboard", async () => {
  const view = drawView(h(Reference, {}));
  await expect.poll(view.text).toContain("Version 1.2.3");
  const menu = () => [
    view.button("Contents")?.getAttribute("aria-expanded"),
    view.all("nav")[0]?.classList.contains("open"),
  ];
  expect(menu()).toEqual(["false", false]);
  expect(view.all(".brand").map((link) => [link.textContent?.trim(), link.getAttribute("href")])).toEqual([
    ["Frontdesk", "/"],
    ["Frontdesk", "/"],
  ]);
  view.click("Contents");
  await expect.poll(menu).toEqual(["true", true]);
  view.click("Contents");
  await expect.poll(menu).toEqual(["false", false]);
});
