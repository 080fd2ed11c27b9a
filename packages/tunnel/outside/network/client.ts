/** A laptop: an app and a tunnel client in one process, which a test can freeze. Prints each status as a line of JSON. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { openTunnel } from "../../src/index.ts";

const { server, word } = JSON.parse(process.argv[2] ?? "{}") as { server: string; word: string };
const piece = Buffer.alloc(65_536, "d");

const app = http.createServer((request, response) => {
  if (request.url === "/held") return console.log(JSON.stringify({ held: word }));
  if (!request.url?.startsWith("/bulk?")) return response.end(word);
  let left = Number(request.url.slice(6));
  response.writeHead(200, { "content-length": left });
  const fill = () => {
    while (left > 0) {
      const bytes = left < piece.length ? piece.subarray(0, left) : piece;
      left -= bytes.length;
      if (!response.write(bytes)) return;
    }
    response.end();
  };
  response.on("drain", fill);
  fill();
});
app.listen(0, "127.0.0.1", () => {
  const { port } = app.address() as AddressInfo;
  const onStatus = (status: object) => console.log(JSON.stringify(status));
  void openTunnel({ token: "svc_network", port, host: "127.0.0.1", baseUrl: server, share: true, onStatus });
});
