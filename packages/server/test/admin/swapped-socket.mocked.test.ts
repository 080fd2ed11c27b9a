import { once } from "node:events";
import { renameSync } from "node:fs";
import * as net from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectToServer, socketPath } from "../../src/admin/socket.ts";
import { temporaryFolder } from "../storage/folder.ts";

/** What happens right after a connection was begun. */
const meanwhile = vi.hoisted(() => ({ act: () => {} }));

vi.mock("node:net", async (original) => {
  const real = await original<typeof net>();
  return {
    ...real,
    connect(path: string) {
      const socket = real.connect(path);
      meanwhile.act();
      return socket;
    },
  };
});

/** Listens at a path, and sends its name to each client. */
async function listen(path: string, name: string): Promise<void> {
  const server = net.createServer((socket) => void socket.on("error", () => {}).end(name));
  await once(server.listen(path), "listening");
  onTestFinished(() => void server.close());
}

async function ask(dir: string): Promise<string> {
  const socket = await connectToServer(dir);
  if (socket === null) return "nobody";
  socket.setEncoding("utf8");
  const [name] = await once(socket, "data");
  socket.destroy();
  return name;
}

test("a command talks to the socket whose owner it has looked at, not to one that was replaced since", async () => {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const path = socketPath(dir);
  await listen(path, "first");
  expect(await ask(dir)).toBe("first");
  const other = join(dir, "other.sock");
  await listen(other, "second");
  meanwhile.act = () => {
    meanwhile.act = () => {};
    renameSync(other, path);
  };
  expect(await ask(dir)).toBe("second");
});
