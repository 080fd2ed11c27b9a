import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { toPairPage } from "../../src/http/pair-page.ts";
import { openDesk } from "../api/harness.ts";
import { temporaryFolder } from "../storage/folder.ts";

const text = "an app";
const digest = createHash("sha256").update(text).digest("hex");
const common = { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" };
const download = {
  ...common,
  "content-type": "application/vnd.android.package-archive",
  "content-length": "6",
  "content-disposition": 'attachment; filename="frontdesk-companion.apk"',
  "repr-digest": `sha-256=:${createHash("sha256").update(text).digest("base64")}:`,
  etag: `"${digest}"`,
};

async function open(isBuilt = true) {
  const { dir, remove } = temporaryFolder();
  const companionApk = join(dir, "app.apk");
  if (isBuilt) writeFileSync(companionApk, text);
  const desk = await openDesk({ publicUrl: "https://desk.test", companionApk });
  onTestFinished(async () => {
    await desk.server.close();
    remove();
  });
  return (path: string, method = "GET") => desk.server.fetch(new Request(`http://desk.test${path}`, { method }));
}

test.each([
  ["GET", "/downloads/frontdesk-companion.apk", text, download],
  ["HEAD", "/downloads/frontdesk-companion.apk", "", download],
  [
    "GET",
    "/downloads/frontdesk-companion.apk.sha256",
    `${digest}  frontdesk-companion.apk\n`,
    { ...common, "content-type": "text/plain; charset=utf-8" },
  ],
  [
    "GET",
    "/pair",
    expect.stringMatching(/^<!doctype html>/),
    {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cache-control": "no-store",
    },
  ],
])("%s %s has its body, these headers and no others", async (method, path, body, headers) => {
  const response = await (await open())(path, method);
  expect([response.status, await response.text(), Object.fromEntries(response.headers)]).toEqual([200, body, headers]);
});

test.each([
  ["GET", "/downloads/frontdesk-companion.apk"],
  ["GET", "/downloads/frontdesk-companion.apk.sha256"],
])("%s %s without a built app is 404, and says who can build it", async (method, path) => {
  const response = await (await open(false))(path, method);
  const error =
    "The companion app was not built for this server. Its operator can build it with `npm run companion:build`, or name the file by --companion-apk.";
  expect([response.status, await response.json()]).toEqual([404, { error, code: "not_found" }]);
});

const noApp = "No app yet? The operator of this server can build it: npm run companion:build.";

test.each([
  [null, [noApp]],
  [
    { path: "/app.apk", digest: "abc" },
    ["No app yet? Get it from this server, install it, then come back to this page.", "SHA-256 abc"],
  ],
])("the page that connects a phone says where the messages will go, and how to get the app (%j)", (apk, lines) => {
  const page = toPairPage({ server: "https://desk.test", apk });
  const shown = page
    .replaceAll(/<(style|script|noscript)>.*?<\/\1>/gs, "")
    .replaceAll(/<[^>]+>/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  expect(shown).toEqual([
    "Connect this phone to Frontdesk",
    "Connect this phone",
    "This page needs the code after # in a link from",
    "frontdesk phone setup --app companion or from the dashboard. Scan that code, or open that link.",
    "SMS messages that this phone receives will go to",
    "Serverhttps://desk.testNumber",
    "Open the companion app",
    "The app asks again before it sends anything. The link works once, within ten minutes.",
    "The button does nothing?Copy this line and paste it in the app:",
    "Copy",
    ...lines,
  ]);
  expect(/href="([^"]*)"/.exec(page)?.[1]).toBe(apk?.path);
  expect(/<noscript><p>(.*)<\/p><\/noscript>/.exec(page)?.[1]).toBe(
    "This page needs JavaScript: the code in its address is read on the phone alone. Or paste the page's address in the app.",
  );
});

interface Element {
  hidden?: boolean;
  href?: string;
  textContent?: string;
  onclick?: () => Promise<void>;
}

/** What the page's script makes of this address. */
function runPage(hash: string, clipboard?: { writeText(text: string): Promise<void> }): Record<string, Element> {
  const page = toPairPage({ server: "https://desk.test", apk: null });
  const elements: Record<string, Element> = {};
  runInNewContext(/<script>(.*)<\/script>/s.exec(page)![1]!, {
    location: { hash, href: `https://desk.test/pair${hash}` },
    document: {
      body: { dataset: { server: "https://desk.test" } },
      getElementById: (id: string) => (elements[id] ??= {}),
    },
    navigator: { clipboard },
    URLSearchParams,
    decodeURIComponent,
  });
  return elements;
}

const link = (query: string) => `frontdesk://pair?server=https%3A%2F%2Fdesk.test&code=${query}`;

test.each([
  ["", { empty: { hidden: false }, numbers: { hidden: true }, open: { href: link("") } }],
  ["#co-de_1", { ready: { hidden: false }, numbers: { hidden: true }, open: { href: link("co-de_1") } }],
  [
    "#code/%2B49%20(151)%20234-567",
    {
      ready: { hidden: false },
      phones: { textContent: "+49 (151) 234-567" },
      open: { href: link("code&phones=%2B49%20%28151%29%20234-567") },
    },
  ],
  [
    "#code/1234567,123456,12345678901234567890123456,7654321",
    {
      ready: { hidden: false },
      phones: { textContent: "SIM 1: 1234567, SIM 2: 7654321" },
      open: { href: link("code&phones=1234567%2C7654321") },
    },
  ],
])("the page with the address %j shows this to a browser without a clipboard", (hash, shown) => {
  expect(runPage(hash)).toEqual({
    ...shown,
    line: { textContent: `https://desk.test/pair${hash}` },
    copy: { hidden: true, onclick: expect.any(Function) },
  });
});

test("the page copies its own address, and says when it has", async () => {
  const copied: string[] = [];
  const page = runPage("#code", { writeText: async (line) => void copied.push(line) });
  expect([page.copy?.hidden, page.copy?.textContent]).toEqual([undefined, undefined]);
  await page.copy?.onclick?.();
  expect([copied, page.copy?.textContent]).toEqual([["https://desk.test/pair#code"], "Copied"]);
});
