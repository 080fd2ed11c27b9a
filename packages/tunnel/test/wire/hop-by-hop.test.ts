import { expect, test } from "vitest";
import { isHopByHop } from "../../src/wire/hop-by-hop.ts";

test("headers of one connection are hop-by-hop, and so are those that it names; others are forwarded", () => {
  for (const name of ["connection", "keep-alive", "te", "transfer-encoding", "upgrade", "proxy-authorization"])
    expect(isHopByHop(name, [])).toBe(true);
  expect(isHopByHop("x-trace", ["close", "x-trace"])).toBe(true);
  for (const name of ["x-trace", "content-length", "host", "authorization"])
    expect([isHopByHop(name, []), isHopByHop(name, ["close"])]).toEqual([false, false]);
});
