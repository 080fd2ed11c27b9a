import { afterAll, expect, test } from "vitest";
import { closeBrowser, openSignedIn, openStage } from "./stage.ts";

afterAll(closeBrowser);

test("hostile mail runs nothing, loads nothing and shows where each link leads", async () => {
  const stage = await openStage();
  const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
  const { page, faults } = await openSignedIn(stage, `mailboxes/${mailbox.id}`);
  const html = (body: string, subject = "Hello") =>
    `From: "<img src=x onerror=alert(1)>" <a@client.test>\nSubject: ${subject}\nContent-Type: text/html; charset=utf-8\n\n${body}`;
  const plain = (body: string, subject = "Hello") =>
    `From: a@client.test\nSubject: ${subject}\nContent-Type: text/plain; charset=utf-8\n\n${body}`;
  await stage.send(
    mailbox.address,
    html(
      '<script>window.ran = 1</script><img src="http://tracker.test/a.png" onerror="window.ran = 2"><svg onload="window.ran=3"></svg>code 471190',
    ),
  );
  await stage.send(
    mailbox.address,
    plain(
      '<script>window.ran = 4</script><img src=x onerror="window.ran=5"><iframe src="javascript:parent.ran=6"></iframe>',
      "<script>window.ran=7</script>",
    ),
  );
  await stage.send(
    mailbox.address,
    html(
      '<a href="javascript:window.ran=8">javascript</a><a href="data:text/html,x">data</a><a href="http://xn--80ak6aa92e.test/verify?a=1">https://bank.example/verify</a><form action="http://tracker.test"><button>Go</button></form>',
    ),
  );
  await stage.send(
    mailbox.address,
    plain(`txt.exe\u202egpj.evil\n${"\u0301".repeat(3_000)}\u0000 end`, "=?utf-8?q?=E2=80=AEreversed?="),
  );
  await stage.send(
    mailbox.address,
    plain("{{constructor.constructor('window.ran=9')()}} <b onclick=window.ran=10>b</b> __proto__"),
  );
  await expect.poll(() => page.locator(".message").count()).toBe(5);
  expect(await page.evaluate("globalThis.ran")).toBeUndefined();
  // What claims to be code stands there as text.
  await page.getByText("<script>window.ran=7</script>").first().waitFor();
  const links = await page.locator(".links a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual(["http://xn--80ak6aa92e.test/verify?a=1"]);
  expect(await page.locator(".links .host").allTextContents()).toEqual(["xn--80ak6aa92e.test"]);
  expect(await page.locator(".links a").first().getAttribute("rel")).toContain("noopener");
  expect(await page.locator(".message :is(img, iframe, script, form, object, embed)").count()).toBe(0);
  expect(faults).toEqual([]);
});

test("a mail of one megabyte and a subject of ten thousand emoji break nothing", async () => {
  const stage = await openStage();
  const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
  const emoji = Buffer.from("🛎️".repeat(10_000)).toString("base64");
  await stage.send(mailbox.address, `From: a@client.test\nSubject: =?utf-8?b?${emoji}?=\n\nYour code is 553201`);
  const megabyte = `first line\n${"All work and no play makes a long mail. ".repeat(26_000)}\nlast line`;
  await stage.send(mailbox.address, `From: a@client.test\nSubject: Long\n\n${megabyte.replace(/(.{900})/g, "$1\n")}`);
  // Ten of them are more than one answer holds.
  for (let more = 0; more < 6; more++)
    await stage.send(mailbox.address, `Subject: More ${more}\n\n${megabyte.replace(/(.{900})/g, "$1\n")}`);
  const { page, faults } = await openSignedIn(stage, `mailboxes/${mailbox.id}`, {
    viewport: { width: 390, height: 844 },
  });
  await expect.poll(() => page.locator(".message").count()).toBe(8);
  const long = page.locator(".message", { hasText: "More 5" });
  await long.getByRole("button", { name: /^Show all/ }).click();
  await long.getByText("last line").waitFor({ state: "attached" });
  // Beyond what one answer holds, a text is there for the asking.
  const oldest = page.locator(".message").last();
  const whole = oldest.getByRole("button", { name: "Load the full text" });
  if ((await whole.count()) > 0) await whole.click();
  await oldest.locator(".code-button").getByText("553201").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
});

test("text is shown in the direction of its own script, line by line", async () => {
  const stage = await openStage();
  const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
  const { page } = await openSignedIn(stage, `mailboxes/${mailbox.id}`);
  const text = "رمز الدخول 660214.\nThis line is English.";
  await stage.send(mailbox.address, `Subject: Code\nContent-Type: text/plain; charset=utf-8\n\n${text}`);
  await page.locator(".message .body span").waitFor();
  /** How far from the left a character stands, as a share of the line. */
  const placeOf = (at: number) =>
    page.evaluate<number>(`(() => {
      const span = document.querySelector(".message .body span");
      const range = document.createRange();
      range.setStart(span.firstChild, ${at});
      range.setEnd(span.firstChild, ${at + 1});
      const { left, width } = span.getBoundingClientRect();
      return (range.getBoundingClientRect().left - left) / width;
    })()`);
  expect(await placeOf(0)).toBeGreaterThan(0.8);
  // The full stop ends the sentence on its left.
  expect(await placeOf(text.indexOf("."))).toBeLessThan(await placeOf(0));
  expect(await placeOf(text.indexOf("This"))).toBeLessThan(0.05);
});
