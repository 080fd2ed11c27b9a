import type { TunnelRules } from "../../wire/index.ts";
import { type AccessRules, createAccessRules } from "../access/access-rules.ts";
import type { EdgeLog } from "../problems/log.ts";
import type { ServerConnection } from "./dial-server.ts";

const RULES_HEADER = "frontdesk-rules";

/** Returns the header line in which one server of a cluster sends a tunnel's rules to another. */
export function toRulesHeader(rules: TunnelRules): string {
  return `${RULES_HEADER}: ${Buffer.from(JSON.stringify(rules)).toString("base64url")}\r\n`;
}

/** Reads the rules that another server sent. If they are invalid, perhaps of another version, closes the connection and returns `null`. */
export function readRulesHeader({ socket, headers }: ServerConnection, log: EdgeLog): AccessRules | null {
  try {
    // Not validated again: the other server validated the tunnel client's frame.
    const rules = JSON.parse(Buffer.from(String(headers[RULES_HEADER]), "base64url").toString()) as TunnelRules;
    return createAccessRules(rules);
  } catch {
    socket.destroy();
    log.warn("another server of the cluster sent no valid access rules for its tunnel; is it of the same version?");
    return null;
  }
}
