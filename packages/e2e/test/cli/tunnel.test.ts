import { createServer as createHttpServer, get, type ServerResponse } from "node:http";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import { createServer as openServer } from "@frontdesk/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { start } from "./call.ts";

test("a tunnel reports that it is offline and that it is back, each once", async () => {
  const key = "svcagt_TheKeyOfTheTunnelsTest000000000000";
  await using desk = await openServer({ storage: "memory:", bootstrapKey: key, smtp: false, port: 0 });
  const { url } = await desk.listen();
  const open = new Set<Socket>();
  const between = createServer((socket) => {
    const onward = createConnection(Number(new URL(url).port), "127.0.0.1");
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) open.add(end.on("error", () => {}).on("close", () => open.delete(end)));
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const { port } = between.address() as AddressInfo; // A server on TCP has one.
  onTestFinished(() => void between.close());
  const tunnel = start(["tunnel", "9"], { FRONTDESK_KEY: key, FRONTDESK_URL: `http://127.0.0.1:${port}` });
  await expect.poll(() => tunnel.out.length).toBe(1);
  for (let time = 1; time <= 2; time++) {
    for (const end of open) end.destroy();
    await expect.poll(() => tunnel.err.length).toBe(2 * time);
  }
  const lines = ["Offline: the connection was lost. Retrying.", "Online again."];
  expect(tunnel.err).toEqual([...lines, ...lines]);
  tunnel.stop();
  expect(await tunnel.done).toMatchObject({ code: 0 });
});

test("a tunnel that is stopped while a request is running says what it waits for", async () => {
  const key = "svcagt_TheKeyOfTheTunnelsTest000000000000";
  await using desk = await openServer({ storage: "memory:", bootstrapKey: key, smtp: false, port: 0 });
  const { url } = await desk.listen();
  const app = createHttpServer();
  const asked = new Promise<ServerResponse>((resolve) =>
    app.once("request", (_request, response) => resolve(response)),
  );
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void app.close());
  const { port } = app.address() as AddressInfo; // A server on TCP has one.
  const tunnel = start(["tunnel", String(port), "--host", "127.0.0.1"], { FRONTDESK_KEY: key, FRONTDESK_URL: url });
  await expect.poll(() => tunnel.out.length).toBe(1);
  const { host } = new URL(tunnel.out[0] ?? "");
  const visit = new Promise<number | undefined>((resolve) =>
    get(url, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)),
  );
  const answer = await asked;
  tunnel.stop();
  await expect
    .poll(() => tunnel.err)
    .toEqual(["Waiting for running requests to finish (1). Press Ctrl-C again to stop at once."]);
  answer.end();
  expect(await visit).toBe(200);
  expect(await tunnel.done).toMatchObject({ code: 0 });
});

test("a tunnel without a name ends only when its subdomain is deleted", async () => {
  const key = "svcagt_TheKeyOfTheTunnelsTest000000000000";
  await using desk = await openServer({ storage: "memory:", bootstrapKey: key, smtp: false, port: 0 });
  const { url } = await desk.listen();
  let letDelete = () => {};
  const deletion = new Promise<void>((resolve) => {
    letDelete = resolve;
  });
  const send = globalThis.fetch;
  const fetchSpy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (input instanceof Request && input.method === "DELETE") await deletion;
    return send(input, init);
  });
  onTestFinished(() => fetchSpy.mockRestore());
  const isDeleting = () => fetchSpy.mock.calls.some(([input]) => input instanceof Request && input.method === "DELETE");
  const tunnel = start(["tunnel", "9"], { FRONTDESK_KEY: key, FRONTDESK_URL: url });
  const onDone = vi.fn();
  void tunnel.done.then(onDone);
  await expect.poll(() => tunnel.out.length).toBe(1);
  tunnel.stop();
  await expect.poll(isDeleting).toBe(true);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(onDone).not.toHaveBeenCalled();
  letDelete();
  expect(await tunnel.done).toMatchObject({ code: 0 });
  const headers = { authorization: `Bearer ${key}` };
  const list = await desk.fetch(new Request(`${url}/svc-api/subdomain/list`, { headers }));
  expect(await list.json()).toMatchObject({ subdomains: [] });
});
