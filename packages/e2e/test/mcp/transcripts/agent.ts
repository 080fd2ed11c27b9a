import { countTokens } from "../../../../mcp/scripts/tokens.ts";
import { type Answer, type Desk, type Env, firstKey, openDesk, spawnSession } from "../desk.ts";
import { createRecorder } from "./recorder.ts";

/** A task for an agent that knows the tool list, the results and the error texts, and nothing else. */
export interface Transcript {
  number: number;
  title: string;
  /** Fewest calls that reach the goal. */
  calls: number;
  /** Most tokens that its results may take. */
  tokens: number;
  /** Throws when the goal is not reached. */
  play(world: World): Promise<void>;
}

/** What surrounds an agent: the server, and people and sites that act on it. */
export interface World {
  desk: Desk;
  /** A new session of an agent, over stdio. */
  agent(options?: { env?: Env; args?: string[] }): Promise<Agent>;
  /** A request of someone else, with the account's key, and its answer. */
  post<Body>(path: string, body?: object): Promise<Body>;
  /** Does something so many seconds later by the server's clock, or earlier. */
  ahead(seconds: number, act: () => Promise<void>): Promise<void>;
  /** When the server holds a wait. */
  held(): Promise<void>;
  /** A value that differs from run to run. */
  varies(name: string, value: string | number): void;
}

export interface Agent {
  use(name: string, args?: Record<string, unknown>): Promise<Answer>;
  /** A call that the protocol refuses; the sentence that it is refused with. */
  refused(name: string, args?: Record<string, unknown>): Promise<string>;
  /** Its process. */
  pid: number;
  close(): Promise<void>;
}

export interface Played {
  calls: number;
  tokens: number;
  /** Errors whose next step is not a tool of the list. */
  deadEnds: number;
  /** Every call and result, with what varies named. */
  record: string;
}

/** Plays one task against a server of its own. */
export async function play({ play: run }: Transcript): Promise<Played> {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 };
  const desk = await openDesk({ clock });
  const recorder = createRecorder(desk);
  const agents: Agent[] = [];
  let [calls, tokens, deadEnds] = [0, 0, 0];

  async function agent(options: { env?: Env; args?: string[] } = {}): Promise<Agent> {
    const session = await spawnSession(desk, options);
    const names = (await session.client.listTools()).tools.map(({ name }) => name);
    const label = agents.length === 0 ? "" : `agent ${agents.length + 1}: `;
    const made: Agent = {
      pid: session.transport.pid ?? 0,
      async use(name, args = {}) {
        calls += 1;
        const answer = withoutPause(await session.call(name, args));
        tokens += costOf(answer.text) + costOf(answer.facts ?? "");
        if (answer.isError && !names.includes(nextTool(answer))) deadEnds += 1;
        recorder.add(`${label}${name}`, args, answer);
        return answer;
      },
      async refused(name, args = {}) {
        calls += 1;
        const text = await session.call(name, args).then(
          () => "",
          (error: unknown) => String(error),
        );
        tokens += costOf(text);
        recorder.add(`${label}${name}`, args, { isError: true, text, facts: {} });
        return text;
      },
      close: () => session.close(),
    };
    agents.push(made);
    return made;
  }

  try {
    await run({
      desk,
      agent,
      varies: recorder.varies,
      async ahead(seconds, act) {
        clock.ahead += seconds;
        await act();
        clock.ahead -= seconds;
      },
      async post<Body>(path: string, body = {}) {
        const headers = { authorization: `Bearer ${firstKey}`, "content-type": "application/json" };
        const answer = await fetch(`${desk.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
        // The caller knows which path answers what.
        return (await answer.json()) as Body;
      },
      async held() {
        while (!/^frontdesk_pending_waits\{.*\} 1$/m.test(await (await fetch(`${desk.url}/metrics`)).text()));
      },
    });
    return { calls, tokens, deadEnds, record: recorder.text() };
  } finally {
    for (const each of agents) await each.close();
    await desk.close();
  }
}

/** Tokens, with an id and a mark of middling cost in place of those that are drawn, of which each has its own. */
function costOf(answer: string | object): number {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  return countTokens(
    text
      .replace(/\b(?=[a-z]*\d)[0-9a-z]{16,17}\b/g, "3lpx2c00103ixhooz")
      .replace(/\b[0-9a-f]{8}(?:[0-9a-f]{8})?>>/g, "a703ee0b>>"),
  );
}

/** Without the note that a busy machine took a while between a message and the call for it. */
function withoutPause(answer: Answer): Answer {
  const note = /,"note":"Arrived 1?\d s before this call[^"]*"/.exec(answer.text)?.[0];
  if (note === undefined) return answer;
  const { note: _note, ...facts } = answer.facts;
  return { ...answer, text: answer.text.replace(note, ""), facts };
}

/** The tool that an error leads to. */
export function nextTool({ text }: Answer): string {
  return /Next: ([a-z_]+)/.exec(text)?.[1] ?? "";
}
