import { describe, expect, it } from "vitest";
import { extractCode, extractCodes, extractLink, extractLinks } from "../src/index.ts";

const page = (body: string) =>
  `<html><head><style>.a{color:#202123;width:600px}</style></head><body>${body}<p>120 Mill Road, Tech City, CA 94102</p>` +
  `<a href="https://larkspur.example/unsubscribe?id=8841002">Unsubscribe</a></body></html>`;

describe("a code in HTML", () => {
  it("is read from the visible text alone", () => {
    const html = page(
      '<div style="display:none">Code 999999</div><p>Your code</p><p style="color:#999999"><b>551</b>029</p>',
    );
    expect(extractCode(html, { format: "html" })).toBe("551029");
  });

  it("is looked for in a mail that looks like HTML, never in a text message", () => {
    const text = "<p>Your code is 551<b>029</b></p>";
    expect(extractCode(text)).toBe("551029");
    expect(extractCode(text, { channel: "sms" })).not.toBe("551029");
  });

  it("may have a cell for each digit", () => {
    const cells = [..."551029"].map((digit) => `<td>&#${digit.charCodeAt(0)};</td>`).join("");
    expect(extractCode(page(`<p>Verification code</p><table><tr>${cells}</tr></table>`), { format: "html" })).toBe(
      "551029",
    );
  });

  it("is never a colour, a postcode or a tracking number", () => {
    expect(extractCode(page("<p>Thank you for your order.</p>"), { format: "html" })).toBeNull();
  });
});

describe("what surrounds a text", () => {
  it("includes the subject", () => {
    expect(extractCode("It is valid for ten minutes.", { subject: "551029 is your Larkspur code" })).toBe("551029");
  });

  it("lets the origin-bound line win", () => {
    expect(extractCode("Your code is 118822.\n\n@larkspur.example #551029")).toBe("551029");
  });

  it("keeps the sender's digits out", () => {
    expect(extractCode("Your code at 551029 is ready: 551029", { sender: "551029" })).toBeNull();
  });

  it("takes no year without a delimiter, nor the retriever's hash", () => {
    expect(extractCode("The code of conduct 2026 applies")).toBeNull();
    expect(extractCode("Your code is: 551029\nFA+9qCX9VSu")).toBe("551029");
  });

  it("says why", () => {
    expect(extractCodes("Your code is 55-10-29")[0]).toMatchObject({
      value: "551029",
      shown: "55-10-29",
      reason: "follows «code»",
    });
  });
});

describe("a link", () => {
  it("is the button, not the footer", () => {
    const html = page('<a href="https://click.example/ls?upn=a1b2c3&amp;x=1">Verify email</a>');
    expect(extractLink(html, { format: "html" })).toBe("https://click.example/ls?upn=a1b2c3&x=1");
  });

  it("may have its token in a short path, after words that ask for it", () => {
    expect(extractLink("Use this magic link to log in: <https://larkspur.example/l/Zk9x77ab?utm_source=mail>")).toBe(
      "https://larkspur.example/l/Zk9x77ab?utm_source=mail",
    );
  });

  it("is none on an order's page, whatever its path says", () => {
    const html = page(
      '<p>Thanks for your order!</p><a href="https://larkspur.example/o/771/authenticate?key=a1b2c3d4e5">View it</a>',
    );
    expect(extractLink(html, { format: "html" })).toBeNull();
  });

  it("may be one to enrol, beside a way out that is drawn at random too", () => {
    const url = "https://larkspur.example/enroll-account/Zk9x77abQ2mWp4LrTt3v";
    const out = "Unsubscribe: https://larkspur.example/unsubscribe?u=Zk9x77abQ2mW";
    expect(extractLink(`Hello Ana,\n\nTo begin, simply follow the link.\n\n${url}\n\n-- \n\n${out}`)).toBe(url);
  });

  it("may stand in plain text", () => {
    expect(extractLink("Confirm your address:\nhttps://larkspur.example/confirm?token=8f14e45fceea.")).toBe(
      "https://larkspur.example/confirm?token=8f14e45fceea",
    );
  });

  it.each([
    "Read our news: https://larkspur.example/news/may",
    "Home: https://larkspur.example/",
    "Unsubscribe: https://larkspur.example/u?token=8f14e45fceea",
  ])("is none in: %s", (text) => {
    expect(extractLink(text)).toBeNull();
    expect(extractLinks(text)).toHaveLength(1);
  });
});
