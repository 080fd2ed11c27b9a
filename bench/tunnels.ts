import { setTimeout as pause } from "node:timers/promises";
import { type Effort, type Figure, inTurns, median } from "./measure.ts";
import { processorTimes, residentMegabytes, startScript } from "./processes.ts";
import {
  type Aim,
  abort,
  answerTimeAt,
  connectVisitors,
  download,
  hold,
  requestsPerSecond,
  respondsWithin,
  sip,
  upload,
  type Visitors,
} from "./tunnel-load.ts";
import { frontdesk, longWay, peers, type Route } from "./tunnel-routes.ts";

const bulk = 64 * 1024 * 1024;

/** Tunnels beside `ssh -R`, bore, rathole, localtunnel and pipenet; what a tunnel costs, and what it withstands. */
export async function tunnels(effort: Effort): Promise<Figure[]> {
  const { quick, progress } = effort;
  // Short turns, because other machines on the same host take its processors for some seconds at a time.
  const [turns, seconds] = quick ? [2, 0.5] : [16, 0.5];
  const app = await startScript("parts/tunnel-app.ts", {});
  const appPort = Number(app.line);
  const own = await frontdesk(appPort);
  const routes: Record<string, Route> = { frontdesk: own };
  for (const [name, open] of Object.entries(peers)) {
    await open(appPort, effort).then(
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
    const found = await inTurns(turns, Object.fromEntries(names.map((name) => [name, () => run(name)])));
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

  await warm(async (route) => {
    await requestsPerSecond(route, 64, quick ? 1 : 4);
    await requestsPerSecond(route, 64, quick ? 1 : 3, "POST");
  });
  // What is measured is a tunnel that is in use: a program for a virtual machine is compiled while it runs.
  async function warm(use: (route: Route) => Promise<unknown>): Promise<void> {
    for (const name of names) await use(routes[name]!).catch(() => 0);
  }

  /** Visitors stay connected between their turns. */
  async function compareRates(
    [id, what]: [id: string, what: string],
    connections: number,
    method: "GET" | "POST",
    measure = (_route: Route, ask: () => Promise<number>) => ask(),
  ): Promise<void> {
    const visitors = new Map<Route, Visitors>();
    await compare(id, what, "requests/s", async (route) => {
      const connected = visitors.get(route) ?? (await connectVisitors(route, connections, method));
      visitors.set(route, connected);
      return measure(route, () => connected.requestsPerSecond(seconds));
    });
    for (const each of visitors.values()) each.leave();
  }

  const spent: Record<string, [edge: number, agent: number][]> = {};
  await compareRates(["64", "GET, 64 connections"], 64, "GET", async (route, ask) => {
    const before = processorTimes(route.pids);
    const rate = await ask();
    const after = processorTimes(route.pids);
    // Seconds for ten thousand.
    const of = (part: string) => ((after[part]! - before[part]!) * 10) / (rate * seconds);
    const name = names.find((one) => routes[one] === route)!;
    if ("edge" in route.pids) spent[name] = [...(spent[name] ?? []), [of("edge"), of("agent")]];
    return rate;
  });
  figures.push(...work(spent));
  await compareRates(["post", "POST, 64 connections"], 64, "POST");
  await compareRates(["1", "One connection"], 1, "GET");
  await warm(async (route) => {
    for (let times = quick ? 1 : 6; times > 0; times--) {
      await download(route, bulk);
      await upload(route, bulk);
    }
  });
  await compare("down", "64 MB down", "MB/s", (route) => download(route, bulk));
  await compare("up", "64 MB up", "MB/s", (route) => upload(route, bulk));
  figures.push(resident(own), ...(await nearAndFar(routes, appPort, effort)));
  figures.push(...(await withstand(own, effort)), ...(await memory(await frontdesk(appPort), effort)));
  return figures;
}

/** What the two ends of each tunnel need for ten thousand requests, ours beside those whose processes are known. */
function work(spent: Record<string, [edge: number, agent: number][]>): Figure[] {
  const halves = (name: string) => [0, 1].map((part) => median(spent[name]!.map((both) => both[part]!)));
  const [edge, agent] = halves("frontdesk") as [number, number];
  const title = "Processor time of edge and client, 10,000 GETs";
  const from = `${edge.toFixed(2)} and ${agent.toFixed(2)}`;
  const beside = Object.keys(spent).filter((name) => name !== "frontdesk");
  return [
    { id: "tunnels.work", title, value: edge + agent, unit: "s", from },
    ...beside.map((name) => {
      const theirs = halves(name).reduce((sum, half) => sum + half);
      const words = `${(edge + agent).toFixed(2)} against ${theirs.toFixed(2)} s`;
      return {
        id: `tunnels.work.${name}`,
        title: `That, beside ${name}`,
        value: (edge + agent) / theirs,
        unit: "×",
        from: words,
      };
    }),
  ];
}

/** What edge and agent hold after all of the load. */
function resident({ pids }: Route): Figure {
  const [edge, agent] = [residentMegabytes(pids.edge!), residentMegabytes(pids.agent!)];
  const from = `${edge.toFixed(0)} and ${agent.toFixed(0)}`;
  return {
    id: "tunnels.resident",
    title: "Memory of edge and client after that",
    value: edge + agent,
    unit: "MB",
    from,
  };
}

/** How soon a visitor is answered where little is going on, and what a long path carries. */
async function nearAndFar(
  { frontdesk: own, rathole }: Record<string, Route>,
  appPort: number,
  { quick, progress }: Effort,
): Promise<Figure[]> {
  const soon = (route: Aim) => () => answerTimeAt(route, 200, quick ? 1 : 3);
  const near = await inTurns<string>(quick ? 1 : 5, {
    own: soon(own!),
    app: soon({ port: appPort, host: "localhost" }),
    ...(rathole && { rathole: soon(rathole) }),
  });
  const others = Object.entries(near).filter(([name]) => name !== "own");
  const beside = others.map(([name, time]) => `${name === "app" ? "without a tunnel" : name} ${time.toFixed(1)}`);
  progress("32 MB over a path of 50 ms there and back");
  const size = 32 * 1024 * 1024;
  const far = await frontdesk(appPort, 25);
  const bare: Route = { port: await longWay(appPort, 25), host: "localhost", pids: {} };
  for (let times = quick ? 1 : 6; times > 0; times--) await download(far, size);
  const found = await inTurns(quick ? 1 : 3, { far: () => download(far, size), bare: () => download(bare, size) });
  const from = `${found.far.toFixed(0)} against ${found.bare.toFixed(0)} MB/s`;
  return [
    {
      id: "tunnels.p99",
      title: "99 of 100 responses, at 200 requests a second",
      value: near.own!,
      unit: "ms",
      from: beside.join(", "),
    },
    { id: "tunnels.far", title: "32 MB down over 50 ms there and back", value: found.far, unit: "MB/s" },
    { id: "tunnels.far.bare", title: "That, beside the bare path", value: found.far / found.bare, unit: "×", from },
  ];
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
    { id: "tunnels.aborts", title: `A response after ${aborts} visitors left at once`, value: served, unit: "ms" },
    {
      id: "tunnels.held",
      title: "What 500 held requests add to another",
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
    title: `Resident memory of the ${part === "agent" ? "client" : part}, a slow reader taking ${size / 1e6} MB`,
    value,
    unit: "MB",
  }));
}

function label(name: string): string {
  return name === "ssh" ? "`ssh -R`" : name;
}
