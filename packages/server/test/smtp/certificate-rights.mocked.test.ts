import { writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchCertificate } from "../../src/smtp/certificate-watch.ts";
import { type Certificate, ensureCertificate } from "../../src/smtp/tls.ts";
import { temporaryFolder } from "../storage/folder.ts";

vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), stat: vi.fn() }));

test("a pair that was put there before the server could read it is taken up once it can", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const files = { certFile: join(dir, "cert.pem"), keyFile: join(dir, "key.pem") };
  const [first, second] = await Promise.all([1, 2].map(() => ensureCertificate(null, { domain: "mail.test" })));
  writeFileSync(files.certFile, first!.cert);
  writeFileSync(files.keyFile, first!.key);
  const times = { mtimeMs: 1, ctimeMs: 1 };
  vi.mocked(stat).mockImplementation(async () => ({ ...times }) as Awaited<ReturnType<typeof stat>>);
  const renewed: Certificate[] = [];
  const errors: string[] = [];
  const watch = watchCertificate({
    ...files,
    domain: "mail.test",
    onRenewed: (certificate) => void renewed.push(certificate),
    onError: (reason) => void errors.push(reason),
  });
  onTestFinished(() => watch.close());
  const look = <T>(result: () => T) =>
    expect.poll(() => {
      vi.advanceTimersByTime(60_000);
      return result();
    });
  // The first check has ended.
  await new Promise((resolve) => setImmediate(resolve));
  // Tests may run as root, who may read all, so another text stands in for a new key that cannot be read yet.
  writeFileSync(files.certFile, second!.cert);
  writeFileSync(files.keyFile, "unreadable");
  times.mtimeMs = 2;
  times.ctimeMs = 2;
  await look(() => errors).toEqual([expect.stringContaining("--smtp-tls-key")]);
  expect(renewed).toEqual([]);
  // As chown and chmod leave it.
  writeFileSync(files.keyFile, second!.key);
  times.ctimeMs = 3;
  await look(() => renewed).toEqual([second]);
});
