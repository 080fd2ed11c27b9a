import { scopes } from "@frontdesk/contract";
import { describe, expect, test } from "vitest";
import { allOperations, openDeskWithEverything, request } from "./desk-with-everything.ts";

describe("the previous edition", () => {
  test.each(allOperations)("has %s only if the contract says so", async (id, { edition, path }) => {
    const { desk, owner } = await openDeskWithEverything({ edition: "earlier" });
    const { status, body } = await request(desk, id, owner).catch(() => ({ status: 404, body: { code: "not_found" } }));
    // A path that the edition has under another method gets 405 (contract, section 5).
    const isShared = path === "/svc-api/agent-tokens/{id}";
    if (edition === "later")
      expect([status, body.code]).toEqual(isShared ? [405, "method_not_allowed"] : [404, "not_found"]);
    else expect(status).toBe(200);
  });

  test.each(scopes)("accepts the scope %s only if it it is in the interface of that edition", async (scope) => {
    const { desk, owner } = await openDeskWithEverything({ edition: "earlier" });
    const body = { name: "scoped", scopes: scope };
    const { status } = await desk.call("POST", "agent-tokens/create", { token: owner.key, body });
    expect(status).toBe(/^(subdomain|mailbox|token):/.test(scope) ? 200 : 400);
  });
});

describe("the later edition", () => {
  test.each(allOperations)("has %s", async (id) => {
    const { desk, owner } = await openDeskWithEverything();
    expect((await request(desk, id, owner)).status).toBe(200);
  });
});
