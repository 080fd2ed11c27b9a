import { expect, test } from "vitest";
import { createDesk } from "./desk.ts";

test("a server listens once, and not after it was closed, because nobody would close its ports", async () => {
  const { server } = await createDesk({ port: 0 });
  const { url } = await server.listen();
  await expect(server.listen()).rejects.toThrow("listen() was called before");
  expect((await fetch(`${url}/svc-api/server/version`)).status).toBe(200);
  await server.close();
  await expect(fetch(url)).rejects.toThrow();
  await expect(server.listen()).rejects.toThrow("This Frontdesk was closed.");
  const { server: closed } = await createDesk({ port: 0 });
  await closed.close();
  await expect(closed.listen()).rejects.toThrow("This Frontdesk was closed.");
});

test("a server tells everyone the port at which it takes mail, also one that the system chose", async () => {
  const { server } = await createDesk({ port: 0, smtp: true, smtpPort: 0 });
  const { smtp } = await server.listen();
  const response = await server.fetch(new Request("http://localhost/svc-api/server/version"));
  expect(await response.json()).toMatchObject({ smtp: { port: Number(smtp?.split(":").at(-1)), starttls: true } });
});
