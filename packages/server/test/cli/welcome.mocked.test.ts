import { beforeEach, expect, test, vi } from "vitest";
import { toWelcomeLines } from "../../src/cli/welcome.ts";
import { createSignInLink } from "../../src/handlers/claims.ts";

vi.mock("../../src/handlers/claims.ts");

beforeEach(
  () =>
    void vi
      .mocked(createSignInLink)
      .mockReset()
      .mockResolvedValue({ link: "http://desk/#sign-in=1" } as never),
);

/** The lines of a server at its first start, on a terminal, unless it is told otherwise. */
function welcome({
  key = "svcagt_1" as string | null,
  admin = null as string | null,
  smtp = null as string | null,
  providers = null as string | null,
  isInteractive = true,
  bootstrapKey = undefined as string | undefined,
  account = { id: "a1" } as { id: string } | null,
  encryption = null as { generatedFile: string | null } | null,
}) {
  const services = { options: { mailDomain: "acme.org" }, accounts: { findByName: async () => account }, encryption };
  const server = { key, services, storage: "LMDB in /data" } as unknown as Parameters<typeof toWelcomeLines>[0];
  const options = bootstrapKey === undefined ? {} : { bootstrapKey };
  return toWelcomeLines(
    server,
    { url: "http://desk", smtp, admin, providers },
    { options, terminal: { isInteractive } },
  );
}

const ready =
  "Frontdesk is ready: API http://desk, docs http://desk/docs, SMTP off, mail for @acme.org, storage LMDB in /data";

test("a first start at a terminal shows key, sign-in link and, as the last line, what to paste", async () => {
  expect(await welcome({})).toEqual([
    ready,
    "First agent key (save it; it is shown only this once): svcagt_1",
    "Dashboard sign-in link, valid once within ten minutes (later: frontdesk dashboard): http://desk/#sign-in=1",
    "export FRONTDESK_URL=http://desk FRONTDESK_KEY=svcagt_1",
  ]);
  expect(vi.mocked(createSignInLink).mock.lastCall?.[1]).toBe("a1");
});

test("where nobody sits at the terminal no sign-in link is made", async () => {
  const lines = await welcome({ isInteractive: false });
  expect(lines.join("\n")).not.toContain("sign-in");
  expect(createSignInLink).not.toHaveBeenCalled();
  expect((await welcome({ account: null })).join("\n")).not.toContain("sign-in");
});

test("a first start that made the secret says where it is, and to keep a copy; one that was given it does not", async () => {
  const lines = await welcome({ encryption: { generatedFile: "/data/secret" } });
  expect(lines[2]).toMatch(/^Stored data is encrypted with the secret in \/data\/secret\. .*Keep a copy/);
  const withoutFile = await welcome({});
  expect(await welcome({ encryption: { generatedFile: null } })).toEqual(withoutFile);
  expect(await welcome({ key: null, encryption: { generatedFile: "/data/secret" } })).toHaveLength(2);
});

test("a key from the environment is never printed", async () => {
  const lines = await welcome({ bootstrapKey: "svcagt_1" });
  expect(lines).toContain("The first agent key is the one in FRONTDESK_BOOTSTRAP_KEY.");
  expect(lines.join("\n")).not.toContain("svcagt_1");
});

test("a later start shows the SMTP and admin endpoints that there are, and how to get another key", async () => {
  const hint =
    "The first key was shown at the first start. Another: frontdesk key create. The dashboard: frontdesk dashboard.";
  expect(await welcome({ key: null })).toEqual([ready, hint]);
  const [smtp, admin, providers] = ["127.0.0.1:2525", "http://127.0.0.1:9090", "http://127.0.0.1:9091"];
  expect(await welcome({ key: null, smtp, admin, providers })).toEqual([
    ready.replace("SMTP off,", `SMTP ${smtp}, admin endpoints ${admin}, provider port ${providers},`),
    hint,
  ]);
});
