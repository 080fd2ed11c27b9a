import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";
import { createAddressPolicy } from "../../src/webhooks/address-policy.ts";

/** One for all servers of a file, because generating takes long. */
const certificate = generate([{ name: "commonName", value: "localhost" }], {
  ...{ keyType: "ec", curve: "P-256", algorithm: "sha256" },
  extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
});

/** Serves documents over https on this computer. */
export async function serve(respond: RequestListener) {
  const { private: key, cert } = await certificate;
  const server = createServer({ key, cert }, respond);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = (server.address() as AddressInfo).port;
  return { url: `https://localhost:${port}/metadata.json`, ca: cert };
}

/** Allows what `serve` serves. */
export const local = createAddressPolicy({ allow: ["127.0.0.1", "::1"], isLocal: true });
