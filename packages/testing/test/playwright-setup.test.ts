import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { createFrontdesk } from "@frontdesk/sdk";
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

test("a port that does not exist is not said to be taken", async () => {
  vi.stubEnv("FRONTDESK_URL", undefined);
  vi.stubEnv("FRONTDESK_SMTP_PORT", "65536");
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(setup()).rejects.toThrow("smtpPort must be at most 65535");
});

test("names its server and key to the workers and the app, until it is torn down", async () => {
  vi.stubEnv("FRONTDESK_URL", undefined);
  vi.stubEnv("FRONTDESK_KEY", undefined);
  vi.stubEnv("FRONTDESK_SMTP_PORT", "0");
  vi.stubEnv("FRONTDESK_PORT", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
  const tearDown = await setup();
  const { FRONTDESK_URL: url = "", FRONTDESK_KEY: key = "" } = process.env;
  expect((await createFrontdesk({ baseUrl: url, key }).version()).smtp.port).toBeGreaterThan(0);
  await tearDown?.();
  expect([process.env.FRONTDESK_URL, process.env.FRONTDESK_KEY]).toEqual([undefined, undefined]);
  await expect(fetch(`${url}/svc-api/server/version`)).rejects.toThrow();
});

test("starts no server if one is named", async () => {
  vi.stubEnv("FRONTDESK_URL", "http://desk.test");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await setup()).toBeUndefined();
});
