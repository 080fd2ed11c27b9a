import { h } from "preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { AppSetup } from "../../src/views/phone/app-setup.tsx";
import { startServer } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";

test("each import file that was offered is released, at the next one and with the view", async () => {
  const server = startServer();
  const app = (name: string) => ({
    ...{ name, title: name, platform: "android", lines: ["A: b"], warnings: [] },
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
  await expect.poll(() => revoke.mock.calls).toEqual([["blob:http://desk.test/1"], ["blob:http://desk.test/2"]]);
});
