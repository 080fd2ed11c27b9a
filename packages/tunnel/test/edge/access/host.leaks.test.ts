import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createHostClassifier } from "../../../src/edge/access/host.ts";

test("host names made up by visitors do not fill the memory", async () => {
  const classify = createHostClassifier({
    tunnelDomain: "tunnel.example.com",
    baseDomain: "example.com",
    apiHost: "desk.example.com",
    reserved: [],
  });
  let next = 0;
  const visitManyNames = () => {
    for (let name = 0; name < 10_000; name++) classify(`v${next++}.${"x".repeat(200)}.tunnel.example.com`);
  };
  // Each call would leave some two megabytes if the names were kept.
  await leavesNothing(visitManyNames, { calls: 10, bytesPerCall: 1_000_000 });
});
