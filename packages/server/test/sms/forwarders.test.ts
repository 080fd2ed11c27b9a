import { beforeEach, describe, expect, it } from "vitest";
import type { ForwardedSms, ForwarderTarget } from "../../src/sms/forwarders/forwarder.ts";
import { type ForwarderName, forwarders } from "../../src/sms/forwarders/index.ts";
import { type Desk, openDesk } from "../api/harness.ts";

let desk: Desk;
let target: ForwarderTarget;

beforeEach(async () => {
  desk = await openDesk();
  const { id, token } = (await desk.call("POST", "sms/register")).body.sms_token;
  target = { url: "http://desk.test", token, id, phones: ["5550123456", "5550987654"] };
});

// Object.keys forgets what the keys are.
const names = Object.keys(forwarders) as ForwarderName[];
const receivedAt = Date.UTC(2026, 10, 20, 9, 30, 0);
const hostile: Record<string, string> = {
  "quotes and backslashes": `"G-481220" is 'your' \\ code \\n \\u002f \\"`,
  emoji: "🔐 код 481220 👩‍👩‍👧 — שלום ١٢٣",
  "line breaks and tabs": "481220\r\nis your code\n\n\t@example.com #481220\n",
  "dollars and regex groups": "Pay $1 or $$9.99 {$&} $` code 481220",
  "other placeholders": "%from% %text% {{FROM}} {{SMS}} [title] code 481220",
  markup: "</script><b>481220</b> & more = 'yes' \u2028\u2029 \u007f",
  "control characters": "481220\u0000\u0001\u001f",
  "1,600 characters": `481220 ${"Ünï🎉".repeat(319)}`.slice(0, 1600),
};

const sendAs = async (name: ForwarderName, text: Partial<ForwardedSms>) => {
  const { url, ...init } = forwarders[name].toRequest(target, {
    sender: "EXAMPLE",
    body: "481220",
    receivedAt,
    sim: 1,
    ...text,
  });
  return desk.fetch(url, { method: "POST", ...init });
};
const stored = async () => {
  const { messages } = (await desk.call("GET", "sms/recent", { token: target.token })).body;
  return Promise.all(
    messages.map(
      async ({ id }: { id: string }) =>
        (await desk.call("GET", `sms/message/${id}`, { token: target.token })).body.message,
    ),
  );
};

/** Apps that do not report the SIM. */
const withoutSim: ForwarderName[] = ["shortcuts", "termux"];
/** Apps that send neither the time nor a message twice. */
const withoutTime: ForwarderName[] = ["shortcuts"];

describe.each(names.filter((name) => !withoutTime.includes(name)))("%s", (name) => {
  it.each(Object.entries(hostile))("brings %s as they are, and its repetitions once", async (_title, body) => {
    expect((await sendAs(name, { body })).status).toBe(200);
    expect(await (await sendAs(name, { body })).json()).toMatchObject({ stored: 0, duplicates: 1 });
    expect(await stored()).toMatchObject([
      { sender: "EXAMPLE", body, received_at: "2026-11-20T09:30:00.000Z", phone: "5550123456" },
    ]);
  });
});

describe.each(withoutTime)("%s", (name) => {
  it.each(Object.entries(hostile))("brings %s as they are, with the server's time", async (_title, body) => {
    const before = Date.now();
    expect((await sendAs(name, { body })).status).toBe(200);
    const [message, ...others] = await stored();
    expect(message).toMatchObject({ sender: "EXAMPLE", body, phone: "5550123456" });
    expect(Date.parse(message.received_at)).toBeGreaterThanOrEqual(before);
    expect(others).toEqual([]);
  });
});

describe.each(names)("%s", (name) => {
  const receivingPhone = withoutSim.includes(name) ? "5550123456" : "5550987654";
  it(`delivers messages of SIM 2 under ${receivingPhone}`, async () => {
    await sendAs(name, { sim: 2 });
    expect(await stored()).toMatchObject([{ phone: receivingPhone }]);
  });

  it("is set up with this server, key and number", () => {
    const { setup, warnings } = forwarders[name];
    const lines = setup(target).join("\n");
    expect(lines).toContain("http://desk.test/svc-api/sms/");
    expect(lines).toContain(target.token);
    expect(lines).toContain("5550123456");
    expect(warnings.length).toBeGreaterThan(0);
  });
});

describe("the exact bytes", () => {
  const text: ForwardedSms = { sender: "EXAMPLE", body: `a/"ü"\n`, receivedAt, sim: 1 };

  it("of incoming-sms-gateway", () => {
    expect(forwarders["incoming-sms-gateway"].toRequest(target, text).body).toBe(
      String.raw`{"phone":"5550123456","messages":[{"phone":"5550123456","sender":"EXAMPLE","body":"a\/\"\u00FC\"\n","received_at":1795167000000}]}`,
    );
  });

  it("of incoming-sms-gateway, whose escapes begin after the last printable character of ASCII", () => {
    const { body } = forwarders["incoming-sms-gateway"].toRequest(target, { ...text, body: "}~\u007f" });
    expect(body).toContain(String.raw`"body":"}~\u007F"`);
  });

  it("of smsforwarder", () => {
    const { url, body } = forwarders.smsforwarder.toRequest(target, text);
    expect(url).toBe("http://desk.test/svc-api/sms/push?timestamp=1795167000000");
    expect(body).toBe(
      String.raw`{"phone":"5550123456","messages":[{"phone":"5550123456","sender":"EXAMPLE","body":"a/\"ü\"\n","received_at":"2026-11-20T09:30:00.000+00:00"}]}`,
    );
  });

  it("of shortcuts", () => {
    const { url, headers, body } = forwarders.shortcuts.toRequest(target, text);
    expect(url).toBe("http://desk.test/svc-api/sms/push");
    expect(headers).toMatchObject({ "content-type": "application/json", authorization: `Bearer ${target.token}` });
    expect(body).toBe(String.raw`{"sender":"EXAMPLE","phone":"5550123456","body":"a\/\"ü\"\n"}`);
  });

  it("of smsgate, whose setup has a placeholder for an id that is not known", () => {
    const lines = forwarders.smsgate.setup({ ...target, id: null }).join("\n");
    expect(lines).toContain("http://desk.test/svc-api/sms/ID/smsgate?phone=5550123456&phone2=5550987654");
  });

  it("of smsgate", () => {
    const { url, body } = forwarders.smsgate.toRequest(target, { ...text, body: "1 < 2 & 'x'", sim: 2 });
    expect(url).toBe(`http://desk.test/svc-api/sms/${target.id}/smsgate?phone=5550123456&phone2=5550987654`);
    expect(JSON.parse(body)).toMatchObject({
      event: "sms:received",
      payload: { sender: text.sender, phoneNumber: text.sender, recipient: "5550987654", simNumber: 2 },
    });
    expect(body).toContain(String.raw`"message":"1 \u003c 2 \u0026 \u0027x\u0027"`);
  });
});

it("rejects invalid JSON from an app that does not escape the sender, and stores nothing", async () => {
  const answer = await sendAs("incoming-sms-gateway", { sender: `A"B` });
  expect(answer.status).toBe(400);
  expect(await stored()).toEqual([]);
});

it("rejects an SMS from Shortcuts whose sender stayed empty, and says so", async () => {
  const response = await sendAs("shortcuts", { sender: "" });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: "`messages[0].sender` must not be blank." },
  ]);
  expect(await stored()).toEqual([]);
});

it("writes a rules file for each SIM with what the app needs", () => {
  const rules = JSON.parse(forwarders["incoming-sms-gateway"].toImportFile(target));
  expect(rules).toMatchObject([
    { key: "frontdesk-sim-1", sender: "*", sim_slot: 1, ignore_ssl: false, chunked_mode: false, store_failed: true },
    { key: "frontdesk-sim-2", sender: "*", sim_slot: 2, url: "http://desk.test/svc-api/sms/push" },
  ]);
  for (const { headers, template } of rules) {
    expect(JSON.parse(headers).Authorization).toBe(`Bearer ${target.token}`);
    expect(JSON.parse(template.replace("%receivedStamp%", "1"))).toHaveProperty("messages.0.body", "%text%");
  }
  const [any] = JSON.parse(
    forwarders["incoming-sms-gateway"].toImportFile({
      ...target,
      url: "http://192.168.1.5:8787",
      phones: ["5550123456"],
    }),
  );
  expect(any).toMatchObject({ sim_slot: 0, local_mode: true });
});
