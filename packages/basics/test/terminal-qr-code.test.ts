import { encode } from "uqr";
import { expect, test } from "vitest";
import { toTerminalQrCode } from "../src/index.ts";

const colours = "\x1b[40;97m";
const reset = "\x1b[0m";

test.each([
  "http://demo.tunnel.localhost:8787",
  `https://desk.example.com/pair#${"a1B2".repeat(10)}/5550123456,+4915112345678`,
])("the terminal shows every module of the code of %s, dark on light", async (text) => {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const lines = (await toTerminalQrCode(text)).split("\n");
  const cells = lines.map((line) => {
    expect(line.startsWith(colours) && line.endsWith(reset)).toBe(true);
    return [...line.slice(colours.length, -reset.length)];
  });
  // The upper and the lower half of a character are one module each.
  const rows = cells.flatMap((row) => [
    row.map((cell) => !"█▀".includes(cell)),
    row.map((cell) => !"█▄".includes(cell)),
  ]);
  expect(rows.slice(0, size)).toEqual(data);
});
