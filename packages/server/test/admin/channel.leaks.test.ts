import { leavesNothing } from "@frontdesk/test-kit";
import { expect, onTestFinished, test } from "vitest";
import { callAdmin, FolderBusyError, serveAdmin } from "../../src/admin/admin-socket.ts";
import { temporaryFolder } from "../storage/folder.ts";

test("neither answered commands nor servers that found the folder in use leave anything", async () => {
  const { dir } = temporaryFolder();
  const admin = await serveAdmin(dir, async (request) => request);
  onTestFinished(() => admin.close());
  await leavesNothing(
    async () => {
      for (let time = 0; time < 8; time++) expect(await callAdmin(dir, "word")).toMatchObject({ isRunning: true });
      await expect(serveAdmin(dir, async () => {})).rejects.toBeInstanceOf(FolderBusyError);
    },
    { calls: 20 },
  );
});
