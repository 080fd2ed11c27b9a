import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../storage/folder.ts";
import { call } from "./call.ts";

test("backup and restore say in JSON which file and storage have how many records, and nothing else", async () => {
  const { dir } = temporaryFolder();
  const file = join(dir, "desk.backup");
  const [from, to] = [`lmdb:${join(dir, "from")}`, `lmdb:${join(dir, "to")}`];
  const options = { env: { FRONTDESK_SECRET: Buffer.alloc(32, 1).toString("base64") } };
  expect((await call(["account", "create", "acme", "--storage", from], options)).code).toBe(0);
  const saved = await call(["backup", file, "--storage", from, "--json"], options);
  const { records } = JSON.parse(saved.out);
  expect(JSON.parse(saved.out)).toEqual({ file, records: expect.any(Number) });
  const restored = await call(["restore", file, "--storage", to, "--json"], options);
  expect(JSON.parse(restored.out)).toEqual({ storage: expect.stringContaining(join(dir, "to")), records });
  expect([records > 0, saved.err, restored.err]).toEqual([true, "", ""]);
});
