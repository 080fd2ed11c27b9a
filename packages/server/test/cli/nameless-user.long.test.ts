import { chmod, chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canSwitchUser } from "../as-user.ts";
import { makeFolder, startFrontdesk, startServer } from "./start-frontdesk.ts";

// As `docker run --user 12345` and OpenShift do. Skipped unless root runs the tests: nobody else can start it so.
test.runIf(canSwitchUser).each(["data", "d".repeat(120)])(
  "a user without a name runs a server, which root's commands reach (%s)",
  async (name) => {
    const uid = 12_345;
    const base = await makeFolder();
    await chmod(base, 0o755);
    const folder = join(base, name);
    await mkdir(folder, { mode: 0o700 });
    await chown(folder, uid, uid);
    const storage = `lmdb:${folder}`;
    const server = await startServer(storage, [], {}, { uid });
    for (const how of [{ uid }, {}]) {
      const command = startFrontdesk(["key", "create", "spare", "--storage", storage], {}, how);
      expect(await command.exit, command.err()).toBe(0);
      const key = /svcagt_\w+/.exec(command.out())?.[0];
      const account = await fetch(`${server.url}/svc-api/account`, { headers: { authorization: `Bearer ${key}` } });
      expect(account.status).toBe(200);
    }
    server.child.kill("SIGTERM");
    expect(await server.exit).toBe(0);
  },
);
