import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { collectGarbage } from "@frontdesk/test-kit";
import { expect, onTestFinished, test } from "vitest";
import { serveFetch } from "../src/serve/http.ts";

test("a request ends with its client also if nothing else refers to the request", async () => {
  let asked = () => {};
  const request = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let isAborted = false;
  const server = serveFetch(({ signal }) => {
    signal.addEventListener("abort", () => {
      isAborted = true;
    });
    asked();
    return new Promise<Response>(() => {});
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  await request;
  await collectGarbage();
  client.destroy();
  await expect.poll(() => isAborted).toBe(true);
});
