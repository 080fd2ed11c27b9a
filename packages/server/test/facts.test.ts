import { expect, test } from "vitest";
import { createFacts } from "../src/facts.ts";

const options = { publicUrl: "https://desk.example.com", port: 8787, smtpPort: 2525 };

test("before a server listens, nothing is known but its settings, and its listener counts as public", async () => {
  const { clientsOf, ...facts } = createFacts(options, { withSmtp: true });
  expect(facts).toEqual({
    publicUrl: "https://desk.example.com",
    smtpPort: 2525,
    isLoopbackOnly: false,
    providerPort: null,
    providerCertificate: null,
  });
  expect(await clientsOf("s1")).toBe(0);
  expect(createFacts(options, { withSmtp: false }).smtpPort).toBeNull();
});

test.each([
  ["", "http://localhost:8787"],
  ["https://desk.example.com/", "https://desk.example.com"],
  ["https://desk.example.com//", "https://desk.example.com"],
  ["https://example.com/desk/", "https://example.com/desk"],
])("the public URL %j becomes %s", (publicUrl, url) => {
  expect(createFacts({ ...options, publicUrl }, { withSmtp: true }).publicUrl).toBe(url);
});
