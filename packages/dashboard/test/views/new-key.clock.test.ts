import { h } from "preact";
import { beforeEach, expect, test, vi } from "vitest";
import { NewKey } from "../../src/views/new-key.tsx";
import { held, type Server, startServer } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";

const kinds = ["mailbox", "sms", "subdomain"].flatMap((kind) =>
  ["read", "create", "renew", "delete"].map((what) => `${kind}:${what}`),
);
const authenticators = ["read", "create", "delete"].map((what) => `authenticator:${what}`);
const all = [...kinds, ...authenticators, "mail:push", "sms:push", "token:read", "token:write", "audit:read"];

let server: Server;
beforeEach(() => {
  server = startServer();
});

function draw(scopes: string | null, changes: Parameters<typeof signedInWith>[1] = {}) {
  const onCreated = vi.fn();
  const view = drawView(h(NewKey, { signedIn: signedInWith(scopes, changes), onClose: vi.fn(), onCreated }));
  const offered = () => view.all("label[title]").map(({ title }) => title);
  const chosen = () =>
    view
      .all<HTMLLabelElement>("label[title]")
      .filter((label) => label.querySelector("input")?.checked)
      .map(({ title }) => title);
  const name = "input:not([type=checkbox])";
  return { view, onCreated, offered, chosen, name };
}

test.each([
  [null, all],
  [all.join(), all],
  ["token:write", ["token:write"]],
  ["sms:read,token:write", ["sms:read", "token:write"]],
  ["mailbox:create,mailbox:delete,token:write", ["mailbox:create", "mailbox:delete", "token:write"]],
])("a key with the scopes %s can give others no more than it has", (scopes, expected) => {
  const { offered, chosen } = draw(scopes);
  expect(offered()).toEqual(expected);
  expect(chosen()).toEqual(expected.filter((scope) => ["mailbox:read", "mailbox:create"].includes(scope)));
});

test("a server of the earlier edition has no scopes for what it lacks", () => {
  expect(draw(null, { edition: "earlier" }).offered()).toEqual(
    all.filter((scope) => !/^(sms|authenticator|mail|audit):/.test(scope)),
  );
});

test("a key that expires cannot create keys with another expiry", () => {
  expect(draw(null).view.all("select")).toHaveLength(1);
  const { view } = draw(null, { expiry: "2027-01-01T00:00:00.000Z" });
  expect(view.all("select")).toEqual([]);
  expect(view.text()).toContain("It expires with the key you are signed in with.");
});

test("boxes that are clicked before the page is drawn again all count", async () => {
  const { view, chosen } = draw("token:write,sms:read,sms:create,sms:delete");
  const scopes = ["sms:read", "sms:create", "sms:delete"];
  for (const scope of scopes) view.all<HTMLInputElement>(`label[title='${scope}'] input`)[0]?.click();
  await expect.poll(chosen).toEqual(scopes);
});

test("needs a name and a scope", async () => {
  const { view, name } = draw("mailbox:read,token:write");
  const isDisabled = () => view.button("Create key")?.disabled;
  expect(isDisabled()).toBe(true);
  view.type(name, "   ");
  await expect.poll(isDisabled).toBe(true);
  view.type(name, "ci");
  await expect.poll(isDisabled).toBe(false);
  const [box] = view.all<HTMLInputElement>("label[title='mailbox:read'] input");
  box?.click();
  await expect.poll(isDisabled).toBe(true);
  expect(view.text()).toContain("Select at least one scope.");
});

test.each([
  ["Never", 0],
  ["In a day", 1],
  ["In a year", 365],
])("creates the requested key, once, and shows it (%s)", async (_name, days) => {
  const made = held<object>();
  const bodies: unknown[] = [];
  server.respond("agent-tokens/create", async (request: Request) => {
    bodies.push(await request.json());
    return made.promise;
  });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-01T12:00:00.000Z") });
  try {
    const { view, onCreated, name } = draw("mailbox:read,sms:read,token:write");
    view.type(name, " ci ");
    view.all<HTMLInputElement>("label[title='sms:read'] input")[0]?.click();
    const [select] = view.all<HTMLSelectElement>("select");
    if (!select) throw new Error("There is no choice of an end.");
    select.value = String(days);
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await expect.poll(() => view.button("Create key")?.disabled).toBe(false);
    view.click("Create key");
    await expect.poll(() => view.button("Create key")?.disabled).toBe(true);
    view.click("Create key");
    made.release({ agent_token: { id: "k3", name: "ci", token: "svcagt_new", scopes: "mailbox:read,sms:read" } });
    await expect.poll(() => view.text()).toContain("svcagt_new");
    expect(onCreated).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
  const expiry = days === 0 ? {} : { expiry: new Date(Date.UTC(2026, 0, 1 + days, 12)).toISOString() };
  expect(bodies).toEqual([{ name: "ci", scopes: "mailbox:read,sms:read", ...expiry }]);
});
