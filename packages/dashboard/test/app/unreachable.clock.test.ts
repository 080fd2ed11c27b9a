import { beforeEach, expect, test, vi } from "vitest";
import { account, held, problem, type Server, startServer, version } from "../page.ts";

let server: Server;
let app: typeof import("../../src/app/session.ts");
let connection: typeof import("../../src/app/connection.ts");

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  sessionStorage.clear();
  server = startServer();
  server.respond("server/version", version);
  server.respond("account", account());
  app = await import("../../src/app/session.ts");
  connection = await import("../../src/app/connection.ts");
  return () => void vi.useRealTimers();
});

const state = () => app.session.get();

test.each([
  [500, "unreachable", false],
  [501, "unreachable", false],
  [499, "signed-out", true],
  [403, "signed-out", true],
])("a sign-in that the server answers with %i leaves the page %s", async (status, expected, isConnected) => {
  server.respond("account", problem(status, "internal"));
  await app.signIn("svcagt_a");
  expect([state().state, connection.isConnected.get()]).toEqual([expected, isConnected]);
  connection.isConnected.set(true);
});

test("the page for a server that is away stays until a retry has succeeded", async () => {
  server.respond("account", problem(500, "internal"));
  await app.signIn("svcagt_a");
  const late = held<object>();
  server.respond("account", late.promise);
  const before = state();
  const retrying = before.state === "unreachable" ? before.retry() : Promise.reject(new Error("not away"));
  expect(state().state).toBe("unreachable");
  late.release(account());
  await retrying;
  expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_a" });
});

test("a key of some scopes has them alone, and one without a list has all", async () => {
  const scopesOf = async (scopes: string | null) => {
    server.respond("account", account("default", scopes));
    await app.signIn("svcagt_a");
    const current = state();
    if (current.state !== "signed-in") throw new Error("not signed in");
    return [app.hasScope(current, "mailbox:read"), app.hasScope(current, "sms:read"), app.isLaterEdition(current)];
  };
  expect(await scopesOf(null)).toEqual([true, true, true]);
  expect(await scopesOf("sms:read,mailbox:create")).toEqual([false, true, true]);
  server.respond("server/version", { ...version, edition: "first" });
  expect((await scopesOf(null))[2]).toBe(false);
});

test("the server's clock counts until a response shows that the clocks agree", async () => {
  const respondAt = (ahead: number) => {
    const date = new Date(Date.now() + ahead).toUTCString();
    server.respond("server/version", new Response("{}", { headers: { date } }));
    return connection.monitoredFetch(new Request("http://desk.test/svc-api/server/version"));
  };
  await respondAt(60_000);
  expect(connection.serverNow() - Date.now()).toBeGreaterThan(50_000);
  await respondAt(0);
  expect(Math.abs(connection.serverNow() - Date.now())).toBeLessThan(5_000);
});

test("a connection that is back by itself is not checked", async () => {
  connection.isConnected.set(false);
  connection.isConnected.set(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(server.requests).toEqual([]);
});

test("a sign-in link that met a server that is away is used again by the retry", async () => {
  const bodies: unknown[] = [];
  server.respond("sign-in", problem(500, "internal"));
  await app.signInWithCode("a-code");
  const before = state();
  expect([before.state, connection.isConnected.get()]).toEqual(["unreachable", false]);
  server.respond("sign-in", async (request: Request) => {
    bodies.push(await request.json());
    return { agent_token: { token: "svcagt_linked" } };
  });
  if (before.state === "unreachable") await before.retry();
  expect(state()).toMatchObject({ state: "signed-in", key: "svcagt_linked" });
  expect(bodies).toEqual([{ code: "a-code" }]);
});
