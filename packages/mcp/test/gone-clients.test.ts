import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { serveFetch } from "../src/serve/http.ts";

test("a request ends with its client, before there is a response", async () => {
  let asked = (_request: Request) => {};
  const request = new Promise<Request>((resolve) => {
    asked = resolve;
  });
  const server = serveFetch((given) => {
    asked(given);
    return new Promise<Response>(() => {});
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  const { signal } = await request;
  expect(signal.aborted).toBe(false);
  client.destroy();
  await expect.poll(() => signal.aborted).toBe(true);
});
