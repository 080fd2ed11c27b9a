import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { firstReply, inBatches, openBed } from "./bed.ts";
import { startRelay } from "./relay.ts";

let bed: Awaited<ReturnType<typeof openBed>>;
/** A server for these attacks: what others leave in its memory is not their cost. */
function onOneServer(attacks: () => void) {
  return () => {
    beforeAll(async () => {
      bed = await openBed();
    });
    afterAll(() => bed.close());
    attacks();
  };
}

afterEach(() => bed.clear());

describe(
  "attacks on keys and tunnel clients",
  onOneServer(() => {
    test("5,000 wrong keys are rejected, and the right one is not", async () => {
      await bed.endure("5,000 wrong keys", async () => {
        const found = new Set<number>();
        await inBatches(5_000, 100, async (at) =>
          found.add((await bed.api("GET", "account", undefined, `svcagt_${at}`)).status),
        );
        expect([...found].sort()).toEqual([401, 429]);
      });
    });

    test("a tunnel that points to the server itself responds 508", async () => {
      await bed.endure("a tunnel to itself", async () => {
        const tunnel = await bed.tunnelTo("loop", bed.port);
        expect(await ask("loop")).toMatch(/^HTTP\/1.1 508 /);
        await tunnel.close();
      });
    });

    test("heads for a client that no longer reads stay within the memory limit, and their visitors get an error", async () => {
      await bed.endure("heads for a deaf agent", async () => {
        const app = createServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 204 No Content\r\n\r\n"));
        app.listen(0, "127.0.0.1");
        await once(app, "listening");
        const relay = await startRelay(bed.port);
        const tunnel = await bed.tunnelTo("deaf", (app.address() as { port: number }).port, relay.port);
        expect(await ask("deaf")).toMatch(/^HTTP\/1.1 204 /);
        // Of a server that has carried visitors before the code is compiled.
        await inBatches(500, 25, () => ask("deaf"));
        relay.stopReading();
        // Nearly 40 MiB of heads at once, of which an agent that reads would have taken each.
        const head = `GET / HTTP/1.1\r\nHost: deaf.tunnel.localhost\r\nConnection: close\r\nX-Long: ${"a".repeat(15_000)}\r\n\r\n`;
        const answers = new Map<string, number>();
        await inBatches(2_500, 2_500, async () => {
          const visitor = await bed.dial(bed.port);
          visitor.write(head);
          const said = (await firstReply(visitor)).slice(9, 12);
          answers.set(said, (answers.get(said) ?? 0) + 1);
          visitor.destroy();
        });
        expect([...answers.keys()].filter((status) => !/^50[24]$|^$/.test(status))).toEqual([]);
        await tunnel.close();
        relay.close();
        app.close();
      });
    });
  }),
);

describe(
  "attacks on visitors' connections",
  onOneServer(() => {
    test("an app that sends endless interim responses to visitors who do not read does not fill the memory", async () => {
      await bed.endure("endless interim answers", async () => {
        const piece = Buffer.from(`HTTP/1.1 103 Early Hints\r\nLink: <${"a".repeat(30_000)}>\r\n\r\n`);
        const app = createServer((socket) => {
          const pour = () => {
            while (!socket.destroyed && socket.write(piece));
          };
          socket
            .on("error", () => {})
            .on("drain", pour)
            .once("data", pour);
        }).listen(0, "127.0.0.1");
        await once(app, "listening");
        const tunnel = await bed.tunnelTo("flood", (app.address() as { port: number }).port);
        const visitors = await Promise.all(Array.from({ length: 50 }, () => bed.dial(bed.port)));
        for (const visitor of visitors) {
          visitor.pause();
          visitor.write("GET / HTTP/1.1\r\nHost: flood.tunnel.localhost\r\n\r\n");
        }
        // Requests to the API meanwhile are what gives the flood its time.
        for (let turn = 0; turn < 200; turn++) expect((await bed.api("GET", "account")).status).toBe(200);
        for (const visitor of visitors) visitor.destroy();
        await tunnel.close();
        app.close();
      });
    });

    test("uploads of one byte a second time out, and a slow one beside them does not", async () => {
      await bed.endure("uploads of a byte a second", async () => {
        const app = http.createServer((request, response) => {
          request.on("error", () => {}).on("end", () => response.end("<whole>"));
          request.resume();
        });
        await once(app.listen(0, "127.0.0.1"), "listening");
        const tunnel = await bed.tunnelTo("drip", (app.address() as AddressInfo).port);
        const upload = async (length: number) => {
          const visitor = await bed.dial(bed.port);
          visitor.write(`POST / HTTP/1.1\r\nHost: drip.tunnel.localhost\r\nContent-Length: ${length}\r\n\r\n`);
          return { visitor, reply: firstReply(visitor) };
        };
        const drips = await Promise.all(Array.from({ length: 50 }, () => upload(1_000_000)));
        const seconds = 90;
        const control = await upload(seconds * 200);
        for (let turn = 0; turn < seconds; turn++) {
          for (const { visitor } of drips) if (visitor.writable) visitor.write("b");
          control.visitor.write("b".repeat(200));
          await setTimeout(1_000);
        }
        for (const { reply } of drips) expect(await reply).toMatch(/^HTTP\/1.1 408 /);
        expect(await control.reply).toMatch(/^HTTP\/1.1 200 /);
        await tunnel.close();
        app.close();
      });
    });

    test("pipelined requests whose responses nobody reads are not read any further", async () => {
      await bed.endure("pipelined, unread", async () => {
        await bed.api("POST", "subdomain/register", { name: "offline" });
        const requests = Buffer.from("GET / HTTP/1.1\r\nHost: offline.tunnel.localhost\r\n\r\n".repeat(2_000));
        const visitor = await bed.dial(bed.port);
        visitor.pause();
        for (let turn = 0; turn < 400; turn++) {
          visitor.write(requests);
          expect((await bed.api("GET", "account")).status).toBe(200);
        }
        expect(visitor.writableLength).toBeGreaterThan(10_000_000);
      });
    });

    test("a header full of whitespace costs no more than its length", async () => {
      await bed.endure("headers full of blanks", async () => {
        const tunnel = await bed.tunnelTo("blank", 9);
        const head = `GET / HTTP/1.1\r\nHost: blank.tunnel.localhost\r\nConnection: close, a${"\t".repeat(15_000)}b\r\n\r\n`;
        await inBatches(200, 50, async () => {
          const visitor = await bed.dial(bed.port);
          visitor.write(head);
          expect(await firstReply(visitor)).toMatch(/^HTTP\/1.1 502 /);
        });
        await tunnel.close();
      });
    });
  }),
);

async function ask(name: string): Promise<string> {
  const visitor = await bed.dial(bed.port);
  visitor.write(`GET / HTTP/1.1\r\nHost: ${name}.tunnel.localhost\r\nConnection: close\r\n\r\n`);
  return firstReply(visitor);
}
