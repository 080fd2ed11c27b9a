import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "@frontdesk/server";
import { type Cell, code, imports, lastLine, Skip, wait } from "./cell.ts";
import type { User } from "./shared-install.ts";

const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** Serves the built page, and resolves with what it reports of itself. */
async function visit(folder: string, query: string): Promise<string> {
  if (!chromium) throw new Skip("there is no Chromium");
  let report: (text: string) => void;
  const reported = new Promise<string>((resolve) => {
    report = resolve;
  });
  const types: Record<string, string> = { html: "text/html", js: "text/javascript" };
  const http = createHttpServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://page.test");
    if (pathname === "/report") report(searchParams.get("seen") ?? "");
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    answer.setHeader("content-type", types[file.split(".").at(-1) ?? ""] ?? "text/plain");
    answer.end(existsSync(file) ? readFileSync(file) : "");
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo; // A TCP listener has no other form of address.
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];
  const profile = `--user-data-dir=${join(folder, "profile")}`;
  const browser = spawn(chromium, [...flags, profile, `http://127.0.0.1:${port}/?${query}`], { stdio: "ignore" });
  const died = once(browser, "exit").then(() => Promise.reject(new Error("Chromium ended before the page reported")));
  try {
    return await Promise.race([reported, died]);
  } finally {
    died.catch(() => {});
    browser.kill("SIGKILL");
    http.closeAllConnections();
    http.close();
  }
}

/** Starts what Next has built, asks its route, and stops it. */
async function askRoute(user: User): Promise<string> {
  const next = join(user.folder, "../../node_modules/next/dist/bin/next");
  const started = spawn(process.execPath, [next, "start", "-p", "0", "-H", "127.0.0.1"], { cwd: user.folder });
  try {
    let said = "";
    for await (const chunk of started.stdout) {
      said += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url && /Ready/.test(said)) return await (await fetch(`${url}/api`)).text();
    }
    throw new Error(`Next ended: ${said}`);
  } finally {
    started.kill("SIGKILL");
  }
}

const route = `${imports} import { createFrontdesk } from "@frontdesk/sdk";
  export const dynamic = "force-dynamic";
  export async function GET() {
    ${wait}
    const records = [{ id: "s", name: "demo", domain: "demo.test", token: "svc_1" }];
    const fetch = async () => Response.json({ success: true, subdomains: records });
    const [subdomain] = await createFrontdesk({ baseUrl: "http://desk.test", key: "k", fetch }).subdomains.list();
    const refused = await subdomain.openTunnel({ port: 0 }).catch(({ name }) => name);
    return new Response(found.code + " " + refused);
  }`;
const next = (place: string, ...flags: string[]): Cell => ({
  place,
  tried: "a page; a route that waits for a code and opens a tunnel, built and asked",
  async try(user) {
    user.write({
      "app/layout.jsx": "export default ({ children }) => <html><body>{children}</body></html>;",
      "app/page.jsx": `"use client"; import { openMailbox } from "@frontdesk/sdk"; export default () => <p>{typeof openMailbox}</p>;`,
      "app/api/route.js": route,
    });
    await user.run("next", ["build", ...flags], { NEXT_TELEMETRY_DISABLED: "1" });
    return lastLine(await askRoute(user), `${code} TunnelOptionsError`);
  },
});

/** What bundlers make of the packages, run. */
export const bundlerCells: Cell[] = [
  next("Next 16, webpack", "--webpack"),
  next("Next 16, Turbopack"),
  {
    place: "Vite build, Chromium",
    tried: "a page registers an inbox and waits for a code",
    async try(user) {
      user.write({
        "index.html": `<script type="module" src="./page.js"></script>`,
        "page.js": `import { createFrontdesk } from "@frontdesk/sdk";
          const { baseUrl, key } = Object.fromEntries(new URLSearchParams(location.search));
          const see = (text) => fetch("/report?seen=" + encodeURIComponent(text));
          try {
            const frontdesk = createFrontdesk({ baseUrl, key });
            const inbox = await frontdesk.smsInboxes.register();
            const push = () => fetch(baseUrl + "/svc-api/sms/push", { method: "POST",
              headers: { authorization: "Bearer " + inbox.key, "content-type": "application/json" },
              body: JSON.stringify({ phone: "5550100", messages: [{ sender: "SHOP", body: "Your code is ${code}.", received_at: new Date().toISOString() }] }) });
            see((await inbox.expectCode(push)).code);
          } catch (error) { see(String(error.stack ?? error)); }`,
      });
      await user.run("vite", ["build", "--logLevel", "error"]);
      await using server = await createServer({ storage: "memory:", smtp: false, port: 0 });
      const { url } = await server.listen();
      const query = new URLSearchParams({ baseUrl: url, key: server.key ?? "" });
      return lastLine(await visit(join(user.folder, "dist"), String(query)), code);
    },
  },
];
