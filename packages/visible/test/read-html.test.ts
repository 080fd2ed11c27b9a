import { describe, expect, it } from "vitest";
import { readHtml } from "../src/index.ts";

const read = (html: string) => readHtml(html, { showsTargets: true }).text;

describe("lays out text as a person sees it", () => {
  it.each([
    ["inline elements stay in their line", "a<b>b</b> <i> c</i>\n d", "ab c d"],
    ["blocks are lines", "a<div>b</div>c", "a\nb\nc"],
    ["paragraphs and headings are apart", "<h1>a</h1><p>b</p><p>c</p>", "a\n\nb\n\nc"],
    ["blanks between blocks are no empty line", "<div>a</div> <div>b</div>\n\t<div>c</div>", "a\nb\nc"],
    ["the larger margin counts", "<div><div><p>a</p></div></div><div>b</div>", "a\n\nb"],
    ["at most one line is empty", "a<br><br><br><p></p><br>b", "a\n\nb"],
    ["a line break at the end of a block is none", "<div>a<br></div><div>b</div>", "a\nb"],
    ["a line break of its own block is an empty line", "<div>a</div><div><br></div><div>b</div>", "a\n\nb"],
    ["a block of a non-breaking space is an empty line", "<div>a</div><div>&nbsp;</div><div>b</div>", "a\n\nb"],
    ["a non-breaking space before text is no empty line", "<div>a</div><div>&nbsp;<b>b</b></div>", "a\nb"],
    ["a non-breaking space after text is no empty line", "a<b>&nbsp;</b><br>b", "a\nb"],
    ["cells are apart", "<table><tr><td>a</td><td>b</td></tr><tr><th>c<th>d</table>", "a b\nc d"],
    ["buttons are apart", "a<button>b</button>c", "a b c"],
    ["lists have bullets", "a<ul><li>b</li><li>c<br>d</li></ul>e", "a\n\n * b\n * c\n   d\n\ne"],
    ["lists have numbers", "<ol><li>a<li>b</ol><ol start=9><li>c<li>d</ol>", " 1. a\n 2. b\n\n 9. c\n 10. d"],
    ["lists in lists are indented", "<ul><li>a<ul><li>b</ul><li>c</ul>", " * a\n    * b\n * c"],
    ["a list at the beginning of an item", "<ol><li><ul><li>a</ul></ol>", " 1.  * a"],
    ["an item without text has no bullet", "<ul><li></li><li>a</ul>b", " * a\n\nb"],
    ["a hidden item has no number", "<ol><li hidden>a</li><li>b</li></ol>", " 1. b"],
    ["a list may begin with nine digits", "<ol start=999999999><li>a</ol>", " 999999999. a"],
    ["an absurd number is 1", "<ol start=99999999999><li>a</ol>", " 1. a"],
    ["quotes are marked", "a<blockquote>b<p>c</p></blockquote>d", "a\n\n> b\n>\n> c\n\nd"],
    ["quotes in quotes", "<blockquote><blockquote>a</blockquote>b</blockquote>", "> > a\n>\n> b"],
    ["a line is drawn", "a<hr>b", `a\n\n${"-".repeat(40)}\n\nb`],
    ["preformatted text keeps its lines", "<pre>\na\n  b  c\n\n\nd  </pre>e", "a\n  b  c\n\nd\n\ne"],
    ["blanks at the end of a line are not those of a preformatted one", "<p>a </p><pre>b  \nc</pre>", "a\n\nb\nc"],
    ["preformatted text goes on after a tag", "<pre>a  <b>b</b>\n  <b>c</b></pre>", "a  b\n  c"],
    ["preformatted text has line ends of every system", "<pre>a\rb\r\nc\nd</pre>", "a\nb\nc\nd"],
    ["preformatted text has plain blanks", "<pre>a&nbsp;b&nbsp;\nc</pre>", "a b\nc"],
    ["a page without tags is preformatted", "a &lt; b\n\tc", "a < b\n\tc"],
  ])("%s", (_, html, text) => {
    expect(read(html)).toBe(text);
  });
});

describe("writes links after their words", () => {
  it.each([
    ["of the web", '<a href="https://a.example/v?a=1&amp;b=2">Go</a> on', "Go [https://a.example/v?a=1&b=2] on"],
    ["without user information", '<a href="https://bank.example@a.example/">Go</a>', "Go [https://a.example/]"],
    ["whose attribute is in capitals", '<A HREF="https://a.example/">Go</A>', "Go [https://a.example/]"],
    ["to an address", '<a href="mailto:a@b.example">Write</a>', "Write [a@b.example]"],
    ["to an app", '<a href="app://verify?t=1">Go</a>', "Go [app://verify?t=1]"],
    ["not if the words are the link", '<a href="https://a.example/">https://a.example/</a>', "https://a.example/"],
    ["not within the page", '<a href="#top">Up</a><a href="javascript:x()">Do</a>', "UpDo"],
    ["not a script in capitals", '<a href="JavaScript:x()">Do</a>', "Do"],
    ["not to a part of the mail", '<a href="cid:a@b">Go</a><a href="data:,x">On</a>', "GoOn"],
    [
      "not of nothing after an image",
      '<a href="https://a.example/"><img alt="Go"></a><a href="app://x"></a>',
      "Go [https://a.example/]",
    ],
    [
      "of a block in the line of its words",
      '<a href="https://a.example/"><div>Go</div></a>on',
      "Go [https://a.example/]\non",
    ],
    ["of an image with its words", '<a href="https://a.example/"><img alt="Go"></a>', "Go [https://a.example/]"],
    ["of an image without words", '<p>a</p><a href="https://a.example/"><img></a>', "a\n\nhttps://a.example/"],
    ["not of an image without a link, nor its words", 'a <img alt="Logo"> b', "a b"],
    ["not of nothing", '<a href="https://a.example/"> </a>a', "a"],
    [
      "whose end is missing at the end of its block",
      '<p><a href="https://a.example/">Go</p>on',
      "Go [https://a.example/]\n\non",
    ],
  ])("%s", (_, html, text) => {
    expect(read(html)).toBe(text);
    expect(readHtml(html).text).not.toContain("[");
  });

  it("separates their words at a line break, as elsewhere", () => {
    const html = '<a href="https://a.example/">Open<br>it<p>now</p></a>';
    expect(readHtml(html).links).toMatchObject([{ text: "Open it now" }]);
  });

  it("locates their words in the text", () => {
    const html = '<p>a</p><ul><li><a href="https://a.example/1">Go <b>on</b></a><li>https://a.example/2</ul>';
    for (const showsTargets of [true, false]) {
      const { text, links } = readHtml(html, { showsTargets });
      expect(links.map(({ url, text: words }) => [url, words])).toEqual([
        ["https://a.example/1", "Go on"],
        ["https://a.example/2", "https://a.example/2"],
      ]);
      expect(links.map(({ start, end, text: words }) => text.slice(start, end).startsWith(words))).toEqual([
        true,
        true,
      ]);
    }
  });
});

it("returns the links of an image map with the words of their areas", () => {
  const html = '<map><area href="https://a.example/1" alt="Go"><area href="#top" alt="Up"><area alt="x"></map>a';
  const { text, links } = readHtml(html, { showsTargets: true });
  expect([text, links.map(({ url, text: words }) => [url, words])]).toEqual(["a", [["https://a.example/1", "Go"]]]);
});

describe("hides nothing else with a hidden element", () => {
  it.each([
    ["its margin", "a<div hidden>x</div>b", "ab"],
    ["the end of a visible block around it", "<div>a<span hidden>x</div>b", "a\nb"],
    [
      "the words of the link around it",
      '<a href="https://a.example/">Go<i hidden>x</i> on</a>',
      "Go on [https://a.example/]",
    ],
    [
      "the link before it",
      '<a href="https://a.example/">Go</a><i hidden><a href="https://x.example/">x</a></i>',
      "Go [https://a.example/]",
    ],
    ["an unclosed element in it", "a<div hidden><div hidden>x</div>b", "a\nb"],
  ])("%s", (_, html, text) => {
    expect(read(html)).toBe(text);
  });
});

describe("blanks", () => {
  it.each([
    ["are those before an element, and not after it", "a <b>b</b>c", "a bc"],
    ["may be line ends, tabs or non-breaking", "a\n<b>b</b>\t<b>c</b>&nbsp;<b>d</b>", "a b c d"],
    ["of any kind may end the words before an element", "a&nbsp;<b>b\t</b><b>c\n</b>d", "a b c d"],
    ["before the words of a line leave no line empty", "a<br>&nbsp;<b>b</b><br>c", "a\nb\nc"],
  ])("%s", (_what, html, text) => {
    expect(readHtml(html).text).toBe(text);
  });
});

it("reads on behind each of several scripts and style sheets", () => {
  expect(readHtml("<style>x</style>a<style>x</style>b<script>x</script>c<script>x</script>d").text).toBe("abcd");
});

it("stops after a number of tags or characters", () => {
  expect(readHtml("<b>a</b><b>b</b>", { maxTags: 4 }).text).toBe("ab");
  expect(readHtml("<b>a</b><b>b</b>", { maxTags: 3 }).text).toBe("a");
  expect(readHtml("<b>a</b>".repeat(100), { maxLength: 10 }).text).toBe("a".repeat(10));
  expect(readHtml(`${"a".repeat(20)}<b>b</b>`, { maxLength: 10 }).text).toBe("a".repeat(10));
  // Hidden text must not fill the page, and neither be shown because its end is beyond the limit.
  const hidden = `a<div hidden>${"<b>x</b>".repeat(100)}</div>b`;
  expect(readHtml(hidden, { maxLength: 10 }).text).toBe("ab");
  expect(readHtml("<i hidden>x</i><b>a</b><b>b</b>", { maxLength: 1 }).text).toBe("a");
});

describe("limits what a hostile page costs", () => {
  it.each([
    ["marks of forty characters are written", "<blockquote>".repeat(21), "a", `${"> ".repeat(20)}a`],
    ["longer ones are not", `<blockquote>${"<ul><li>".repeat(13)}`, "a", `> ${" * ".repeat(12)}a`],
    ["element 10,000 is opened", "<b>".repeat(9_999), "<blockquote>a", "> a"],
    ["further ones are not", "<b>".repeat(10_000), "<blockquote>a", "a"],
    ["200 elements are searched for the one to close", "<div hidden>", `${"<b>".repeat(198)}x</div>a`, "a"],
    ["further ones are not", "<div hidden>", `${"<b>".repeat(199)}x</div>a`, "x\na"],
    ["attributes are read in 65,536 characters", `<p ${"x".repeat(65_528)}`, " hidden>x</p>a", "a"],
    ["further ones are not", `<p ${"x".repeat(65_529)}`, " hidden>x</p>a", "x\n\na"],
    ["9,999 quoted values are read", `<p ${"a='' ".repeat(9_999)}`, "hidden>x</p>a", "a"],
    ["a tag with more is text", `<p ${"a='' ".repeat(10_000)}`, "hidden>x", `<p ${"a='' ".repeat(10_000)}hidden>x`],
  ])("%s", (_what, start, end, text) => {
    expect(readHtml(start + end).text).toBe(text);
  });

  it("by marks of a thousand characters and as many as the page has", () => {
    const html = "<hr>".repeat(30);
    expect(readHtml(html).text.match(/-{40}/g)).toHaveLength((html.length + 1_000) / 40);
  });
});

it("does not count hidden text inside hidden text to the characters after which it stops", () => {
  const hidden = `<span hidden>out<span hidden>in</span>${"x".repeat(20)}<b>y</b>${"x".repeat(20)}</span>`;
  expect(readHtml(`ab${hidden}cd<b>e</b>f`, { maxLength: 5 }).text).toBe("abcde");
});
