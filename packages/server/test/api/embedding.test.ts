import { expect, it, onTestFinished } from "vitest";
import { createServer } from "../../src/server.ts";

it("responds with the platform's own Response, including bodies", async () => {
  await using server = await createServer({ storage: "memory:", smtp: false });
  const answer = await server.fetch(new Request("http://desk.test/svc-api/server/version"));
  expect(Object.getPrototypeOf(answer)).toBe(Response.prototype);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await answer.json()).toMatchObject({ success: true });
  const preflight = await server.fetch(new Request("http://desk.test/svc-api/account", { method: "OPTIONS" }));
  expect([preflight.status, preflight.body]).toEqual([204, null]);
});

it("also if a framework has replaced the platform's Response by its own class", async () => {
  const platform = globalThis.Response;
  onTestFinished(() => {
    globalThis.Response = platform;
  });
  // As Hono's server for Node does when it starts.
  globalThis.Response = class Other extends platform {};
  await using server = await createServer({
    storage: "memory:",
    smtp: false,
    log: { info() {}, warn() {}, error() {} },
  });
  const ask = (path: string, method = "GET") => server.fetch(new Request(`http://desk.test${path}`, { method }));
  const answer = await ask("/svc-api/server/version");
  expect(answer).toBeInstanceOf(globalThis.Response);
  expect(await answer.json()).toMatchObject({ success: true });
  expect(await (await ask("/svc-api/nothing")).json()).toMatchObject({ code: "not_found" });
  expect((await ask("/svc-api/account", "OPTIONS")).status).toBe(204);
  expect((await ask("/downloads/svc-tunnel-skill.md", "HEAD")).body).toBeNull();
  expect(await (await ask("/downloads/SHA256SUMS")).text()).not.toContain("[object");
});

it.each<[object, RegExp]>([
  [{ prot: 1 }, /^There is no option prot\. Did you mean port\?$/],
  [{ smtpPort: 70_000 }, /^smtpPort must be at most 65535$/],
  [{ host: 5 }, /^host: Invalid type/],
  [{ storage: "disk:x" }, /^storage does not know "disk:"/],
  [{ storage: 7 }, /^storage must be text such as memory:/],
  [{ secret: "short" }, /^secret must be 32 bytes in base64/],
  [{ clusterSecret: "short" }, /^clusterSecret must have at least 16 characters/],
  [{ bootstrapKey: "short" }, /^bootstrapKey must be svcagt_ followed by/],
  [{ internalUrl: "http://10.0.0.5:8787" }, /^internalUrl is for servers that share a storage: set storage redis:/],
])("refuses %j by the option's name", async (wrong, sentence) => {
  // As callers write it whose types nobody checks.
  const making = createServer({ storage: "memory:", smtp: false, ...wrong });
  await expect(making).rejects.toMatchObject({ name: "OptionsError", message: expect.stringMatching(sentence) });
});
