import { describe, expect, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { openServer } from "../../src/server.ts";
import type { Write } from "../../src/storage/types.ts";
import { fragileStorage } from "../api/harness.ts";

const quiet = { smtp: false, log: { debug() {}, info() {}, warn() {}, error() {} } };
const given = "svcagt_TestTestTestTestTestTest1234";

describe("the first key", () => {
  test("that nobody was shown is replaced at the next start, and stops working", async () => {
    const { storage } = fragileStorage();
    // A port that is taken ends such a start before anything is printed.
    const first = await openServer({ storage, ...quiet });
    await first.close();
    const second = await openServer({ storage, ...quiet });
    expect(second.key).toMatch(/^svcagt_/);
    expect(second.key).not.toBe(first.key);
    const status = async (key: string | null) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await second.fetch(new Request("http://desk.test/svc-api/account", { headers }))).status;
    };
    expect([await status(first.key), await status(second.key)]).toEqual([401, 200]);
    await second.confirmKey();
    await second.close();
    await using third = await openServer({ storage, ...quiet });
    expect(third.key).toBeNull();
  });

  test("is available to an embedding program as soon as it has the server", async () => {
    const { storage } = fragileStorage();
    const first = await createServer({ storage, ...quiet });
    await first.close();
    await using second = await createServer({ storage, ...quiet });
    expect(second.key).toBeNull();
  });

  test("is the only one, whichever commit a crash follows", async () => {
    for (let survived = 0; survived < 6; survived++) {
      const { storage } = fragileStorage();
      const setItem = storage.setItem.bind(storage);
      let commits = 0;
      // From some redo record on nothing reaches the disk.
      storage.setItem = async (key: string, value: never) => {
        if (key.startsWith("redo") && (JSON.parse(value) as { writes: Write[] }).writes) commits++;
        if (commits > survived) throw new Error("crash");
        await setItem(key, value);
      };
      await createServer({ storage, bootstrapKey: given, ...quiet }).catch(() => {});
      storage.setItem = setItem;
      await using server = await openServer({ storage, bootstrapKey: given, ...quiet });
      const { accounts, agentKeys } = server.services;
      const account = await accounts.findByName("default");
      expect(await agentKeys.list(account!.id)).toHaveLength(1);
      const headers = { authorization: `Bearer ${given}` };
      expect((await server.fetch(new Request("http://desk.test/svc-api/account", { headers }))).status).toBe(200);
    }
  });

  test("is an error if the variable names a key that this storage does not have", async () => {
    const { storage } = fragileStorage();
    await (await createServer({ storage, bootstrapKey: given, ...quiet })).close();
    await using same = await createServer({ storage, bootstrapKey: given, ...quiet });
    expect(same.warnings.join()).not.toContain("FRONTDESK_BOOTSTRAP_KEY");
    await same.close();
    const other = "svcagt_OtherOtherOtherOther1234";
    await using changed = await createServer({ storage, bootstrapKey: other, ...quiet });
    expect(changed.warnings.join()).toContain("FRONTDESK_BOOTSTRAP_KEY is not a key of this storage");
    expect(changed.warnings.join()).not.toContain(other);
  });
});
