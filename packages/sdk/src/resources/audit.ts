import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { checkCount } from "../requests/known-options.ts";
import { type CallOptions, toCheckedInit } from "../requests/send-request.ts";
import type { AuditEntry } from "../waiting/records.ts";
import { maxPageSize } from "./pages.ts";

export interface AuditListOptions extends CallOptions {
  /** How many entries at most. @default all, which are at most 10,000 */
  limit?: number;
}

/** Creates the call that reads the audit log. A server with the API's earlier edition has none, and the call throws NotFoundError. */
export function createAudit(client: FrontdeskClient) {
  return {
    /** Returns the account's audit log, newest first. Needs the scope `audit:read`. @throws RangeError for a bad `limit` */
    async list(options: AuditListOptions = {}): Promise<AuditEntry[]> {
      const init = toCheckedInit(options, "list()", ["limit"]);
      const { limit = Number.POSITIVE_INFINITY } = options;
      if (limit !== Number.POSITIVE_INFINITY) checkCount("limit", limit);
      const entries: AuditEntry[] = [];
      // `undefined` before the first page, `null` after the last.
      let cursor: string | null | undefined;
      while (cursor !== null && entries.length < limit) {
        const query = { limit: Math.min(limit - entries.length, maxPageSize), ...(cursor && { cursor }) };
        const page = await unwrap(client.GET("/svc-api/audit", { params: { query }, ...init }));
        entries.push(...page.entries);
        cursor = page.next ?? null;
      }
      return entries;
    },
  };
}
