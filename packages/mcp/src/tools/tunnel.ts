import * as v from "valibot";
import { parameters } from "../calls/parameters.ts";
import { defineTool, type PersonQuestion, type ToolCall } from "../calls/tool.ts";
import type { State } from "../state/state.ts";
import { ToolFailure } from "../text/failure.ts";
import { findSubdomain } from "./find-subdomain.ts";

const { subdomain, label, port, limit } = parameters;
const listTool = "subdomain_list";

export const tunnelTools = [
  defineTool({
    name: "subdomain_register",
    title: "Register subdomain",
    description:
      "Reserves a public name for tunnels and returns its address. Then call tunnel_start. Undo: subdomain_delete.",
    toolset: "tunnel",
    scope: "subdomain:create",
    effect: "adds",
    input: { name: label },
    output: { subdomain: v.string(), url: v.string(), id: v.string() },
    listTool,
    async run({ name }, { frontdesk }) {
      const registered = await frontdesk.subdomains.register(name);
      return { facts: { subdomain: registered.name, url: registered.url, id: registered.id } };
    },
  }),
  defineTool({
    name: "subdomain_list",
    title: "List subdomains",
    description: "Lists the account's reserved names with address and whether a tunnel is online.",
    toolset: "tunnel",
    scope: "subdomain:read",
    effect: "reads",
    input: { limit: v.optional(limit) },
    output: {
      subdomains: v.array(v.object({ subdomain: v.string(), url: v.string(), id: v.string(), online: v.boolean() })),
      more: v.number(),
    },
    /** Lists the newest subdomains; `more` counts those beyond the limit. */
    async run({ limit = 10 }, { frontdesk }) {
      const all = await frontdesk.subdomains.list();
      const newest = [...all].sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
      return {
        facts: {
          subdomains: newest.slice(0, limit).map(({ name, url, id, online }) => ({ subdomain: name, url, id, online })),
          more: Math.max(0, all.length - limit),
        },
      };
    },
  }),
  defineTool({
    name: "subdomain_delete",
    title: "Delete subdomain",
    description:
      "Deletes a subdomain, ends its tunnels everywhere, and returns the domain. Cannot be undone: others may take the name.",
    toolset: "tunnel",
    scope: "subdomain:delete",
    effect: "removes",
    input: { subdomain },
    output: { deleted: v.string() },
    listTool,
    /** Deletes a subdomain and stops its tunnel in this process. */
    async run({ subdomain }, { frontdesk, state }) {
      const { id, domain } = await findSubdomain(frontdesk, subdomain, listTool);
      await frontdesk.subdomains.delete(id);
      await state.tunnels.stop(id);
      return { facts: { deleted: domain } };
    },
  }),
  defineTool({
    name: "tunnel_start",
    title: "Start tunnel",
    description:
      "Puts a local port that the user allows under a registered subdomain and returns the address. Anyone who has it can reach the port, until tunnel_stop or this process ends.",
    toolset: "tunnel",
    scope: "subdomain:read",
    effect: "changes",
    idempotent: true,
    openWorld: true,
    alwaysLoad: true,
    input: { port, subdomain },
    output: { url: v.string(), port: v.number(), note: v.string() },
    listTool,
    isLocal: true,
    /** Opens a tunnel to a local port. If a person must allow that port first, returns the question that the client must show instead. */
    async run({ port, subdomain }, { frontdesk, state, signal, confirm }) {
      const { id, name, token, url: address } = await findSubdomain(frontdesk, subdomain);
      const question = askToExpose(port, address, state, confirm);
      if (question) return question;
      const { baseUrl } = state.settings;
      const { url } = await state.tunnels.open({ subdomainId: id, name, token, port, baseUrl, signal });
      return { facts: { url, port, note: "Public: anyone can reach it. Ends with tunnel_stop or with this process." } };
    },
  }),
  defineTool({
    name: "tunnel_list",
    title: "List tunnels",
    description: "Lists online tunnels; here tells whether this process runs it, so that tunnel_stop can end it.",
    toolset: "tunnel",
    scope: "subdomain:read",
    effect: "reads",
    input: { limit: v.optional(limit) },
    output: {
      tunnels: v.array(
        v.object({
          subdomain: v.string(),
          url: v.string(),
          here: v.boolean(),
          port: v.optional(v.pipe(v.number(), v.description("If here"))),
        }),
      ),
    },
    /** Lists the tunnels that are online. `here`: this process runs it, with its port. */
    async run({ limit = 10 }, { frontdesk, state }) {
      const localTunnels = new Map(state.tunnels.list().map((tunnel) => [tunnel.subdomainId, tunnel]));
      // A tunnel of this process is listed even while it reconnects and the server counts it as offline.
      const online = (await frontdesk.subdomains.list()).filter(({ id, online }) => online || localTunnels.has(id));
      return {
        facts: {
          tunnels: online.slice(0, limit).map(({ id, name, url }) => {
            const tunnel = localTunnels.get(id);
            return { subdomain: name, url, here: tunnel !== undefined, ...(tunnel ? { port: tunnel.port } : {}) };
          }),
        },
      };
    },
  }),
  defineTool({
    name: "tunnel_stop",
    title: "Stop tunnel",
    description:
      "Closes a tunnel of this process and returns its domain; the name stays reserved. Can be undone with tunnel_start.",
    toolset: "tunnel",
    scope: "subdomain:read",
    effect: "removes",
    input: { subdomain },
    output: { stopped: v.string(), wasOpen: v.boolean() },
    listTool: "tunnel_list",
    isLocal: true,
    /** Stops the tunnel of a subdomain if this process runs it. */
    async run({ subdomain }, { frontdesk, state }) {
      const { id, domain, online } = await findSubdomain(frontdesk, subdomain, listTool);
      const wasOpen = await state.tunnels.stop(id);
      if (!wasOpen && online)
        throw new ToolFailure(
          "not_found",
          `The tunnel of ${domain} runs in another process, which alone can stop it.`,
          {
            tool: "subdomain_delete",
            hint: "to cut it for good, with its name; ask the user first",
          },
        );
      return { facts: { stopped: domain, wasOpen } };
    },
  }),
];

/**
 * Returns `null` if the port is allowed, or the question that the person must answer first: a prompt injection could make
 * the agent expose any local port. @throws ToolFailure if the person does not allow it or cannot be asked
 */
function askToExpose(
  port: number,
  address: string,
  { settings, allowedPorts }: State,
  confirm: ToolCall["confirm"],
): PersonQuestion | null {
  const isAllowedByFlag = settings.allowedPorts.some(({ from, to }) => port >= from && port <= to);
  if (allowedPorts.has(port) || isAllowedByFlag) return null;
  const answer = confirm(`allow-${port}`, `May the agent show local port ${port} to everybody at ${address}?`);
  if (answer === "yes") {
    allowedPorts.add(port);
    return null;
  }
  // Otherwise `answer` is the question that the client must show first. `null`: the client cannot show one.
  if (answer !== "no" && answer !== null) return answer;
  const message =
    answer === "no"
      ? `The user does not allow port ${port} to be shown.`
      : `Port ${port} is not among those that tunnels may show. Ask the user to start this MCP server with --allow-port ${port}.`;
  throw new ToolFailure("port_not_allowed", message, {
    tool: "tunnel_start",
    hint: "again once the user has allowed it",
  });
}
