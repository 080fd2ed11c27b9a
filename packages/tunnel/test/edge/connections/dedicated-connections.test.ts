import { expect, test } from "vitest";
import { createDataConnection } from "../../../src/wire/index.ts";
import { frame, turn } from "../../wire/ends.ts";
import { createPoolBed, nobody } from "./connection-pool-setup.ts";

test("an app connection that is too old is closed when another takes its place on the same data connection", async () => {
  const { bed, agents, arrive, take } = createPoolBed();
  arrive(1);
  const client = createDataConnection({ socket: agents[0]!, now: () => bed.time, onStream() {} });
  const first = take().link!;
  first.sendRequest(nobody, "GET", "GET / HTTP/1.1\r\n\r\n");
  first.release();
  bed.time = 4_001;
  expect(take().link).not.toBe(first);
  for (let count = 0; count < 4; count++) await turn();
  expect(client.countStreams()).toBe(1);
});

test("a probed data connection gets no request until it has answered, though it became idle last", async () => {
  const { pool, agents, arrive, take } = createPoolBed();
  arrive(2);
  for (const agent of agents) agent.resume();
  pool.probe();
  const pong = frame(0, 6, 0);
  agents[0]!.write(pong);
  await turn();
  const [first, second] = [take(), take()];
  expect([first.link, second.link]).toEqual([expect.anything(), undefined]);
  agents[1]!.write(pong);
  await turn();
  expect(second.link).toBeTruthy();
});
