import { utimesSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchCertificate } from "../../src/smtp/certificate-watch.ts";
import { readOperatorCertificate } from "../../src/smtp/tls.ts";
import { temporaryFolder } from "../storage/folder.ts";

vi.mock("../../src/smtp/tls.ts");

test("a new pair that could not be read for a moment is read again, although its files did not change", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const [certFile, keyFile] = ["cert.pem", "key.pem"].map((name) => join(dir, name)) as [string, string];
  for (const file of [certFile, keyFile]) writeFileSync(file, "first");
  const pair = { cert: "second", key: "second" };
  const tooManyFiles = () => Promise.reject(new Error("EMFILE: too many open files"));
  vi.mocked(readOperatorCertificate)
    .mockImplementationOnce(tooManyFiles)
    .mockImplementationOnce(tooManyFiles)
    .mockResolvedValue(pair);
  const onRenewed = vi.fn();
  const onError = vi.fn();
  const watch = watchCertificate({ certFile, keyFile, domain: "desk.test", onRenewed, onError });
  onTestFinished(() => watch.close());
  /** Until a check that began has ended: it asks for two files. */
  const checked = async () => {
    for (let turn = 0; turn < 60; turn++) await stat(dir).then(() => new Promise(setImmediate));
  };
  await checked();
  utimesSync(certFile, 1, 1);
  for (let minute = 0; minute < 5; minute++) {
    vi.advanceTimersByTime(60_000);
    await checked();
  }
  expect(onRenewed.mock.calls).toEqual([[pair]]);
  expect(onError.mock.calls).toEqual([["EMFILE: too many open files"]]);
  expect(readOperatorCertificate).toHaveBeenCalledTimes(3);
});
