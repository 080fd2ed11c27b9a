import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Effort, type Figure, inTurns, median } from "./measure.ts";
import { residentMegabytes, startScript } from "./processes.ts";
import { abort, download, hold, requestsPerSecond, respondsWithin, sip, upload } from "./tunnel-load.ts";
import { frontdesk, peers, type Route } from "./tunnel-routes.ts";

const bulk = 64 * 1024 * 1024;

/** Tunnels beside `ssh -R`, bore, rathole, localtunnel and pipenet; what a tunnel costs, and what it withstands. */
export async function tunnels(effort: Effort): Promise<Figure[]> {
  const { quick, progress } = effort;
  const [rounds, seconds] = quick ? [1, 1] : [3, 2];
  const app = await startScript("parts/tunnel-app.ts", {});
  const appPort = Number(app.line);
  const own = await frontdesk(appPort);
  const routes: Record<string, Route> = { frontdesk: own };
  for (const [name, open] of Object.entries(peers)) {
    await open(appPort).then(
      (route) => {
        routes[name] = route;
      },
      (error: Error) => progress(error.message),
    );
  }
  const names = Object.keys(routes);

  const figures: Figure[] = [];
  const compare = async (id: string, what: string, unit: string, measure: (route: Route) => Promise<number>) => {
    const run = async (name: string) => {
      // A peer that breaks under the load has a rate of 0.
      const figure = await measure(routes[name]!).catch(() => 0);
      progress(`${what}, ${name}: ${figure.toFixed(0)} ${unit}`);
      return figure;
    };
    const found = await inTurns(rounds, Object.fromEntries(names.map((name) => [name, () => run(name)])));
    for (const name of names) {
      if (name === "frontdesk") continue;
      const [ours, theirs] = [found.frontdesk!, found[name]!];
      if (theirs === 0) {
        progress(`${what}: ${label(name)} no longer answers and is left out`);
        continue;
      }
      const from = `${ours.toFixed(0)} against ${theirs.toFixed(0)} ${unit}`;
      figures.push({
        id: `tunnels.${id}.${name}`,
        title: `${what}, beside ${label(name)}`,
        value: ours / theirs,
        unit: "×",
        from,
      });
    }
  };

  for (const name of names) await requestsPerSecond(routes[name]!, 64, 1).catch(() => 0);
  const spent: Record<string, number[]> = { edge: [], agent: [] };
  await compare("64", "tunnel, 64 connections", "requests/s", async (route) => {
    const before = processorTimes(own);
    const rate = await requestsPerSecond(route, 64, seconds);
    const after = processorTimes(own);
    if (route === own) {
      for (const [part, values] of Object.entries(spent)) {
        values.push((after[part]! - before[part]!) / (rate * seconds * 1e-3));
      }
    }
    return rate;
  });
  for (const [part, values] of Object.entries(spent)) {
    const title = `processor time of the ${part} for 1,000 requests`;
    figures.push({ id: `tunnels.work.${part}`, title, value: median(values), unit: "ms" });
  }
  await compare("post", "tunnel, 64 connections, POST", "requests/s", (route) =>
    requestsPerSecond(route, 64, seconds, "POST"),
  );
  await compare("1", "tunnel, 1 connection", "requests/s", (route) => requestsPerSecond(route, 1, seconds));
  for (const name of names) {
    await download(routes[name]!, bulk).catch(() => 0);
    await upload(routes[name]!, bulk).catch(() => 0);
  }
  await compare("down", "tunnel, 64 MB down", "MB/s", (route) => download(route, bulk));
  await compare("up", "tunnel, 64 MB up", "MB/s", (route) => upload(route, bulk));
  figures.push(...(await withstand(own, effort)), ...(await memory(await frontdesk(appPort), effort)));
  return figures;
}

/** What other visitors do must not be felt. */
async function withstand(route: Route, { quick, progress }: Effort): Promise<Figure[]> {
  const aborts = quick ? 500 : 5_000;
  progress(`${aborts} visitors leave at once`);
  await abort(route, aborts);
  const served = await respondsWithin(route);
  progress("500 requests are held");
  const before: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    for (let turn = 0; turn < 20; turn++) before.push(await respondsWithin(route));
    const release = await hold(route, 500);
    for (let turn = 0; turn < 20; turn++) beside.push(await respondsWithin(route));
    release();
  }
  return [
    { id: "tunnels.aborts", title: `an answer after ${aborts} visitors left at once`, value: served, unit: "ms" },
    {
      id: "tunnels.held",
      title: "what 500 held requests add to another",
      value: median(beside) - median(before),
      unit: "ms",
      from: `${median(beside).toFixed(1)} against ${median(before).toFixed(1)} ms`,
    },
  ];
}

/** The most that edge and agent hold while a visitor takes a large answer slowly. */
async function memory(route: Route, { quick, progress }: Effort): Promise<Figure[]> {
  const size = quick ? 100e6 : 1e9;
  progress(`a slow reader takes ${size / 1e6} MB`);
  const most: Record<string, number> = {};
  let done = false;
  const taking = sip(route, size).finally(() => {
    done = true;
  });
  while (!done) {
    for (const [part, pid] of Object.entries(route.pids)) {
      most[part] = Math.max(most[part] ?? 0, residentMegabytes(pid));
    }
    await Promise.race([taking, pause(200)]);
  }
  return Object.entries(most).map(([part, value]) => ({
    id: `tunnels.memory.${part}`,
    title: `resident memory of the ${part}, a slow reader taking ${size / 1e6} MB`,
    value,
    unit: "MB",
  }));
}

/** Milliseconds that each process has run so far, where the system tells. */
function processorTimes({ pids }: Route): Record<string, number> {
  return Object.fromEntries(
    Object.entries(pids).map(([part, pid]) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)!.split(" ");
        // In hundredths of a second on every Linux that Node runs on.
        return [part, (Number(fields[11]) + Number(fields[12])) * 10];
      } catch {
        return [part, Number.NaN];
      }
    }),
  );
}

function label(name: string): string {
  return name === "ssh" ? "ssh -R" : name;
}
