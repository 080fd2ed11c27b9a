import { CommandError, createGroup, type Terminal, toTable } from "@frontdesk/basics/command-line";
import type { Frontdesk } from "@frontdesk/sdk";
import { connect, createClientCommand } from "../connection.ts";

/** `frontdesk connections list`: prints a table of the connected apps. */
function list(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "list",
    description: "Lists the apps that are connected to the account. The key needs the scope token:read.",
    examples: ["frontdesk connections list", "frontdesk connections list --json"],
  }).action(async (flags) => {
    const { frontdesk } = connect(flags, terminal);
    const connections = await readConnections(frontdesk);
    if (flags.json) return terminal.out(JSON.stringify({ connections }));
    const rows = connections.map(({ id, name, connection, scopes, last_used_at, expiry }) => ({
      id,
      app: name,
      host: connection.host,
      used: last_used_at?.slice(0, 16).replace("T", " ") ?? "never",
      until: describeEnd(connection.ended !== undefined, expiry),
      scopes: scopes ?? "",
    }));
    for (const line of toTable(rows)) terminal.out(line);
  });
}

/**
 * Describes until when a connection lasts, for the column `until`: a date, or "no end" if it lasts until somebody revokes it. One that
 * has ended says why: the server ends it when a refresh token is used twice, because one of the two users may be a thief.
 */
function describeEnd(isEnded: boolean, expiry: string | null): string {
  return isEnded ? "ended: a used token came again" : (expiry?.slice(0, 10) ?? "no end");
}

/** `frontdesk connections revoke`: revokes the access of one app. Does not revoke agent keys of other kinds. */
function revoke(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "revoke",
    description: "Ends the access of a connected app at once. The key needs the scopes token:read and token:write.",
    examples: ["frontdesk connections revoke a1b2c3d4e5f6g7h8"],
  })
    .argument("<id>", "Id of the connection, as `frontdesk connections list` prints it")
    .action(async (id, flags) => {
      const { frontdesk } = connect(flags, terminal);
      const connections = await readConnections(frontdesk);
      const revoked = connections.find((connection) => connection.id === id);
      // Without this check, an id could also be that of an agent key.
      if (!revoked)
        throw new CommandError(`No connection has the id ${id}. List them first: frontdesk connections list`);
      await frontdesk.agentKeys.delete(id);
      terminal.out(flags.json ? JSON.stringify({ revoked: id }) : `Revoked the access of ${revoked.name}.`);
    });
}

/** Returns the connections of apps. Each is an agent key that has a `connection`; a person creates the other keys. */
async function readConnections(frontdesk: Frontdesk) {
  const keys = await frontdesk.agentKeys.list();
  return keys.flatMap(({ connection, ...key }) => (connection ? [{ ...key, connection }] : []));
}

/** `frontdesk connections`: lists and revokes the access of apps that have connected by OAuth. */
export function connections(terminal: Terminal) {
  return createGroup(terminal, [list, revoke], {
    name: "connections",
    description: "Lists and revokes the access of connected apps (MCP clients that signed in).",
    examples: ["frontdesk connections list", "frontdesk connections revoke a1b2c3d4e5f6g7h8"],
  });
}
