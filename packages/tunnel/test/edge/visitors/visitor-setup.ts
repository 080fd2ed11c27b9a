import type { Socket } from "node:net";
import { duplexPair } from "node:stream";
import type { BodySource } from "../../../src/edge/visitors/body-source.ts";
import type { ResponseWriter } from "../../../src/edge/visitors/response-writer.ts";
import type { VisitorRequest } from "../../../src/edge/visitors/visitor.ts";
import { createVisitorConnection } from "../../../src/edge/visitors/visitor-connection.ts";
import { turn } from "../../wire/ends.ts";

export const GET = "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n";

/** A visitor's connection on a clock that the test moves, and the visits that wait for their answers. */
export function createVisitorBed() {
  const clock = { time: 0 };
  const happened: string[] = [];
  const asked: VisitorRequest[] = [];
  const visits: ResponseWriter[] = [];
  const bodies: (BodySource | string | undefined)[] = [];
  const [own, visitor] = duplexPair();
  let said = "";
  let handed = "";
  visitor.on("data", (bytes) => (said += bytes.toString("latin1")));
  // The members of a socket that a connection uses, beside those of a stream.
  const socket = Object.assign(own, { destroySoon: () => own.destroy() }) as unknown as Socket;
  const connection = createVisitorConnection({
    socket,
    isTunnelHost: () => true,
    serve(request, visit, body) {
      asked.push(request);
      visits.push(visit);
      bodies.push(body);
    },
    handOver() {
      happened.push("to Node");
      own.on("data", (bytes) => (handed += bytes));
    },
    zones: [],
    abuseContact: undefined,
    now: () => clock.time,
    onGone: () => happened.push("gone"),
  });
  const ask = async (bytes = GET) => {
    visitor.write(bytes);
    await turn();
  };
  const respond = () => visits.shift()!.sendError({ status: 404, code: "not_found", title: "none", error: "none" });
  const sweep = (time: number) => {
    clock.time = time;
    connection.checkTimeouts(time);
  };
  return {
    connection,
    socket,
    visitor,
    happened,
    asked,
    visits,
    bodies,
    said: () => said,
    handed: () => handed,
    ask,
    respond,
    sweep,
  };
}
