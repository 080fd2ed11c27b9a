import { expect, test, vi } from "vitest";
import { drawHook, held, startServer } from "../page.ts";

test("an inbox that is loaded again does not show its old messages until then", async () => {
  vi.resetModules();
  const mail = { id: "000000001inboxtag", subject: "Your code", body: "Your code is 482913.", links: [], codes: [] };
  const server = startServer();
  const secondLoad = held<object>();
  let loads = 0;
  server.respond("mail/recent", (request: Request) => {
    if (new URL(request.url).searchParams.has("after")) return new Promise(() => {});
    loads += 1;
    return loads === 1 ? { emails: [mail], cursor: mail.id } : secondLoad.promise;
  });
  const { useMailInbox } = await import("../../src/app/inbox.ts");
  const view = drawHook((round: number) => useMailInbox("svcm_a", round), 0);
  await expect.poll(() => view.output.state).toBe("live");
  view.draw(1);
  await expect.poll(() => view.output).toEqual({ state: "loading" });
  secondLoad.release({ emails: [], cursor: mail.id });
  await expect.poll(() => view.output).toEqual({ state: "live", messages: [], error: null });
});

test("an inbox that is loaded again before its first load has ended shows no error of that", async () => {
  vi.resetModules();
  const server = startServer();
  const [first, second] = [held<object>(), held<object>()];
  let loads = 0;
  server.respond("mail/recent", (request: Request) => {
    if (new URL(request.url).searchParams.has("after")) return new Promise(() => {});
    loads += 1;
    return loads === 1 ? first.promise : second.promise;
  });
  const { useMailInbox } = await import("../../src/app/inbox.ts");
  const states: string[] = [];
  const view = drawHook((round: number) => {
    const inbox = useMailInbox("svcm_a", round);
    states.push(inbox.state);
    return inbox;
  }, 0);
  await expect.poll(() => loads).toBe(1);
  view.draw(1);
  await expect.poll(() => loads).toBe(2);
  second.release({ emails: [], cursor: "000000001inboxtag" });
  await expect.poll(() => view.output.state).toBe("live");
  expect(states).not.toContain("failed");
});
