import { h } from "preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { AppSetup } from "../../src/views/phone/app-setup.tsx";
import { startServer } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";

test("each import file that was offered is released, at the next one and with the view", async () => {
  const server = startServer();
  const app = (name: string) => ({
    ...{ name, title: `The app ${name}`, platform: "android", lines: ["A: b"], warnings: [] },
    import_file: `{"app":"${name}"}`,
  });
  server.respond("sms/s1/setup", { apps: [app("one"), app("two")], limits: [] });
  let count = 0;
  const create = vi.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:http://desk.test/${++count}`);
  const revoke = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
  onTestFinished(() => {
    create.mockRestore();
    revoke.mockRestore();
  });
  const numbers = ["5550100001"];
  const view = drawView(
    h(AppSetup, { id: "s1", token: "svcsms_1", numbers, platform: "android", signedIn: signedInWith(null) }),
  );
  const link = () => view.all<HTMLAnchorElement>("a[download]")[0];
  await expect.poll(() => link()?.href).toBe("blob:http://desk.test/1");
  const [select] = view.all<HTMLSelectElement>("select");
  select!.value = "1";
  select!.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(() => [link()?.href, link()?.download]).toEqual(["blob:http://desk.test/2", "two.json"]);
  view.remove();
  const files = create.mock.calls.map(([file]) => file as Blob);
  expect(await Promise.all(files.map(async (file) => [file.type, await file.text()]))).toEqual([
    ["application/json", '{"app":"one"}'],
    ["application/json", '{"app":"two"}'],
  ]);
  await expect.poll(() => revoke.mock.calls).toEqual([["blob:http://desk.test/1"], ["blob:http://desk.test/2"]]);
});

test("the settings are loaded again for another number or key, and copied as they are shown", async () => {
  const writeText = vi.fn(async (_text: string) => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const server = startServer();
  const app = {
    name: "one",
    title: "One",
    platform: "android",
    lines: ["A: b", "C: d"],
    warnings: [],
    import_file: null,
  };
  server.respond("sms/s1/setup", { apps: [app], limits: [] });
  const signedIn = signedInWith(null);
  const draw = (token: string, ...numbers: string[]) =>
    h(AppSetup, { id: "s1", token, numbers, platform: "android", signedIn });
  const view = drawView(draw("svcsms_1", "5550100001"));
  const queries = () => server.requests.map(({ query }) => query);
  await expect.poll(queries).toEqual([{ phone: "5550100001" }]);
  view.redraw(draw("svcsms_2", "5550100001"));
  await expect.poll(() => queries().length).toBe(2);
  view.redraw(draw("svcsms_2", "5550100001", "5550100002"));
  await expect.poll(() => queries().at(-1)).toEqual({ phone: "5550100001", phone2: "5550100002" });
  view.redraw(draw("svcsms_2", "5550100003", "5550100002"));
  await expect.poll(() => queries().at(-1)).toEqual({ phone: "5550100003", phone2: "5550100002" });
  await expect.poll(() => view.button("Copy the settings")).toBeDefined();
  view.click("Copy the settings");
  expect(writeText).toHaveBeenCalledWith("A: b\nC: d");
});
