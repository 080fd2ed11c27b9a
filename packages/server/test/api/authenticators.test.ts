import { describe, expect, test } from "vitest";
import { openDesk } from "./harness.ts";

/** Secret of RFC 6238's vectors for SHA-1: the ASCII text 12345678901234567890. */
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

async function openAt(seconds: number) {
  let now = seconds * 1000;
  const desk = await openDesk({ clock: { now: () => now } });
  const register = (body: object) => desk.call("POST", "authenticators/register", { body });
  return {
    desk,
    register,
    setTime: (time: number) => {
      now = time * 1000;
    },
  };
}

describe("an authenticator", () => {
  test("returns the code of the server's time, the one after it, and the whole seconds between", async () => {
    const { desk, register, setTime } = await openAt(59);
    const { body } = await register({ name: "anna", secret: rfcSecret, digits: 8 });
    const read = async () => (await desk.call("GET", `authenticators/${body.authenticator.id}/code`)).body;
    expect(await read()).toEqual({ success: true, code: "94287082", valid_for: 1, next_code: "37359152" });
    setTime(59.5);
    expect(await read()).toMatchObject({ code: "94287082", valid_for: 0 });
    setTime(60);
    expect(await read()).toMatchObject({ code: "37359152", valid_for: 30 });
    setTime(1_111_111_109);
    expect(await read()).toMatchObject({ code: "07081804" });
  });

  test("is registered from the URI of a QR code, and never shows its secret", async () => {
    const { desk, register } = await openAt(59);
    const uri = `otpauth://totp/Old:anna%40shop.example?secret=${rfcSecret.toLowerCase()}&issuer=Shop&period=60&digits=7&algorithm=SHA256`;
    const { body } = await register({ uri });
    expect(body.authenticator).toMatchObject({
      issuer: "Shop",
      account: "anna@shop.example",
      digits: 7,
      period: 60,
      algorithm: "SHA256",
      name: expect.stringMatching(/^authenticator-/),
    });
    const list = await desk.call("GET", "authenticators/list");
    expect(list.body.authenticators).toEqual([body.authenticator]);
    expect(JSON.stringify([body, list.body]).toUpperCase()).not.toContain(rfcSecret.slice(0, 8));
  });

  test("has a name that its account uses once, also in capitals and at the same time", async () => {
    const { desk, register } = await openAt(59);
    const responses = await Promise.all(["anna", "Anna", "ANNA"].map((name) => register({ name, secret: rfcSecret })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { body } = await desk.call("GET", "authenticators/list");
    expect(body.authenticators).toHaveLength(1);
    await desk.call("DELETE", `authenticators/${body.authenticators[0].id}`);
    expect((await register({ name: "anna", secret: rfcSecret })).status).toBe(200);
  });

  test("may have the name of another account's", async () => {
    const { desk, register } = await openAt(59);
    const { accounts, agentKeys } = desk.server.services;
    const { token } = await agentKeys.create((await accounts.create("shop")).id, { name: "first" });
    const body = { name: "anna", secret: rfcSecret };
    expect((await register(body)).status).toBe(200);
    expect((await desk.call("POST", "authenticators/register", { token, body })).status).toBe(200);
  });

  test.each([
    [{}, "Give either"],
    [{ uri: "otpauth://totp/a?secret=GE", secret: "GE" }, "Give either"],
    [{ uri: "otpauth://hotp/a?secret=GEZDGNBV&counter=1" }, "HOTP"],
    [{ uri: "otpauth://totp/Steam:a?secret=GEZDGNBV&issuer=Steam" }, "Steam"],
    [{ uri: "otpauth://totp/a?secret=GEZDGNBV&encoder=steam" }, "Steam"],
    [{ uri: "otpauth-migration://offline?data=GEZDGNBV" }, "one"],
    [{ uri: "otpauth://totp/a?secret=GEZDGNB1" }, "base32"],
    [{ uri: "otpauth://totp/a" }, "missing"],
    [{ uri: "otpauth://totp/a?secret=GEZDGNBV&period=0030000" }, "`period`"],
    [{ uri: "otpauth://totp/%E0%A4%A?secret=GEZDGNBV" }, "percent-encoding"],
    [{ uri: "https://shop.example/?secret=GEZDGNBV" }, "otpauth://totp/"],
    [{ secret: "GEZDGNBV", name: "-" }, "`name`"],
  ])("is rejected for %j, without its secret", async (body, sentence) => {
    const { register } = await openAt(59);
    const response = await register(body);
    expect([response.status, response.body.code]).toEqual([400, "invalid_request"]);
    expect(response.body.error).toContain(sentence);
    expect(response.body.error).not.toContain("GEZDGNB");
  });
});
