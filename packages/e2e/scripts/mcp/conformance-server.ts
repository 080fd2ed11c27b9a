import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createHttpHandler, serveFetch } from "../../../mcp/src/serve/http.ts";
import { createState } from "../../../mcp/src/state/state.ts";
import { readSettings } from "../../../mcp/test/read-settings.ts";
import { buildFixture } from "../../test/mcp/conformance/fixture.ts";
import { type Address, toEnv } from "../../test/mcp/desk.ts";

/** The real wiring for a suite that can bring no token: the real server, or the fixture behind the same guards. */
export async function openConformanceServer(desk: Address, kind: "product" | "fixture") {
  const settings = readSettings([], toEnv(desk));
  const state = createState(settings);
  let notify: Awaited<ReturnType<typeof createHttpHandler>>["notify"] | undefined;
  const fixture = () =>
    buildFixture({ toolsChanged: () => notify?.toolsChanged(), promptsChanged: () => notify?.promptsChanged() });
  const http = await createHttpHandler(state, () => {}, kind === "fixture" ? fixture : undefined);
  notify = http.notify;
  const token = readFileSync(join(settings.secretsFolder, "mcp-http.token"), "utf8").trim();
  const server = serveFetch((request) => {
    request.headers.set("authorization", `Bearer ${token}`);
    return http.fetch(request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await http.close();
      await state.close();
    },
  };
}
