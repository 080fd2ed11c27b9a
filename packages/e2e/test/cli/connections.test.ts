import { expect, onTestFinished, test } from "vitest";
import { firstKey, openDesk } from "../../../server/test/api/harness.ts";
import { callMcp, connect } from "../../../server/test/oauth/oauth-client.ts";
import { call } from "./call.ts";

test("frontdesk connections lists the apps of the account, and ends the access of one", async () => {
  const desk = await openDesk({ port: 0 });
  onTestFinished(() => desk.server.close());
  const { url } = await desk.server.listen();
  const env = { FRONTDESK_URL: url, FRONTDESK_KEY: firstKey };
  const { access } = await connect(desk);
  const other = (await desk.call("POST", "agent-tokens/create", { body: { name: "other" } })).body.agent_token;

  const { out } = await call(["connections", "list", "--json"], env);
  const [connection, ...others] = JSON.parse(out).connections;
  expect(connection).toMatchObject({ name: "Test client", connection: { host: "localhost:4000" } });
  expect(others).toEqual([]);
  expect((await call(["connections", "list"], env)).out).toMatch(
    new RegExp(`^${connection.id} +Test client +localhost:4000 +never +no end +mailbox:read *$`, "m"),
  );

  // An agent key is no connection.
  expect(await call(["connections", "revoke", other.id], env)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`No connection has the id ${other.id}`),
  });
  expect((await callMcp(desk, access)).status).toBe(200);
  expect(await call(["connections", "revoke", connection.id], env)).toMatchObject({
    code: 0,
    out: "Revoked the access of Test client.",
  });
  expect((await callMcp(desk, access)).status).toBe(401);
  expect((await desk.call("GET", "account", { token: other.token })).status).toBe(200);
});
