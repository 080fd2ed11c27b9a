/** The app behind a tunnel. Prints its port. */
import http from "node:http";
import type { AddressInfo } from "node:net";

const piece = Buffer.alloc(65_536, "d");
const held = new Set<http.ServerResponse>();

const app = http.createServer((request, response) => {
  if (request.url?.startsWith("/bulk?")) {
    let left = Number(request.url.split("?")[1]);
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
  } else if (request.url === "/sink") {
    let size = 0;
    request.on("data", (bytes) => {
      size += bytes.length;
    });
    request.on("end", () => response.end(String(size)));
  } else if (request.url === "/held") {
    held.add(response);
    response.on("close", () => held.delete(response));
  } else if (request.url === "/holding") response.end(String(held.size));
  else response.writeHead(200, { "content-length": 13 }).end("Hello, world!");
});
// Visitors keep their connections while others have their turn.
app.keepAliveTimeout = 60_000;
app.listen(0, "127.0.0.1", () => console.log((app.address() as AddressInfo).port));
