import { createStorage } from "unstorage";
import memory from "unstorage/drivers/memory";

/** A storage in memory that takes a turn of the event loop for each write, and accepts none while told so, or after so many. */
export function openFullStorage() {
  const state = { isFull: false, writesLeft: Number.POSITIVE_INFINITY, failures: 0 };
  const driver = memory();
  const write = async (act: () => unknown) => {
    await new Promise(setImmediate);
    state.writesLeft--;
    if (!state.isFull && state.writesLeft >= 0) return void (await act());
    state.failures++;
    throw new Error("disk gone");
  };
  const storage = createStorage({
    driver: {
      ...driver,
      setItem: (key, value, options) => write(() => driver.setItem?.(key, value, options)),
      setItemRaw: (key, value, options) => write(() => driver.setItemRaw?.(key, value, options)),
    },
  });
  return { storage, state };
}
