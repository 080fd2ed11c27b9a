import { expect, test } from "vitest";
import { createTestbed } from "../testbed.ts";

const HOST = "Host: demo.tunnel.localhost\r\n";

test.each([
  ["HTTP/1.1 visitor", `GET / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [103, 200]],
  ["HTTP/1.0 visitor, who knows none", `GET / HTTP/1.0\r\n${HOST}\r\n`, [200]],
  [
    "visitor with chunks",
    `POST / HTTP/1.1\r\n${HOST}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [103, 200],
  ],
])("the app's interim responses to %s", async (_who, request, statuses) => {
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: "</style.css>; rel=preload" }, () => response.end("whole"));
  });
  const reply = await bed.raw(request);
  const heard = (reply.match(/(?<=^|\n)HTTP\/1\.1 (\d+)/g) ?? []).map((line) => Number(line.slice(9)));
  expect(heard.filter((status) => status !== 102)).toEqual(statuses);
  expect(reply).toContain("whole");
});
