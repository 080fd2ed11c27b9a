import { expect, test } from "vitest";
import { createHostClassifier } from "../../../src/edge/access/host.ts";

const zone = "tunnel.example.com";

test.each([
  ["a label of 63 letters", `${"a".repeat(63)}.${zone}`, "tunnel"],
  ["a label of 64 letters", `${"a".repeat(64)}.${zone}`, "rejected"],
  ["the highest port", `demo.${zone}:65535`, "tunnel"],
  ["a port beyond the highest", `demo.${zone}:65536`, "rejected"],
  ["port 0", `demo.${zone}:0`, "rejected"],
])("a Host header with %s is judged by its bounds", (_what, host, kind) => {
  const classify = createHostClassifier({
    tunnelDomain: zone,
    baseDomain: "example.com",
    apiHost: "desk.example.com",
    reserved: [],
  });
  expect(classify(host).kind).toBe(kind);
});
