import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { openBuiltFiles } from "../../src/http/built-files.ts";
import { temporaryFolder } from "../storage/folder.ts";

const request = (headers: Record<string, string> = {}, method = "GET") =>
  new Request("http://desk.test/", { method, headers });

/** A built folder with a script, packed in one of two ways, and a file of no known kind. */
function build(more: Record<string, string> = {}) {
  const { dir } = temporaryFolder();
  const put = (name: string, text: string) => writeFileSync(join(dir, name), text);
  put("app.js", "plain");
  put("app.js.gz", "packed");
  put("notes.txt", "notes");
  for (const [name, text] of Object.entries(more)) put(name, text);
  const files = openBuiltFiles([new URL("file:///no/such/folder/"), pathToFileURL(`${dir}/`)]);
  if (!files) throw new Error("The folder is there");
  return { dir, put, files };
}

test("without the folder there are no files", () => {
  expect(openBuiltFiles([new URL("file:///no/such/folder/")])).toBeNull();
});

test("files of types that pages use are served, compressed ones and all others are not", () => {
  const { files } = build();
  expect(["app.js", "app.js.gz", "notes.txt", "other.js", ""].map(files.has)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  ["br, gzip", "packed", "gzip"],
  ["gzip;q=0", "plain", null],
  ["br", "plain", null],
])("a reader that accepts %j gets the smallest available encoding", async (accepted, text, encoding) => {
  const { files } = build();
  const answer = await files.respond("app.js", request({ "accept-encoding": accepted }), { "x-more": "yes" });
  expect(await answer.text()).toBe(text);
  expect(answer.headers.get("content-encoding")).toBe(encoding);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
    "x-more": "yes",
  });
});

test.each([
  ["page.html", "text/html; charset=utf-8"],
  ["app.js", "text/javascript; charset=utf-8"],
  ["app.css", "text/css; charset=utf-8"],
  ["logo.min.svg", "image/svg+xml"],
])(
  "%s has the type %s, in the encoding that the server prefers of those that the reader accepts",
  async (file, type) => {
    const { put, files } = build({ [file]: "plain", [`${file}.br`]: "smaller", [`${file}.gz`]: "packed" });
    expect([files.has(file), files.has(`${file}.br`)]).toEqual([true, false]);
    put("later.js", "written after the build");
    expect(files.has("later.js")).toBe(false);
    const answer = await files.respond(file, request({ "accept-encoding": "gzip, br" }), {});
    expect([answer.status, await answer.text(), Object.fromEntries(answer.headers)]).toEqual([
      200,
      "smaller",
      {
        "content-type": type,
        "content-encoding": "br",
        vary: "accept-encoding",
        etag: expect.stringMatching(/^"[\w-]{32}"$/),
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
      },
    ]);
  },
);

test("a reader with one encoding gets 304 for that encoding only, and HEAD gets only the head", async () => {
  const { files } = build();
  const etag = (await files.respond("app.js", request(), {})).headers.get("etag") ?? "";
  const again = await files.respond("app.js", request({ "if-none-match": etag }), {});
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  const packed = request({ "if-none-match": etag, "accept-encoding": "gzip" });
  expect((await files.respond("app.js", packed, {})).status).toBe(200);
  const head = await files.respond("app.js", request({}, "HEAD"), {});
  expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
});

test("a file is read once, and again after a failed read", async () => {
  const { dir, put, files } = build();
  rmSync(join(dir, "app.js"));
  for (let time = 0; time < 2; time++) await expect(files.respond("app.js", request(), {})).rejects.toThrow("ENOENT");
  put("app.js", "there again");
  expect(await (await files.respond("app.js", request(), {})).text()).toBe("there again");
  put("app.js", "another");
  expect(await (await files.respond("app.js", request(), {})).text()).toBe("there again");
});
