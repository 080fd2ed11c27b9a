/** The client, for the app on the given port. Prints its address once the tunnel is open. */
import { openTunnel } from "../../packages/tunnel/src/index.ts";

const { edgePort, appPort } = JSON.parse(process.argv[2] ?? "{}") as { edgePort: number; appPort: number };
const server = `http://127.0.0.1:${edgePort}`;
const tunnel = await openTunnel({ token: "svc_bench", port: appPort, host: "127.0.0.1", baseUrl: server });
console.log(tunnel.url);
