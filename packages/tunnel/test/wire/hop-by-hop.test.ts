import { expect, test } from "vitest";
import { isHopByHop } from "../../src/wire/hop-by-hop.ts";

test("headers of one connection are hop-by-hop, and so are those that it names; others are forwarded", () => {
  const names =
    "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade http2-settings";
  for (const name of names.split(" ")) expect([name, isHopByHop(name, [])]).toEqual([name, true]);
  expect(isHopByHop("x-trace", ["close", "x-trace"])).toBe(true);
  for (const name of ["x-trace", "content-length", "host", "authorization"])
    expect([isHopByHop(name, []), isHopByHop(name, ["close"])]).toEqual([false, false]);
});
