import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLineSink } from "../../src/cli/line-sink.ts";
import { temporaryFolder } from "../storage/folder.ts";

/** A pipe of the system, both ends in our hands. */
function openPipe() {
  const { dir, remove } = temporaryFolder();
  const path = join(dir, "pipe");
  execFileSync("mkfifo", [path]);
  const out = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const into = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  onTestFinished(() => {
    for (const fd of [out, into]) closeSync(fd);
    remove();
  });
  const read = () => {
    const bytes = Buffer.alloc(1024 * 1024);
    return bytes.toString("utf8", 0, readSync(out, bytes));
  };
  return { into, read };
}

test.skipIf(process.platform === "win32")("a slow reader delays nobody, and learns later what it missed", () => {
  const { into, read } = openPipe();
  const sink = createLineSink(into);
  const line = (number: number) => `${JSON.stringify({ number, text: "x".repeat(1_000) })}\n`;
  for (let number = 0; number < 1_000; number += 1) sink.write(line(number));
  const first = read().trimEnd().split("\n");
  expect(first.length).toBeLessThan(1_000);
  sink.write(line(1_000));
  const [notice, ...later] = read().trimEnd().split("\n").slice(-2);
  expect(JSON.parse(notice!).message).toMatch(/^\d+ log lines were dropped here/);
  expect(later.map((text) => JSON.parse(text).number)).toEqual([1_000]);
  const counted = Number.parseInt(JSON.parse(notice!).message, 10);
  expect(first.length + counted).toBe(1_000);
  // Every line that came is whole.
  for (const text of first) JSON.parse(text);
});

test.skipIf(process.platform === "win32")(
  "a partly written line is completed before the next, and omitted lines are counted exactly, once",
  () => {
    const { into, read } = openPipe();
    const sink = createLineSink(into);
    // Longer than what a pipe takes whole or not at all.
    const line = (number: number) => `${JSON.stringify({ number, text: "x".repeat(50_000) })}\n`;
    const messages: string[] = [];
    const numbers: unknown[] = [];
    let text = "";
    const readAll = () => {
      text += read();
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const one of lines) {
        const { number, message, text: body } = JSON.parse(one);
        if (message) messages.push(message);
        else numbers.push(body.length === 50_000 ? number : "a line of another length");
      }
    };
    for (let number = 0; number < 6; number += 1) sink.write(line(number));
    readAll();
    // The end of the second line comes first, then what is missing, then the line.
    sink.write(line(6));
    readAll();
    sink.write(line(7));
    readAll();
    sink.write(line(8));
    readAll();
    expect(numbers).toEqual([0, 1, 6, 7, 8]);
    expect(messages.map((message) => Number.parseInt(message, 10))).toEqual([4]);
  },
);

test("a reader that has disconnected is not an error", () => {
  const { dir, remove } = temporaryFolder();
  const fd = openSync(join(dir, "log"), "w");
  closeSync(fd);
  createLineSink(fd).write("into nothing\n");
  remove();
});
