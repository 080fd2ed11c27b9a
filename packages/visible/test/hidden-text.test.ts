import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHtml } from "../src/index.ts";

const textOf = (html: string) => readHtml(html).text.replace(/\s+/g, " ").trim();

describe("removes what a person does not see", () => {
  it.each([
    ["display", '<div style="display:none">111111</div>'],
    ["display in capitals and important", '<div style="DISPLAY : None !important">111111</div>'],
    ["the attribute", "<p hidden>111111</p>"],
    ["visibility", '<span style="visibility:hidden">111111</span>'],
    ["no size", '<span style="font-size:0px">111111</span>'],
    ["no opacity", '<span style="opacity:0">111111</span>'],
    ["no height", '<div style="max-height:0;overflow:hidden">111111</div>'],
    ["the colour of the background", '<td style="background:#fff"><font color="white">111111</font></td>'],
    ["white on a bare page", '<span style="color:#FFFFFF">111111</span>'],
    ["almost the same colour", '<p style="background-color:#101010;color:rgb(17,17,17)">111111</p>'],
    ["out of sight", '<div style="position:absolute;left:-9999px">111111</div>'],
    ["out of sight above", '<div style="position:absolute;top:-9999px">111111</div>'],
    ["out of sight to the right", '<div style="position:fixed;right:-200em">111111</div>'],
    ["out of sight below", '<div style="position:absolute;bottom:-999%">111111</div>'],
    ["indented away", '<div style="text-indent:-999em">111111</div>'],
    ["a rule in an invisible element", '<div style="visibility:hidden">111111<hr></div>'],
    ["a hidden rule", "<hr hidden>"],
    ["a template", "<template>111111</template>"],
    ["a comment", "<!-- 111111 --><!--[if mso]>111111<![endif]-->"],
    ["a class of the page's own sheet", "<style>.pre, .x { display: none }</style><span class='a pre'>111111</span>"],
    ["an inner element of a hidden one", '<div hidden><p style="display:block">111111</p></div>'],
    ["a hidden paragraph that the next one ends", "<p hidden>111111<p>"],
    ["no width", '<div style="width:0;overflow-x:auto;overflow:hidden">111111</div>'],
    ["no greatest width", '<div style="max-width:0px;overflow:hidden">111111</div>'],
    ["no height of its own", '<div style="height:0;overflow-y:clip">111111</div>'],
    ["a clip without a place", '<div style="position:absolute;clip:rect(0 0 0 0)">111111</div>'],
    ["a scale of nothing", '<div style="transform:scale(0)">111111</div>'],
    ["a transparent colour", '<span style="color:transparent">111111</span>'],
    ["a colour without opacity", '<span style="color:rgba(0,0,0,0)">111111</span>'],
    ["a size in the short form", '<span style="font:0/0 serif">111111</span>'],
    ["a size beside one that is relative to nothing", '<p style="font-size:0"><b style="font-size:1em">111111</b></p>'],
    ["the colour of an old attribute", '<table bgcolor="#ffffff"><td><font color="#fff">111111</font></td></table>'],
    ["a colour as an old attribute without its mark", '<td bgcolor="000000"><font color="black">111111</font></td>'],
    ["a class behind a comment", "<style>/* a { } */ .p{display:none}</style><b class=p>111111</b>"],
    [
      "a class behind a rule with a comment",
      "<style>.a{/* } */color:red}.p{display:none}</style><b class=p>111111</b>",
    ],
    ["a row whose cell is left open", "<table><tr hidden><td>111111</table>"],
  ])("%s", (_, html) => {
    expect(textOf(`<p>before ${html} after</p>`)).toBe("before after");
    expect(JSON.stringify(readHtml(`<b>before</b>${html}`))).not.toContain("111111");
  });

  it("includes links", () => {
    const html = '<a href="https://a.example/seen">go</a><div hidden><a href="https://a.example/no">no</a></div>';
    expect(readHtml(html).links.map(({ url }) => url)).toEqual(["https://a.example/seen"]);
    expect(readHtml('<a href="https://a.example/empty"></a>').links).toEqual([]);
  });
});

describe("keeps what a person sees", () => {
  it.each([
    ["text that takes a size again", '<td style="font-size:0px"><div style="font-size:13px">481220</div></td>'],
    ["text that turns visible again", '<div style="visibility:hidden"><b style="visibility:visible">481220</b></div>'],
    ["white on a button", '<a style="background:#06c;color:#fff" href="https://a.example/v?t=1">481220</a>'],
    ["white where a sheet may colour the page", "<style>.d{background:#000}</style><i style='color:#fff'>481220</i>"],
    ["white over a picture", '<td background="x.png"><font color="#fff">481220</font></td>'],
    ["an element that is never closed", "<div hidden>481220"],
    ["a small but real size", '<span style="font-size:0.8em">481220</span>'],
    ["a size in units of the page inside of none", '<p style="font-size:0"><b style="font-size:1rem">481220</b></p>'],
    [
      "white over a picture of a style",
      '<td style="background:#fff;background-image:url(x.png);color:#fff">481220</td>',
    ],
    [
      "white where the style takes the picture away",
      '<td style="background:#000;background-image:none;color:#fff">481220</td>',
    ],
    ["a colour that has a name nobody knows here", '<td style="color:hotpink">481220</td>'],
    [
      "white where a sheet with its type may colour the page",
      '<style type="text/css">.d{background:#000}</style><i style="color:#fff">481220</i>',
    ],
    ["a sheet whose comment never ends", "<style>/* .p{display:none}</style><b class=p>481220</b>"],
    ["a sheet whose rule never ends", "<style>.p{display:none</style><b class=p>481220</b>"],
    ["a closing tag that closes nothing", "</div></b>481220"],
    ["a closing tag across a table", "<div><table><td></div>481220</td></table>"],
    ["an element that closes itself", "<span hidden/>481220"],
    ["rules for small screens alone", "<style>@media (max-width:9px){.m{display:none}}</style><b class=m>481220</b>"],
    [
      "a class whose element says otherwise",
      "<style>.p{display:none}</style><b class=p style='display:block'>481220</b>",
    ],
    ["text after a comment whose dashes both open and close it", "<!-->481220<!-- -->"],
    ["an attribute with a bracket", '<a title="a > b" href="https://a.example">481220</a>'],
  ])("%s", (_, html) => {
    expect(textOf(html)).toContain("481220");
  });

  it("returns every word of a page without hidden parts", () => {
    const tags = ["<p>", "</p>", "<b>", "</div>", "<td>", "<ul>", "<li>", "<blockquote>", "<br>", "<a href=x>", "word"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tags), { maxLength: 40 }), (pieces) => {
        const page = pieces.map((piece, index) => (piece === "word" ? ` w${index} ` : piece)).join("");
        expect(readHtml(page).text.match(/w\d+/g)).toEqual(page.match(/w\d+/g));
      }),
    );
  });

  it("returns the characters of a text without tags", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/<[a-z!?/]|&/i.test(text));
        expect(readHtml(text).text.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }),
    );
  });

  it("never throws, whatever the page", () => {
    const scraps = [
      "<div hidden>",
      "</div>",
      "<p style='",
      "'",
      '"',
      ">",
      "<",
      "<!--",
      "-->",
      "<style>",
      "{",
      "}",
      "/*",
      "&#x;",
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...scraps), fc.string()), { maxLength: 40 }), (pieces) => {
        expect(typeof readHtml(pieces.join("")).text).toBe("string");
      }),
    );
  });
});
