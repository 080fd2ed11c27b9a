import { h } from "preact";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { PhoneSetup } from "../../src/views/phone/phone-setup.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { held, problem, startServer } from "../page.ts";
import { drawView, signedInWith, smsToken } from "../view.ts";

beforeEach(() => void startServer());

function draw(phones: string[] = []) {
  const record = smsToken(...phones);
  const view = drawView(h(PhoneSetup, { record, signedIn: signedInWith(null), newest: undefined }));
  const isOffered = () => view.button("Send a test without the phone")?.disabled === false;
  return { view, record, isOffered };
}
const hint = "A number of 7 to 15 digits";

describe("the phone's own number", () => {
  test.each([
    "5550123456",
    "+1 (555) 012-3456",
    "555.012.3456",
    "1234567",
    " 5550123456 , 5550987654 ",
    "5550123456,",
    "+1 (555) 012-34.56 (789) 0",
  ])("may be %o", async (phones) => {
    const { view, isOffered } = draw();
    view.type("input[type=tel]", phones);
    await expect.poll(isOffered).toBe(true);
    expect(view.text()).not.toContain(hint);
  });

  test.each([
    "123456",
    "555012345x",
    "5550123456,5550987654,5550111111",
    "5550123456,12",
    "+",
    "++15550123456",
    "1 (555) 012-34.56 (789) 01",
  ])("is requested again if it is %o", async (phones) => {
    const { view, isOffered } = draw();
    view.type("input[type=tel]", phones);
    await expect.poll(() => view.text()).toContain(hint);
    expect(isOffered()).toBe(false);
  });

  test("is not called wrong before anything is typed", () => {
    const { view, isOffered } = draw();
    expect(view.text()).toContain("Phones often don't know it.");
    expect(view.text()).not.toContain(hint);
    expect(isOffered()).toBe(false);
  });

  test("is that of the SMS inbox, if it has one", () => {
    const { view, isOffered } = draw(["5550100001", "5550100002"]);
    expect(view.all<HTMLInputElement>("input[type=tel]")[0]?.value).toBe("5550100001, 5550100002");
    expect(isOffered()).toBe(true);
  });
});

test("shows the first SMS that comes after the view was opened, and none that was there", async () => {
  const sms = {
    id: "t1",
    phone_id: "p1",
    phone: "5550100001",
    sender: "Shop",
    snippet: "",
    received_at: "2026-01-01T12:00:00.000Z",
  };
  const signedIn = signedInWith(null);
  const record = smsToken("5550100001");
  const view = drawView(h(PhoneSetup, { record, signedIn, newest: sms }));
  expect(view.text()).not.toContain("It arrived");
  view.redraw(h(PhoneSetup, { record, signedIn, newest: { ...sms, id: "t2" } }));
  await expect.poll(() => view.text()).toContain("It arrived from Shop on 5550100001");
});

describe("the apps", () => {
  const app = (name: string, platform: string) => {
    const warnings = [`Mind ${name}`];
    return { name, title: `App ${name}`, platform, lines: [`Type ${name}`], warnings, import_file: null };
  };

  function drawApps() {
    const server = startServer();
    const apps = [app("termux", "android"), app("shortcuts", "ios"), app("smsgate", "android")];
    server.respond("sms/s1/setup", { apps, limits: ["No Android app can."] });
    return draw(["5550100001"]).view;
  }

  test("of an iPhone come with pictures, and without the limits of Android", async () => {
    const view = drawApps();
    view.click("iPhone");
    await expect.poll(() => view.text()).toContain("Type shortcuts");
    expect(view.all("img").length).toBe(2);
    expect(view.text()).toContain("Mind shortcuts");
    expect(view.text()).not.toContain("No Android app can.");
    expect(view.all("select").length).toBe(0);
  });

  test("of Android can be selected, and come with its limits", async () => {
    const view = drawApps();
    view.click("Another Android app");
    await expect.poll(() => view.text()).toContain("Type termux");
    expect(view.all("option").map(({ textContent }) => textContent)).toEqual(["App termux", "App smsgate"]);
    expect(view.all("li").map(({ textContent }) => textContent)).toEqual(["Mind termux", "No Android app can."]);
    expect(view.all("img")).toEqual([]);
  });
});

test("a test SMS is awaited for 20 s, and the view says if it does not arrive", async () => {
  const server = startServer();
  server.respond("sms/recent", (request: Request) =>
    request.url.includes("wait=") ? problem(403, "missing_scope") : { messages: [], cursor: "c1" },
  );
  server.respond("sms/push", { stored: 1, duplicates: 0, phones: [], token_full: false });
  const { view, isOffered } = draw(["5550100001"]);
  view.click("Send a test without the phone");
  await expect.poll(() => view.all("[role=alert]").length).toBe(1);
  expect(isOffered()).toBe(true);
  const [wait] = server.requests.filter(({ query }) => query.wait !== undefined);
  expect(Math.ceil(Number(wait?.query.wait))).toBe(20);
});

test.each([
  [0, "100000"],
  [899_999, "999999"],
  [900_000, "100000"],
  [4_294_967_295, "267295"],
])("a test SMS has a code of six digits, the first not 0: of the random number %i it is %s", async (random, code) => {
  const randomValues = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint32Array) array.fill(random);
    return array;
  });
  onTestFinished(() => randomValues.mockRestore());
  const server = startServer();
  server.respond("sms/recent", (request: Request) =>
    request.url.includes("wait=") ? held().promise : { messages: [], cursor: "c1" },
  );
  server.respond("sms/push", { stored: 1, duplicates: 0, phones: [], token_full: false });
  const { view } = draw(["5550100001"]);
  view.click("Send a test without the phone");
  const bodies = () => server.requests.filter(({ path }) => path === "sms/push").map(({ body }) => body);
  const sms = { phone: "5550100001", sender: "Frontdesk", body: `${code} is your test code.` };
  await expect.poll(bodies).toEqual([JSON.stringify({ messages: [sms] })]);
});

test("no second test SMS can be sent while the first is awaited", async () => {
  const server = startServer();
  server.respond("sms/recent", (request: Request) =>
    request.url.includes("wait=") ? held().promise : { messages: [], cursor: "c1" },
  );
  server.respond("sms/push", { stored: 1, duplicates: 0, phones: [], token_full: false });
  const { view, isOffered } = draw(["5550100001"]);
  view.click("Send a test without the phone");
  await expect.poll(() => server.requests.some(({ query }) => query.wait !== undefined)).toBe(true);
  expect(isOffered()).toBe(false);
});

test("the app that was selected for one platform is not that of another", async () => {
  const server = startServer();
  const app = (name: string, platform: string) => ({ name, title: name, platform, lines: [`Type ${name}`] });
  const apps = [app("termux", "android"), app("smsgate", "android"), app("other", "ios"), app("another", "ios")];
  const withoutFile = apps.map((each) => ({ ...each, warnings: [], import_file: null }));
  server.respond("sms/s1/setup", { apps: withoutFile, limits: [] });
  const { view } = draw(["5550100001"]);
  view.click("Another Android app");
  await expect.poll(view.text).toContain("Type termux");
  const [select] = view.all<HTMLSelectElement>("select");
  select!.value = "1";
  select!.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(view.text).toContain("Type smsgate");
  view.click("iPhone");
  await expect.poll(view.text).toContain("Type other");
});

test("the companion's link has the numbers that were entered", async () => {
  const writeText = vi.fn(async (_text: string) => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const pairing = { code: "c", link: "https://desk.example.com/pair#c", expires_at: inAnHour };
  startServer().respond("sms/s1/pair", { pairing });
  const { view } = draw(["5550100001", "5550100002"]);
  view.click("Show a QR code");
  await expect.poll(() => view.button("Copy link")).toBeDefined();
  view.click("Copy link");
  expect(writeText).toHaveBeenCalledWith("https://desk.example.com/pair#c/5550100001%2C5550100002");
});

test("an inbox without a number opens with its set-up, which shows the newest message that arrives", async () => {
  const server = startServer();
  const sms = (id: string, sender: string) => ({
    ...{ id, sender, phone_id: "p1", phone: "5550100001", snippet: "", received_at: "2026-01-01T12:00:00.000Z" },
    ...{ body: "", codes: [], links: [] },
  });
  const arrival = held<object>();
  server.respond("sms/list", { sms_tokens: [smsToken()], limit: null, used: 1 });
  server.respond("sms/recent", (request: Request) => {
    const after = new URL(request.url).searchParams.get("after");
    if (after === "c0") return arrival.promise;
    return after === null ? { messages: [sms("t1", "Old")], cursor: "c0" } : new Promise(() => {});
  });
  const view = drawView(h(SmsView, { signedIn: signedInWith(null), id: "s1" }));
  await expect.poll(view.text).toContain("Close the setup");
  await expect.poll(() => view.all("article").length).toBe(1);
  arrival.release({ messages: [sms("t2", "New")], cursor: "c1" });
  await expect.poll(view.text).toContain("It arrived from New on 5550100001");
});

test("the set-up of an inbox is closed and opened again by one button", async () => {
  startServer().respond("sms/list", { sms_tokens: [smsToken("5550100001")], limit: null, used: 1 });
  const view = drawView(h(SmsView, { signedIn: signedInWith(null), id: "s1" }));
  const guides = () => view.all("[aria-label='Phone set-up']").length;
  const isExpanded = (name: string) => view.button(name)?.getAttribute("aria-expanded");
  await expect.poll(() => isExpanded("Set up the phone")).toBe("false");
  view.click("Set up the phone");
  await expect.poll(guides).toBe(1);
  expect(isExpanded("Close the setup")).toBe("true");
  view.click("Close the setup");
  await expect.poll(guides).toBe(0);
  expect(isExpanded("Set up the phone")).toBe("false");
});
