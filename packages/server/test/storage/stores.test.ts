import { createStorage } from "unstorage";
import { lmdbDriver } from "../../src/storage/lmdb/lmdb-driver.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";
import { testStore } from "./suite.ts";

testStore("memory", async () => ({ backend: await openStorage("memory:") }));

for (const scheme of ["lmdb", "fs"])
  testStore(scheme, async () => {
    const { dir, remove } = temporaryFolder();
    const open = () => openStorage(`${scheme}:${dir}`);
    return { backend: await open(), reopen: open, cleanUp: remove };
  });

testStore("an unstorage storage of the caller's", async () => {
  const storage = createStorage();
  const open = () => openStorage(storage);
  return { backend: await open(), reopen: open };
});

testStore("our lmdb driver handed in", async () => {
  const { dir, remove } = temporaryFolder();
  return { backend: await openStorage(lmdbDriver({ dir })), cleanUp: remove };
});
