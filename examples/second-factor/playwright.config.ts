import { defineConfig } from "@playwright/test";

process.env.FRONTDESK_SMTP_PORT ??= "2626";
const executablePath = process.env.CHROMIUM;
// Passkeys need a host name, and http is allowed for this one.
const origin = "http://localhost:4311";

export default defineConfig({
  globalSetup: "@frontdesk/testing/playwright/setup",
  testMatch: "*.spec.ts",
  // The test waits for a second code of the authenticator.
  timeout: 60_000,
  reporter: "line",
  outputDir: "node_modules/.results",
  use: {
    baseURL: origin,
    // Without `executablePath` it is the browser that `npx playwright install chromium` brings.
    ...(executablePath ? { launchOptions: { executablePath, args: ["--no-sandbox"] } } : {}),
  },
  webServer: { command: "node site.mjs", url: origin, env: { ORIGIN: origin } },
});
