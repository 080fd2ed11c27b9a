import { h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { problem, type Server, startServer } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";

const authenticator = {
  id: "a1",
  name: "anna",
  issuer: "Shop",
  account: "anna@shop.example",
  digits: 6,
  period: 30,
  algorithm: "SHA1",
  created_at: "2026-01-01T12:00:00.000Z",
};

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("account", { account: {}, agent_token: {} });
  server.respond("authenticators/list", { authenticators: [authenticator] });
});
const draw = (scopes: string | null = null) => drawView(h(AuthenticatorsView, { signedIn: signedInWith(scopes) }));
const codeRequests = () => server.requests.filter(({ path }) => path === "authenticators/a1/code");

test("a code is requested only when somebody wants to see it", async () => {
  server.respond("authenticators/a1/code", { code: "111111", valid_for: 29, next_code: "222222" });
  const view = draw();
  await expect.poll(() => view.text()).toContain("anna@shop.example");
  expect(codeRequests()).toEqual([]);
  view.click("Show code");
  await expect.poll(() => view.text()).toContain("111111");
  expect(codeRequests()).toHaveLength(1);
  view.click("Hide code");
  await expect.poll(() => view.text()).not.toContain("111111");
});

test("a failure to request the code is shown", async () => {
  server.respond("authenticators/a1/code", problem(503, "unavailable"));
  const view = draw();
  await expect.poll(() => view.button("Show code")).toBeDefined();
  view.click("Show code");
  await expect.poll(() => view.all("[role=alert]").length).toBe(1);
});

test("a URI of any kind is registered as such, and any other text as a secret", async () => {
  const bodies: unknown[] = [];
  server.respond("authenticators/register", async (request: Request) => {
    bodies.push(await request.clone().json());
    return { authenticator };
  });
  for (const [text, sent] of [
    ["otpauth://totp/a?secret=GE", { uri: "otpauth://totp/a?secret=GE" }],
    // The server says what is wrong with another kind.
    ["OTPAUTH://hotp/a?secret=GE", { uri: "OTPAUTH://hotp/a?secret=GE" }],
    ["gezd gnbv", { secret: "gezd gnbv" }],
    // As copied, with the white space around it.
    [" gezd gnbv ", { secret: "gezd gnbv" }],
  ] as const) {
    const view = draw();
    await expect.poll(() => view.button("New authenticator")).toBeDefined();
    view.click("New authenticator");
    await expect.poll(() => view.all("dialog").length).toBe(1);
    view.type("dialog input[type=password]", text);
    await expect.poll(() => view.button("Register")?.disabled).toBe(false);
    view.click("Register");
    await expect.poll(() => view.all("dialog").length).toBe(0);
    expect(bodies.at(-1)).toEqual(sent);
  }
});

test("a key without the scopes neither sees, registers nor deletes authenticators", async () => {
  expect(draw("mailbox:read").text()).toContain("authenticator:read");
  const view = draw("authenticator:read");
  await expect.poll(() => view.text()).toContain("anna");
  expect([view.button("New authenticator"), view.button("Delete…")]).toEqual([undefined, undefined]);
});

test.each([
  ["authenticator:read,authenticator:create", ["New authenticator"]],
  ["authenticator:read,authenticator:delete", ["Delete…"]],
])("a key with %s is offered only what it may do", async (scopes, offered) => {
  const view = draw(scopes);
  await expect.poll(() => view.text()).toContain("anna");
  expect(["New authenticator", "Delete…"].filter((name) => view.button(name))).toEqual(offered);
});
