import { readdirSync, readFileSync } from "node:fs";
import { extractCode, extractLink } from "@frontdesk/codes/all";
import { parseMail } from "@frontdesk/mail-reader";
import { describe, expect, it } from "vitest";

// What the finder's own tests say in each language, once more as mail: as HTML, as plain text, and as both.
const folder = new URL("../../codes/test/languages/", import.meta.url);
const blocks = readdirSync(folder).flatMap((file) =>
  readFileSync(new URL(file, folder), "utf8").split(/^# /m).slice(1),
);
const url = "https://help.larkspur.example/go/Zk9x77abQ2mWp4Lr_";

describe.each(blocks.map((block) => block.trim().split("\n")))("in %s", (...lines) => {
  const line = (name: string) => lines.find((each) => each.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
  const [lead = "", button = ""] = line("link").split(" | ");
  const pages = {
    code: { text: `${line("code")}\n\nA7K2Q9\n`, html: `<p>${line("code")}</p><p><b>A7K</b>2Q9</p>` },
    none: { text: line("none"), html: `<table><tr><td>${line("none")}</td></tr></table>` },
    link: { text: `${lead}\n\n${button}: ${url}\n`, html: `<p>${lead}</p><a href="${url}">${button}</a>` },
  };

  it.each(["html", "text", "both"] as const)("a mail as %s has the code, the link, and no others", async (form) => {
    const code = await read(pages.code, form);
    expect(extractCode(code.body, code.options)).toBe("A7K2Q9");
    const none = await read(pages.none, form);
    expect(extractCode(none.body, none.options)).toBeNull();
    const link = await read(pages.link, form);
    expect(extractLink(link.body, link.options)).toBe(url);
  });
});

async function read({ text, html }: { text: string; html: string }, form: "html" | "text" | "both") {
  const part = (type: string, content: string) =>
    `Content-Type: text/${type}; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${Buffer.from(content).toString("base64")}\n`;
  const raw =
    form === "both"
      ? `Content-Type: multipart/alternative; boundary=b\n\n--b\n${part("plain", text)}--b\n${part("html", html)}--b--\n`
      : part(form === "text" ? "plain" : "html", form === "text" ? text : html);
  const mail = await parseMail(Buffer.from(`From: a@larkspur.example\nSubject: Northwind\n${raw}`), { sender: "" });
  const options = { format: "text", channel: "email", subject: mail.subject, links: mail.links } as const;
  return { body: mail.body, options };
}
