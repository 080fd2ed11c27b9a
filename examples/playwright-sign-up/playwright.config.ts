import { defineConfig } from "@playwright/test";

process.env.FRONTDESK_SMTP_PORT ??= "2625";
const executablePath = process.env.CHROMIUM;

export default defineConfig({
  globalSetup: "@frontdesk/testing/playwright/setup",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  workers: 2,
  reporter: "line",
  outputDir: "node_modules/.results",
  use: {
    baseURL: "http://127.0.0.1:4310",
    // Without `executablePath` it is the browser that `npx playwright install chromium` brings.
    ...(executablePath ? { launchOptions: { executablePath, args: ["--no-sandbox"] } } : {}),
  },
  webServer: { command: "node site.mjs", url: "http://127.0.0.1:4310", env: { PORT: "4310" } },
});
