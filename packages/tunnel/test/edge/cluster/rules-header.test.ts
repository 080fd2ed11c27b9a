import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { readRulesHeader, toRulesHeader } from "../../../src/edge/cluster/rules-header.ts";

function read(rules: string | undefined) {
  const destroy = vi.fn();
  const warn = vi.fn();
  const connection = { socket: { destroy } as unknown as Socket, headers: { "frontdesk-rules": rules } };
  return { result: readRulesHeader(connection, { info() {}, warn }), destroy, warn };
}

/** The value of the header that another server sends. */
const encode = (rules: object) => /^frontdesk-rules: (\S+)\r\n$/i.exec(toRulesHeader(rules))?.[1];

test("the rules of a tunnel arrive at the other server", () => {
  const { result, destroy, warn } = read(encode({ allowIp: ["192.0.2.0/24"] }));
  expect([result?.allowsIp("192.0.2.7"), result?.allowsIp("198.51.100.7")]).toEqual([true, false]);
  expect(read(encode({})).result?.allowsIp("198.51.100.7")).toBe(true);
  expect([destroy.mock.calls, warn.mock.calls]).toEqual([[], []]);
});

test.each([undefined, "", "no rules", Buffer.from('{"allowIp":["office"]}').toString("base64url")])(
  "a connection with the rules %j is closed, because its visitors could not be checked",
  (rules) => {
    const { result, destroy, warn } = read(rules);
    expect(result).toBeNull();
    expect(destroy).toHaveBeenCalledOnce();
    expect(warn.mock.calls).toEqual([
      ["another server of the cluster sent no valid access rules for its tunnel; is it of the same version?"],
    ]);
  },
);
