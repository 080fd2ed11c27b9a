import { expect, test } from "vitest";
import type { Forwarder } from "../../src/sms/forwarders/forwarder.ts";
import { androidLimits, forwarders } from "../../src/sms/forwarders/index.ts";
import { ask, open } from "./whole-answer-bed.ts";

test.each([
  ["phone=%28555%29%20010-0001", ["5550100001"]],
  ["phone=5550100001&phone2=555-010-0002", ["5550100001", "5550100002"]],
])(
  "the setup of a phone (%s) is that of every app but the one that is paired, for its numbers",
  async (query, phones) => {
    const desk = await open();
    const { sms_token: inbox } = await ask(desk, "POST sms/register", {});
    await ask(desk, "POST sms/register", {});
    const [first = "", second] = phones;
    const target = {
      ...{ url: "https://desk.test:8443", token: inbox.token, id: inbox.id },
      phones: second === undefined ? ([first] as const) : ([first, second] as const),
    };
    const { companion: _, ...others } = forwarders;
    expect(await ask(desk, `GET sms/${inbox.id}/setup?${query}`)).toEqual({
      apps: Object.entries<Forwarder>(others).map(([name, app]) => ({
        name,
        title: app.title,
        platform: app.platform,
        lines: app.setup(target),
        warnings: app.warnings,
        import_file: app.toImportFile?.(target) ?? null,
      })),
      limits: androidLimits,
    });
  },
);

test.each([
  ["phone=123456", "phone"],
  ["phone=5550100001&phone2=123456", "phone2"],
])("the setup of a phone with a number that is none (%s) names its field", async (query, field) => {
  const desk = await open();
  const { sms_token: inbox } = await ask(desk, "POST sms/register", {});
  const { status, body } = await desk.call("GET", `sms/${inbox.id}/setup?${query}`);
  const error = `\`${field}\` must be a phone number of 7 to 15 digits.`;
  expect([status, body]).toEqual([400, { error, code: "invalid_request" }]);
});
