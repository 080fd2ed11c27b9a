import type { Rules } from "../../wire/index.ts";
import { createGate, type Gate } from "../access/gate.ts";
import type { EdgeLog } from "../problems/log.ts";
import type { Dialled } from "./dial-server.ts";

const RULES_HEADER = "frontdesk-rules";

/** The owner's rules, as one server of a cluster tells them to another. */
export function toRulesLine(rules: Rules): string {
  return `${RULES_HEADER}: ${Buffer.from(JSON.stringify(rules)).toString("base64url")}\r\n`;
}

/** Who may visit, as the other server says. One that says it in a way of its own is of another version, and not asked. */
export function readGate({ socket, headers }: Dialled, log: EdgeLog): Gate | null {
  try {
    // As that server got them from the agent, whose frame was checked.
    return createGate(JSON.parse(Buffer.from(String(headers[RULES_HEADER]), "base64url").toString()) as Rules);
  } catch {
    socket.destroy();
    log.warn("another server of the cluster did not say who may visit its tunnel; is it of the same version?");
    return null;
  }
}
