import { FrontdeskError } from "@frontdesk/sdk";
import { expect, test, vi } from "vitest";
import { printMessages } from "../src/print-messages.ts";

type Message = { id: string };
const missing = (status: number) => new FrontdeskError(status, null, "No.");

function read(known: string[], coming: string[], changes: Partial<Parameters<typeof printMessages<Message>>[0]> = {}) {
  const shown: string[] = [];
  const ending = new AbortController();
  const comes = vi.fn(async function* (_signal: AbortSignal) {
    for (const id of coming) yield { id };
  });
  const done = printMessages<Message>({
    terminal: { env: {}, out() {}, err() {}, stopSignal: () => ending.signal, ask: async () => null },
    follow: true,
    stored: known.map((id) => ({ id })),
    read: async (id) => ({ id }),
    newMessages: comes,
    print: ({ id }) => void shown.push(id),
    ...changes,
  });
  return { done, shown, comes, ending };
}

test("prints existing messages and then new ones, each once", async () => {
  const { done, shown, comes, ending } = read(["a", "b"], ["b", "a", "c"]);
  await done;
  expect(shown).toEqual(["a", "b", "c"]);
  expect(comes).toHaveBeenCalledExactlyOnceWith(ending.signal);
});

test("does not wait unless it follows", async () => {
  const { done, shown, comes } = read(["a"], ["b"], { follow: false });
  await done;
  expect(shown).toEqual(["a"]);
  expect(comes).not.toHaveBeenCalled();
});

test("skips a message that was evicted meanwhile, and does not hide any other error", async () => {
  const failing = (status: number) => async (id: string) => {
    if (id === "a") throw missing(status);
    return { id };
  };
  const rolledOut = read(["a", "b"], [], { read: failing(404) });
  await rolledOut.done;
  expect(rolledOut.shown).toEqual(["b"]);
  await expect(read(["a", "b"], [], { read: failing(401) }).done).rejects.toMatchObject({ status: 401 });
});
