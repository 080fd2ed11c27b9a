import { type Cell, lastLine } from "./cell.ts";

const make = `import { createServer } from "@frontdesk/server";
  const key = "svcagt_TheKeyOfTheInstallMatrixs0000000000";
  const desk = await createServer({ storage: "memory:", smtp: false, bootstrapKey: key });`;

/** What the framework's own listener answers, by the SDK in the same process: a reading and a writing call, and a page. */
const ask = (port: string) => `const { createFrontdesk } = await import("@frontdesk/sdk");
  const baseUrl = "http://127.0.0.1:" + ${port};
  const frontdesk = createFrontdesk({ baseUrl, key });
  const mailbox = await frontdesk.mailboxes.register("signup");
  const { mailboxes } = await frontdesk.mailboxes.list();
  const page = await (await fetch(baseUrl + "/openapi.json")).json();
  console.log(mailboxes.length, (await mailbox.recent()).length, page.openapi.slice(0, 3));
  process.exit(0);`;
const answered = "1 0 3.1";

const frameworks = {
  "Hono, default settings": `import { Hono } from "hono"; import { serve } from "@hono/node-server"; ${make}
    const app = new Hono().all("*", (context) => desk.fetch(context.req.raw));
    const { port } = await new Promise((resolve) => serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, resolve));
    ${ask("port")}`,
  Express: `import express from "express"; import { toNodeHandler } from "srvx/node"; ${make}
    const http = express().use(toNodeHandler(desk.fetch)).listen(0, "127.0.0.1");
    await new Promise((resolve) => http.once("listening", resolve));
    ${ask("http.address().port")}`,
  Fastify: `import Fastify from "fastify"; ${make}
    const app = Fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request, body) => body);
    app.all("/*", async ({ url, method, headers, body }, reply) =>
      reply.send(await desk.fetch(new Request("http://desk.test" + url, { method, headers, ...(body && { body }) }))));
    await app.listen({ port: 0, host: "127.0.0.1" });
    ${ask("app.server.address().port")}`,
  h3: `import { H3, serve } from "h3"; ${make}
    const app = new H3().all("/**", ({ req }) => desk.fetch(req));
    const started = serve(app, { port: 0, hostname: "127.0.0.1", silent: true });
    await started.ready();
    ${ask("new URL(started.url).port")}`,
};

/** Where the server is put inside of another program. */
export const embeddingCells: Cell[] = [
  ...Object.entries(frameworks).map(
    ([place, program]): Cell => ({
      place,
      tried: "the server inside, asked by the SDK",
      async try(user) {
        user.write({ "app.mjs": program });
        return lastLine(await user.run(process.execPath, ["app.mjs"]), answered);
      },
    }),
  ),
  {
    place: "Vitest's globalSetup",
    tried: "the server for all tests, a mail over SMTP",
    async try(user) {
      user.write({
        "vitest.config.js": `export default { test: { globalSetup: "./desk.js", fileParallelism: false } };`,
        "desk.js": `import { createServer } from "@frontdesk/server";
          export default async function ({ provide }) {
            const server = await createServer({ storage: "memory:", port: 0, smtpPort: 0 });
            const { url, smtp } = await server.listen();
            provide("desk", { baseUrl: url, key: server.key, smtp });
            return () => server.close();
          }`,
        "wait.test.js": `import { createConnection } from "node:net"; import { createFrontdesk } from "@frontdesk/sdk";
          import { expect, inject, test } from "vitest";
          function send(smtp, to) {
            const [host, port] = smtp.split(":");
            const lines = ["EHLO test", "MAIL FROM:<shop@shop.test>", "RCPT TO:<" + to + ">", "DATA", "Subject: Code\\r\\n\\r\\nYour code is 482913.\\r\\n.", "QUIT"];
            const socket = createConnection(Number(port), host);
            socket.on("data", (bytes) => { if (/^\\d{3} /m.test(String(bytes)) && lines.length > 0) socket.write(lines.shift() + "\\r\\n"); });
          }
          test("waits", async () => {
            const { smtp, ...options } = inject("desk");
            const mailbox = await createFrontdesk(options).mailboxes.register("signup");
            const { code } = await mailbox.expectCode(() => send(smtp, mailbox.address));
            expect(code).toBe("482913");
          });`,
      });
      const printed = await user.run("vitest", ["run"], { NO_COLOR: "1" });
      if (!/Tests\s+1 passed/.test(printed)) throw new Error(printed);
      return "1 test passed";
    },
  },
];
