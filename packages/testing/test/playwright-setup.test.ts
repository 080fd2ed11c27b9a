import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import setup from "../src/playwright/setup.ts";

test("a port that is taken is named with what to do", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  // The cast is true: it listens on TCP.
  const { port } = other.address() as AddressInfo;
  vi.stubEnv("FRONTDESK_URL", undefined);
  vi.stubEnv("FRONTDESK_SMTP_PORT", String(port));
  onTestFinished(() => {
    other.close();
    vi.unstubAllEnvs();
  });
  await expect(setup()).rejects.toThrow(new RegExp(`Port ${port}.*FRONTDESK_URL.*FRONTDESK_SMTP_PORT`));
});
