import { expect, onTestFinished, test } from "vitest";
import { firstKey, openDesk } from "../api/harness.ts";

const common = { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" };
const json = { ...common, "content-type": "application/json", "cache-control": "no-store" };
const document = (type: string) => ({
  ...common,
  "content-type": `${type}; charset=utf-8`,
  "cache-control": "public, max-age=300",
  etag: expect.stringMatching(/^"[\w-]{32}"$/),
});
const refusal = { ...json, "x-request-id": expect.stringMatching(/^[0-9a-f]{8}-[0-9a-z]+$/) };

// All headers, so that one that is missing, wrong or too many fails.
test.each<[what: string, method: string, path: string, status: number, headers: object, sent?: Record<string, string>]>(
  [
    ["a JSON response", "GET", "/svc-api/account", 200, json],
    ["a response without a credential", "GET", "/svc-api/server/version", 200, json],
    [
      "a refused credential",
      "GET",
      "/svc-api/account",
      401,
      { ...refusal, "www-authenticate": "Bearer" },
      { authorization: "Bearer wrong" },
    ],
    ["what is not there", "GET", "/svc-api/mailbox/nothing/refused", 404, json],
    ["a method that a path lacks", "PUT", "/svc-api/account", 405, { ...json, allow: "GET, OPTIONS" }],
    [
      "a preflight",
      "OPTIONS",
      "/svc-api/webhooks/register",
      204,
      {
        ...common,
        "access-control-allow-methods": "POST, OPTIONS",
        "access-control-allow-headers": "authorization, content-type",
        "access-control-max-age": "86400",
      },
    ],
    ["the skill", "GET", "/downloads/svc-tunnel-skill.md", 200, document("text/markdown")],
    ["the skill's head", "HEAD", "/downloads/svc-tunnel-skill.md", 200, document("text/markdown")],
    [
      "a document that the reader has",
      "GET",
      "/downloads/svc-tunnel-skill.md",
      304,
      document("text/markdown"),
      { "if-none-match": "*" },
    ],
    [
      "the checksums of the client packages",
      "GET",
      "/downloads/SHA256SUMS",
      200,
      { ...common, "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
    ],
    ["the overview for models", "GET", "/llms.txt", 200, { ...common, "content-type": "text/plain; charset=utf-8" }],
  ],
)("%s has these headers and no others", async (_, method, path, status, headers, sent) => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const given = sent ?? { authorization: `Bearer ${firstKey}` };
  const response = await desk.server.fetch(new Request(`http://desk.test${path}`, { method, headers: given }));
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([status, headers]);
});

test("a long list, which is converted in parts, has the headers of any JSON", async () => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { accounts, mailboxes } = desk.server.services;
  const { id } = (await accounts.findByName("default"))!;
  for (let number = 0; number <= 100; number++) await mailboxes.register(id, `box-${number}`, async () => null);
  const { status, body, headers } = await desk.call("GET", "mailbox/list");
  expect([status, body.mailboxes.length, Object.fromEntries(headers)]).toEqual([200, 101, json]);
});
