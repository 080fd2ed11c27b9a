import { h } from "preact";
import { expect, test } from "vitest";
import { SmsView } from "../../src/views/sms.tsx";
import { held, startServer } from "../page.ts";
import { drawView, signedInWith, smsToken } from "../view.ts";

const inbox = (id: string, phone: string) => ({ ...smsToken(phone), id });
const old = inbox("s1", "5550100001");
const registered = inbox("s2", "5550100002");

test.each([
  ["has", [old, registered]],
  ["lacks", [old]],
])("an SMS inbox that was registered is listed once, whether a list that arrives later %s it", async (_how, late) => {
  const server = startServer();
  location.hash = "";
  server.respond("sms/list", { sms_tokens: [old], limit: null, used: 1 });
  server.respond("sms/register", { sms_token: registered });
  const view = drawView(h(SmsView, { signedIn: signedInWith(null), id: undefined }));
  const names = () => view.all(".rows b").map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(["5550100001"]);
  const list = held<object>();
  server.respond("sms/list", list.promise);
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => server.requests.filter(({ path }) => path === "sms/list").length).toBe(2);
  view.click("New SMS inbox");
  await expect.poll(names).toEqual(["5550100001", "5550100002"]);
  list.release({ sms_tokens: late, limit: 7, used: late.length });
  await expect.poll(view.text).toContain("of 7 SMS inboxes");
  expect(view.text()).toContain("2 of 7 SMS inboxes");
  expect(names()).toEqual(["5550100001", "5550100002"]);
});
