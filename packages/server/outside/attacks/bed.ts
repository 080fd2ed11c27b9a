import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { plainLoopTime } from "@frontdesk/test-kit";
import { openTunnel } from "@frontdesk/tunnel";
import { expect } from "vitest";

const bin = fileURLToPath(new URL("../../bin/frontdesk.js", import.meta.url));
const measure = fileURLToPath(new URL("measure.mjs", import.meta.url));
const key = `svcagt_${"a".repeat(28)}`;

/** Milliseconds that the event loop may be late by the server's own doing, at the 99.9th percentile, on a quiet machine of usual pace. */
export const LATEST = 50;
/** Milliseconds of `plainLoopTime` on a machine of usual pace, for which the limits in milliseconds were chosen. */
const USUAL_LOOP_MS = 100;
/**
 * Resident memory, in MiB. Most of it is garbage between two collections, so it varies by 100 MiB from run to run:
 * of 2,500 requests with 15 kB of headers each, 160 MiB are live.
 */
const MOST_MEMORY = 480;

interface Costs {
  /** How late the event loop ran, at its 99.9th percentile, in ms, whoever's doing it was … */
  delay: number;
  /** … and the part of it in which the server itself was at work, with the longest. */
  own: number;
  longest: number;
  /** Resident, at its highest, in MiB. */
  memory: number;
}

/** A built server in a process of its own, to be attacked, and a process beside it that does nothing. */
export async function openBed() {
  /** How many times slower than usual this machine is; 1 if it is faster. */
  const pace = Math.max(1, plainLoopTime() / USUAL_LOOP_MS);
  const stdio = ["ignore", "pipe", "inherit", "ipc"] as const;
  const flags = ["--storage", "memory:", "--port", "0", "--smtp-port", "0", "--json"];
  const server = spawn(process.execPath, ["--import", measure, bin, ...flags], {
    stdio: [...stdio],
    env: { ...process.env, FRONTDESK_BOOTSTRAP_KEY: key },
  });
  // What delays that one is the machine's doing.
  const neighbour = spawn(process.execPath, [measure], { stdio: [...stdio] });
  const open: { destroy(): unknown }[] = [];
  const rows: Record<string, string | number>[] = [];
  const [line] = await once(server.stdout!, "data");
  const { url, smtp } = JSON.parse(String(line).split("\n", 1)[0]!);
  const port = Number(new URL(url).port);

  async function api(method: string, path: string, body?: object, token = key) {
    const answer = await fetch(`http://127.0.0.1:${port}/svc-api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  // A server that has just begun compiles its code at the first requests, whoever sends them.
  for (let turn = 0; turn < 20; turn++) await Promise.all(Array.from({ length: 25 }, () => api("GET", "account")));

  return {
    pace,
    port,
    smtpPort: Number(smtp.split(":").at(-1)),
    api,

    /** Ends what a test has left open. */
    clear() {
      for (const each of open.splice(0)) each.destroy();
    },

    /** Says what each attack has cost. */
    close() {
      console.table(rows);
      server.kill("SIGKILL");
      neighbour.kill("SIGKILL");
    },

    /**
     * Runs an attack and holds the server to its bounds.
     *
     * @param latest milliseconds that the event loop may be late.
     * @returns how late the process beside it was meanwhile, in milliseconds.
     */
    async endure(name: string, attack: () => Promise<unknown>, latest = 2 * LATEST): Promise<number> {
      for (const child of [server, neighbour]) await costsOf(child, "begin");
      await attack();
      expect((await api("GET", "account")).status).toBe(200);
      const [costs, beside] = [await costsOf(server, "end"), await costsOf(neighbour, "end")];
      rows.push({
        attack: name,
        "own ms p99.9": Math.round(costs.own),
        "own ms max": Math.round(costs.longest),
        "late ms p99.9": Math.round(costs.delay),
        "beside it": Math.round(beside.delay),
        "memory MiB": Math.round(costs.memory),
      });
      // A processor that is shared makes each turn longer, as far as the neighbour, who does nothing, is late too.
      expect(costs.own).toBeLessThan(Math.max(latest * pace, 4 * beside.delay));
      expect(costs.memory).toBeLessThan(MOST_MEMORY);
      return beside.delay;
    },

    async dial(to: number, localAddress = "127.0.0.1"): Promise<Socket> {
      const socket = connect({ port: to, host: "127.0.0.1", localAddress });
      socket.on("error", () => {});
      open.push(socket);
      await once(socket, "connect");
      return socket;
    },

    async tunnelTo(name: string, appPort: number, through = port) {
      const { subdomain } = (await api("POST", "subdomain/register", { name })).body as {
        subdomain: { token: string };
      };
      const baseUrl = `http://127.0.0.1:${through}`;
      return openTunnel({ token: subdomain.token, port: appPort, host: "127.0.0.1", baseUrl });
    },
  };
}

async function costsOf(child: ChildProcess, word: string): Promise<Costs> {
  child.send(word);
  return (await once(child, "message"))[0] as Costs;
}

/** What comes first, or nothing where the connection ends. */
export async function firstReply(socket: Socket): Promise<string> {
  const [bytes] = await Promise.race([once(socket, "data"), once(socket, "close").then(() => [""])]);
  return String(bytes);
}

/** As many at once as a client can hold open without being refused by its own system. */
export async function inBatches(count: number, size: number, one: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += size)
    await Promise.all(Array.from({ length: Math.min(size, count - at) }, (_, more) => one(at + more)));
}
