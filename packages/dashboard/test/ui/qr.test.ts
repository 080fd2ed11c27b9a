import { h } from "preact";
import { expect, test } from "vitest";
import { QrCode } from "../../src/ui/qr.tsx";
import { drawView } from "../view.ts";

const text = "https://desk.example.com/#/pair/svcsms_1";

/** Returns the image in the view: the side of its view box, and its dark modules as `x y`. */
async function readImage(view: ReturnType<typeof drawView>) {
  await expect.poll(() => view.root.querySelector("svg")).not.toBeNull();
  const [, , width, height] = view.root.querySelector("svg")?.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
  const path = view.root.querySelector("path")?.getAttribute("d") ?? "";
  const dark = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
  return { width, height, dark };
}

/** Returns the dark modules that the encoder makes of a text with the error correction M, inside a margin of two. */
async function encode(content: string) {
  const { encode } = await import("uqr");
  const { data, size } = encode(content, { ecc: "M", border: 2 });
  return { size, dark: data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : []))) };
}

test("a QR code shows its text with error correction M and a margin of two modules", async () => {
  const { size, dark } = await encode(text);
  expect(await readImage(drawView(h(QrCode, { text, label: "Pairing link" })))).toEqual({
    width: size,
    height: size,
    dark,
  });
});

test("a QR code is described by its label, never by its text, which may hold a key", async () => {
  const view = drawView(h(QrCode, { text, label: "Pairing link" }));
  await readImage(view);
  expect(view.root.querySelector("svg")?.getAttribute("aria-label")).toBe("Pairing link");
  expect(view.root.innerHTML).not.toContain("svcsms_1");
});

test("a QR code follows its text", async () => {
  const view = drawView(h(QrCode, { text: "b".repeat(90), label: "Pairing link" }));
  await readImage(view);
  view.redraw(h(QrCode, { text, label: "Pairing link" }));
  const { dark } = await encode(text);
  await expect.poll(async () => (await readImage(view)).dark).toEqual(dark);
});
