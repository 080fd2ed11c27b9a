import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLinks, mergeLinks, readHtml } from "../src/index.ts";

const urlsIn = (text: string) => findLinks(text).map(({ url }) => url);

describe("an address in a text", () => {
  it.each([
    [
      "ends before a bracket it does not open",
      "続けるには こちら [https://a.example/v?token=abc]をクリック",
      "https://a.example/v?token=abc",
    ],
    ["ends where a script without spaces begins", "https://a.example/v?t=abcをクリック", "https://a.example/v?t=abc"],
    ["ends before Thai", "กดที่https://a.example/v?t=abcเพื่อยืนยัน", "https://a.example/v?t=abc"],
    ["keeps an underscore of its own", "Open https://a.example/v/abc_ now", "https://a.example/v/abc_"],
    ["keeps a star of its own", "Open https://a.example/v/abc* now", "https://a.example/v/abc*"],
    ["loses emphasis around it", "*https://a.example/v/abc* and more", "https://a.example/v/abc"],
    ["loses three marks of emphasis", "***https://a.example/v/abc***", "https://a.example/v/abc"],
    ["has all its ampersands decoded", "https://a.example/v?a=1&amp;b=2&amp;c", "https://a.example/v?a=1&b=2&c"],
    ["keeps its last letter though it has a mark of its own", "*https://a.example/v/a*b", "https://a.example/v/a*b"],
    ["loses the marks of struck text", "~~https://a.example/v/abc~~", "https://a.example/v/abc"],
    ["loses a bar of a table", "|https://a.example/v/abc|", "https://a.example/v/abc"],
    ["loses a quote around it", "'https://a.example/v/abc'", "https://a.example/v/abc"],
    ["loses a list of marks", "https://a.example/v/abc.,;:!?", "https://a.example/v/abc"],
    ["ends before a brace it does not open", "{https://a.example/v/abc}, or", "https://a.example/v/abc"],
    ["keeps braces and square brackets that it opens", "https://a.example/v/{a}[b] or", "https://a.example/v/{a}[b]"],
    ["ends before a bracket that closes another", "https://a.example/v/(a] or", "https://a.example/v/(a"],
    ["loses two kinds of marks around it", "_**https://a.example/v/abc**_", "https://a.example/v/abc"],
    ["keeps what emphasis leaves", "_https://a.example/v/abc__", "https://a.example/v/abc_"],
    ["keeps brackets that it opens", "(see https://a.example/x_(y)).", "https://a.example/x_(y)"],
    [
      "ends with its line, even if the next one ends in a bracket",
      "Go https://a.example/v\nlater>",
      "https://a.example/v",
    ],
    ["keeps colons in its path", "https://a.example/c:d:e?x=1:2, then", "https://a.example/c:d:e?x=1:2"],
    ["loses the sentence's marks", "Is it https://a.example/v?t=1?!", "https://a.example/v?t=1"],
    [
      "goes on in the next line between angle brackets",
      "<https://a.example/aaa\r\nbbb\nccc>",
      "https://a.example/aaabbbccc",
    ],
    ["ends with its line if an empty one follows", "<https://a.example/aaa\n\nbbb>", "https://a.example/aaa"],
    ["ends with its line if the bracket is missing", "<https://a.example/aaa\nbbb ccc", "https://a.example/aaa"],
    ["loses no letter of its own with emphasis", "**https://a.example/v/abc* now", "https://a.example/v/abc"],
    ["may have a host of any script", "https://例え.example/x と", "https://例え.example/x"],
    ["has its ampersands decoded", "https://a.example/v?a=1&amp;b=2", "https://a.example/v?a=1&b=2"],
    ["may stand in quotes", '"https://a.example/v?t=1"', "https://a.example/v?t=1"],
  ])("%s", (_, text, url) => {
    expect(urlsIn(text)).toEqual([url]);
  });

  it("is complete, or not there", () => {
    const token = fc.string({
      unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
      minLength: 43,
      maxLength: 2_000,
    });
    const around = fc.constantFrom(
      ["", ""],
      ["[", "]をクリック"],
      ["<", ">"],
      ["(", ")."],
      ["Link:\n", "\n--"],
      ["**", "**"],
      ["「", "」"],
    );
    fc.assert(
      fc.property(token, around, (drawn, [before, after]) => {
        const url = `https://a.example/verify?token=${drawn}`;
        expect(urlsIn(`${before}${url}${after}`)).toEqual([url]);
        expect(readHtml(`<p>x <a href="${url}">こちら</a>をクリック</p>`).links.map((link) => link.url)).toEqual([url]);
      }),
      { numRuns: 500 },
    );
    expect(urlsIn(`https://a.example/${"a".repeat(8_200)}`)).toEqual([]);
  });

  it("takes linear time", () => {
    expect(findLinks("https://".repeat(250_000)).length).toBeLessThanOrEqual(100);
    expect(findLinks("https://a.example/x ".repeat(100_000))).toHaveLength(100);
  });
});

describe("user information in an address", () => {
  it.each([
    ["https://bank.example@evil.example/v?t=1", "https://evil.example/v?t=1"],
    ["https://bank.example:secret@evil.example:8443/v", "https://evil.example:8443/v"],
    ["https://a@b@evil.example/v", "https://evil.example/v"],
    ["HTTPS://bank.example%2fsignin@evil.example", "HTTPS://evil.example"],
    ["https://bank.example&amp;@evil.example/v", "https://evil.example/v"],
    ["http://@evil.example/v", "http://evil.example/v"],
    // What browsers take for the path or the query stays.
    ["https://a.example/@user/v", "https://a.example/@user/v"],
    ["https://a.example?to=ann@b.example", "https://a.example?to=ann@b.example"],
    ["https://a.example#ann@b.example", "https://a.example#ann@b.example"],
    ["https://a.example\\@evil.example/v", "https://a.example\\@evil.example/v"],
  ])("is neither shown nor returned: %s", (written, url) => {
    const inText = findLinks(`Open <${written}> now`);
    // A backslash ends an address in a text; where it stands in an attribute, browsers read it as a slash.
    if (!written.includes("\\")) expect(inText).toMatchObject([{ url, text: url }]);
    for (const { url: found, text } of inText) expect(`${new URL(found).username} ${text}`).not.toContain("bank");
    expect(readHtml(`<a href="${written}">Open</a>`).links).toMatchObject([{ url, text: "Open" }]);
    expect(new URL(url)).toMatchObject({ username: "", password: "" });
  });
});

it("encodes every blank within an address, and drops those around it", () => {
  const [link] = readHtml('<a href=" https://a.example/a b c\t\n">Open</a>').links;
  expect(link?.url).toBe("https://a.example/a%20b%20c");
});

it("leaves out a hidden link between two that are shown", () => {
  const link = (path: string) => `<a href="https://a.example/${path}">${path}</a>`;
  const { links } = readHtml(`${link("one")} <i hidden>${link("x")}${link("y")}</i> ${link("two")}`);
  expect(links.map(({ text }) => text)).toEqual(["one", "two"]);
});

it("ignores an address that no browser can open", () => {
  for (const written of ["https://[a.example/v", "https://a.example:99999/v"])
    expect(readHtml(`<a href="${written}">Open</a>`).links).toEqual([]);
});

it("ignores a malformed URL in an attribute that browsers repair", () => {
  for (const written of ["https://\\bank.example@evil.example/v", "https:\\\\evil.example", "https:///evil.example"])
    expect(readHtml(`<a href="${written}">Open</a>`).links).toEqual([]);
});

describe("links of several parts", () => {
  it("are merged at their first position with their words", () => {
    const links = [
      { url: "https://a.example/v", text: "https://a.example/v" },
      { url: "https://a.example/u", text: "Unsubscribe" },
      { url: "https://a.example/v", text: "Verify" },
    ];
    expect(mergeLinks(links)).toEqual([
      { url: "https://a.example/v", text: "Verify" },
      { url: "https://a.example/u", text: "Unsubscribe" },
    ]);
  });

  it("are not those in their words", () => {
    const html = '<a href="https://a.example/v">https://b.example/ or not</a>';
    expect(readHtml(html).links.map(({ url }) => url)).toEqual(["https://a.example/v"]);
  });

  it("include one that the page does not close, and a bare URL right behind one", () => {
    expect(readHtml('<a href="https://a.example/v">Go').links).toMatchObject([
      { url: "https://a.example/v", text: "Go" },
    ]);
    const { links } = readHtml('<a href="https://a.example/v">Go</a><b>https://b.example/</b>');
    expect(links.map(({ url }) => url)).toEqual(["https://a.example/v", "https://b.example/"]);
  });

  it("have all their words at the very beginning of a page, and the first of two addresses", () => {
    const { links } = readHtml('<a href="https://a.example/v" href="https://b.example/">Go <b>on</b></a>');
    expect(links).toMatchObject([{ url: "https://a.example/v", text: "Go on", start: 0 }]);
  });

  it("go on after the end of an element that an earlier link has left open", () => {
    const { links } = readHtml('<p><a href="https://a.example/1">x<a href="https://a.example/2"/>y</p>z</a>');
    expect(links.map(({ text }) => text)).toEqual(["x", "y z"]);
  });

  it("have no blanks around their words, also in preformatted text", () => {
    const { text, links } = readHtml('<pre>a<a href="https://a.example/v">  Go\n  on  </a>b</pre>');
    expect([text, links.map((link) => link.text)]).toEqual(["a  Go\n  on  b", ["Go on"]]);
  });

  it("end at their closing tag, also if their opening tag closes itself", () => {
    const { links } = readHtml('<a href="https://a.example/v"/>Go</a> on');
    expect(links).toMatchObject([{ text: "Go" }]);
  });

  it("end before an image that follows, whose words are not shown", () => {
    const { text, links } = readHtml('<a href="https://a.example/v">Go</a><img alt="Mill"></a>');
    expect([text, links.map(({ text: words }) => words)]).toEqual(["Go", ["Go"]]);
  });

  it("include bare URLs of the page", () => {
    const html =
      '<a href=" https://a.example/v?\n t=1&amp;u=2"><img alt="Verify"></a> or open https://a.example/w. <a href="mailto:a@b.example">write</a>';
    expect(readHtml(html).links.map(({ url, text }) => [url, text])).toEqual([
      ["https://a.example/v?%20t=1&u=2", "Verify"],
      ["https://a.example/w", "https://a.example/w"],
    ]);
  });
});

describe("addresses of one message", () => {
  it("are kept once, with their first words", () => {
    const url = "https://a.example/v";
    expect(
      mergeLinks([
        { url, text: "" },
        { url, text: url },
        { url, text: "Confirm" },
        { url, text: "Later" },
      ]),
    ).toEqual([{ url, text: "Confirm" }]);
    expect(
      mergeLinks([
        { url, text: url },
        { url, text: "" },
      ]),
    ).toEqual([{ url, text: url }]);
  });

  it("are limited to a hundred", () => {
    const many = Array.from({ length: 150 }, (_, at) => ({ url: `https://a.example/${at}`, text: "" }));
    expect(mergeLinks(many)).toHaveLength(100);
    expect(findLinks(many.map(({ url }) => url).join(" "))).toHaveLength(100);
  });
});
