import { createFrontdesk, openMailbox, UnavailableError } from "@frontdesk/sdk";
import { HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestFrontdesk } from "../src/index.ts";
import { createHttp, handlers } from "../src/msw.ts";

// Where the program under test believes its server to be. Nothing listens there.
const baseUrl = "http://frontdesk.shop.example";
const desk = await createTestFrontdesk();
const network = setupServer(...handlers(desk, { baseUrl }));
const http = createHttp(baseUrl);
beforeAll(() => network.listen({ onUnhandledRequest: "error" }));
afterEach(() => network.resetHandlers());
afterAll(async () => {
  network.close();
  await desk.close();
});
const open = () => createFrontdesk({ baseUrl, key: desk.key, retries: false });

test("a program that uses the global fetch waits for a code of the test server", async () => {
  const mailbox = await open().mailboxes.register("signup");
  const { code } = await mailbox.expectCode(() =>
    desk.deliverMail({ to: mailbox.address, text: "Your code is 482913." }),
  );
  expect(code).toBe("482913");
});

test("an aborted wait ends, and the next one finds the mail", async () => {
  const mailbox = await open().mailboxes.register();
  const reader = new AbortController();
  const wait = mailbox.waitForCode({ signal: reader.signal });
  reader.abort(new Error("enough"));
  await expect(wait).rejects.toThrow("enough");
  await desk.deliverMail({ to: mailbox.address, text: "Your code is 111222." });
  expect((await mailbox.waitForCode()).code).toBe("111222");
});

test("a stopping server is a response of the contract", async () => {
  network.use(
    http.get("/svc-api/account", ({ response }) =>
      response(503).json({ error: "The server is stopping.", code: "unavailable" }),
    ),
  );
  await expect(open().account()).rejects.toBeInstanceOf(UnavailableError);
  network.use(
    // @ts-expect-error The contract knows no such path.
    http.get("/svc-api/acount", () => HttpResponse.error()),
  );
});

test("a closed connection is distinguished from a response, and a read is retried", async () => {
  let asked = 0;
  network.use(
    http.get("/svc-api/account", () => {
      asked += 1;
      return asked === 1 ? HttpResponse.error() : undefined;
    }),
  );
  expect((await createFrontdesk({ baseUrl, key: desk.key }).account()).account.name).toBe("default");
  expect(asked).toBe(2);
});

test("a response from a proxy is an error with its status", async () => {
  const page = () => HttpResponse.html("<h1>Oops</h1>", { status: 502 });
  network.use(http.untyped.get(`${baseUrl}/svc-api/account`, page));
  await expect(open().account()).rejects.toMatchObject({ name: "FrontdeskError", status: 502 });
});

test("an older server without long polls is polled until the code is there", async () => {
  const { key: token, address } = await desk.frontdesk.mailboxes.register("older");
  let asked = 0;
  network.use(
    http.untyped.get(`${baseUrl}/svc-api/mail/recent`, async ({ request }) => {
      asked += 1;
      const plain = new Request(`${desk.url}/svc-api/mail/recent?n=10`, { headers: request.headers });
      const answer = Object.assign({}, await (await desk.fetch(plain)).json(), { cursor: undefined });
      if (asked === 2) await desk.deliverMail({ to: address, text: "Your code is 903114." });
      return HttpResponse.json(answer);
    }),
  );
  const mailbox = openMailbox({ baseUrl, key: token, retries: false });
  expect((await mailbox.waitForCode()).code).toBe("903114");
});

test.each(["", "/", "//"])("a server's address may end in %o", async (ending) => {
  const other = "http://other.example/desk";
  network.use(...handlers(desk, { baseUrl: `${other}${ending}` }));
  // No desk is below a path; the request reaches it all the same, for nothing else is there.
  expect((await fetch(`${other}/svc-api/account`)).status).toBe(404);
  network.use(
    createHttp(`${other}${ending}`).get("/svc-api/account", ({ response }) =>
      response(503).json({ error: "The server is stopping.", code: "unavailable" }),
    ),
  );
  expect((await fetch(`${other}/svc-api/account`)).status).toBe(503);
});
