import { describe, expect, it } from "vitest";
import { extractLink, extractLinks } from "../src/all.ts";

const token = "Zk3Qx9LmPv7RtY2aWc8N";
const personal = `https://mill.example/d/${token}`;
const short = "https://mill.example/d/K7F92Q";
const plain = "https://mill.example/x";
const unsubscribe = `<a href="https://mill.example/u/Qq3Qx9LmPv7RtY2aWc8M">Unsubscribe</a>`;

/** The URLs that are more likely to be followed than not, in an HTML mail or a text. */
const linksIn = (text: string, format: "html" | "text" = "text") =>
  extractLinks(text, { format }).flatMap(({ url, confidence }) => (confidence >= 0.5 ? [url] : []));
const linksBelow = (text: string, url: string, label: string, rest = "") =>
  linksIn(`<p>${text}</p><p><a href="${url}">${label}</a></p><p>${rest}</p>`, "html");

describe("a link is the one to follow", () => {
  it("only if it is one of the first hundred, even of those that the caller gives", () => {
    const others = Array.from({ length: 100 }, (_, index) => ({
      url: `https://mill.example/p/${index}`,
      text: "Read",
    }));
    const confirm = { url: personal, text: "Confirm" };
    const find = (...links: { url: string; text: string }[]) => extractLink("Confirm your address", { links });
    expect(find(confirm, ...others)).toBe(personal);
    expect(find(...others, confirm)).not.toBe(personal);
  });

  it.each([
    ["the only one with a token", "Hello", personal, "Look"],
    ["one whose label names an action", "Hello", plain, "Confirm"],
    ["one whose label names a code", "Hi", plain, "Your code"],
    ["a short token, if the text asks to sign in", "Please sign in below.", short, "Open"],
    ["one whose label also names the terms", "Confirm", personal, "Confirm and read the terms"],
    ["an order, if the label calls to go on to it", "Hello", personal, "Continue to your order"],
    ["an invoice, if the text asks for an action", "Confirm your address", personal, "View invoice"],
  ])("%s: %s", (_what, text, url, label) => {
    expect(linksBelow(text, url, label)).toEqual([url]);
  });

  it.each([
    ["an invitation", "Ben invites you.", personal, "Accept"],
    ["an invitation, in a language in which an order is called so too", "שלום", personal, "הזמנה"],
    ["a label of an action", "News. Confirm your address.", personal, "Confirm"],
    ["a URL of an action", "News.", `https://mill.example/verify/${token}`, "Look"],
  ])("also beside a tracked link, if it is %s", (_what, text, url, label) => {
    expect(linksBelow(text, url, label, unsubscribe)).toEqual([url]);
  });
});

it("a link to help without a token does not show that the sender tracks its readers", () => {
  const help = '<a href="https://mill.example/help">Help</a>';
  expect(linksBelow("Hello", personal, "Look", help)).toEqual([personal]);
  expect(linksBelow("Hello", personal, "Look", unsubscribe)).toEqual([]);
});

it("a label says more than what stands before it", () => {
  expect(linksIn(`<p>Help and privacy: <a href="${personal}">Look</a></p>`, "html")).toEqual([personal]);
  expect(linksIn(`<p>Help and privacy: ${personal}</p>`, "html")).toEqual([]);
});

it("an invitation beside a tracked link is the only one with a token, while a newsletter has several", () => {
  const text = `Ben invites you. ${"x ".repeat(1_400)}`;
  const story = (url: string) => `${unsubscribe} <a href="${url}">Story</a>`;
  expect(linksBelow(text, personal, "Accept", story(plain))).toEqual([personal]);
  expect(linksBelow(text, personal, "Accept", story("https://mill.example/s/Ww3Qx9LmPv7RtY2aWc8Q"))).toEqual([]);
});

it("more than three words of a purchase do not make a link less likely than three", () => {
  const confidence = (parcels: number) =>
    extractLinks(`Confirm your address. ${"parcel ".repeat(parcels)}\nConfirm [${plain}]`)[0]?.confidence ?? 0;
  expect(confidence(3)).toBeLessThan(confidence(2));
  expect(confidence(4)).toBe(confidence(3));
});

it("no link is surer than 0.99", () => {
  const links = [{ url: `https://mill.example/verify/${token}`, text: "Confirm" }];
  expect(extractLinks("Confirm your address below.", { links })).toMatchObject([{ confidence: 0.99 }]);
});

describe("a link is not the one to follow", () => {
  it.each([
    ["without a token in a mail that asks for nothing", "Hello", plain, "Continue"],
    ["beside an amount", "Hello. Paid 45 EUR", personal, "Look"],
    ["beside a parcel", "Your parcel", personal, "Look"],
    ["beside a discount", "10 % off", personal, "Look"],
    ["beside a percentage alone", "Up to 30% today", personal, "Look"],
    ["beside a percentage with a space", "Up to 30 % today", personal, "Look"],
    ["in a long mail", "x ".repeat(1_400), personal, "Look"],
    ["to unsubscribe", "Click to continue", personal, "Unsubscribe"],
    ["to the home page", "Hello", "https://mill.example/", "Confirm"],
    ["that shows the home page", "Hello", personal, "https://mill.example/"],
    [
      "whose label is a URL in capitals, whatever its path says",
      "Confirm your address",
      plain,
      "HTTPS://MILL.EXAMPLE/ORDER/VERIFY",
    ],
    ["to an invoice", "Hello", personal, "View invoice"],
    ["to an order that was paid", "Paid 45 EUR. Confirm your address", personal, "View order"],
    ["to an order whose price has a sign", "Paid €45. Confirm your address", personal, "View order"],
    ["to a customer code", "Hi", plain, "Customer code"],
    ["to a parcel code", "Hi", plain, "Parcel code"],
    ["to a receipt", "Hi, sign in", plain, "Download receipt"],
  ])("%s", (_what, text, url, label) => {
    expect(linksBelow(text, url, label)).toEqual([]);
  });

  it("beside a tracked link", () => {
    expect(linksBelow("News of the mill.", personal, "Look", unsubscribe)).toEqual([]);
  });

  it("beside another with a token", () => {
    expect(linksBelow("Hello", personal, "Look", `<a href="${personal}b">Look too</a>`)).toEqual([]);
  });
});

describe("in a text, what stands before a link says what it is for", () => {
  it.each([
    [[personal], `To confirm or unsubscribe: ${personal}`],
    [[personal], `To confirm or unsubscribe, open ${personal}`],
    [[plain], `Sign in [${plain}]\n\nHelp [${personal}]`],
    [[short], `Sign in below\n${short}\n\nHello`],
    [[personal], `Sign in: ${personal} and again ${personal}. Your parcel, a gift. 45 EUR.`],
    [[], `Unsubscribe here: ${personal}`],
    [[], `Unsubscribe here:\n${personal}`],
    [[], `Hello ${personal} and again ${personal}. Paid 45 EUR.`],
  ])("%j: %s", (urls, text) => {
    expect(linksIn(text)).toEqual(urls);
  });
});

it.each([
  ["Your code", "says «Your code»"],
  ["Parcel code", "is a link"],
  ["Order code", "is a link"],
])("a link that reads «%s» %s", (label, reason) => {
  expect(extractLinks(`[${label}](${plain})`)).toMatchObject([{ reason }]);
});

it("a link with a token that comes twice is likelier than one that comes once", () => {
  const other = `${personal}b`;
  const [once] = extractLinks(`Open ${personal} and ${other}`);
  const [twice] = extractLinks(`Open ${personal}, ${personal} and ${other}`);
  expect(twice?.confidence).toBeGreaterThan(once?.confidence ?? 1);
});

it("a link without a token that comes twice is no likelier for that, since a menu may repeat it", () => {
  const [once] = extractLinks(`Open ${plain} and ${plain}b`);
  const [twice] = extractLinks(`Open ${plain}, ${plain} and ${plain}b`);
  expect(twice?.confidence).toBe(once?.confidence);
});

it("a link that all readers get is less likely beside one with a token, and one with a short token is not", () => {
  const confidence = (url: string, rival: string) =>
    extractLinks(`<p>Confirm your address</p><a href="${url}">Confirm</a>${rival}`, { format: "html" }).find(
      (link) => link.url === url,
    )?.confidence ?? 0;
  const rival = `<p><a href="${personal}">Look</a></p>`;
  const [forAll, forOne] = ["https://mill.example/verify", "https://mill.example/verify/K7F92Q"] as const;
  expect(confidence(forAll, rival)).toBeLessThan(confidence(forAll, ""));
  expect(confidence(forOne, rival)).toBe(confidence(forOne, ""));
});

it("a label that names no action speaks against its link in a mail that does not ask to verify, and a bare URL does not", () => {
  const confidenceOf = (label: string) =>
    extractLinks(`<p>Hello</p><p><a href="${personal}">${label}</a></p>`, { format: "html" })[0]?.confidence;
  expect(confidenceOf("Look")).toBeLessThan(confidenceOf(personal) ?? 0);
});

it.each([
  ["twelve", "aB3dE5fG7hJ9", null],
  ["eleven", "aB3dE5fG7hJ", `https://mill.example/j/${token}?u=aB3dE5fG7hJ`],
])(
  "a link to get started is followed unless it shares at least twelve characters with that to unsubscribe: %s",
  (_what, shared, url) => {
    const invitation = `<a href="https://mill.example/j/${token}?u=${shared}">Get started</a>`;
    const text = `<p>Hello</p>${invitation}<p><a href="https://mill.example/unsubscribe/Qq3Qx9LmPv7RtY2a/${shared}">Unsubscribe</a></p>`;
    expect(extractLink(text, { format: "html" })).toBe(url);
  },
);

it("a bare URL is introduced by the last two lines above it that are not blank", () => {
  expect(linksIn(`Confirm your address\nUnsubscribe\n\nHello\n\n${personal}`)).toEqual([]);
  expect(linksIn(`Confirm your address\nUnsubscribe\n\nHello\n\nBen\n${personal}`)).toEqual([personal]);
});
