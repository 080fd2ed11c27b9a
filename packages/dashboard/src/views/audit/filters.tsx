import type { AuditEntry } from "@frontdesk/sdk";
import { useId } from "preact/hooks";
import { type AuditFilter, withoutKey } from "./entries.ts";
import type { AuditNames } from "./names.ts";

/** What a person calls each action. */
export const actionNames: Record<AuditEntry["action"], string> = {
  "key.created": "Key created",
  "key.changed": "Key changed",
  "key.revoked": "Key revoked",
  "connection.approved": "Connection approved",
  "secret.rotated": "Secret rotated",
  "message.returned": "Message returned",
  "code.returned": "Code returned",
  "tunnel.opened": "Tunnel opened",
  signed_in: "Signed in",
};

interface AuditFiltersProps {
  filter: AuditFilter;
  /** Entries on the page. Their keys can be selected even if they were deleted. */
  entries: AuditEntry[];
  names: AuditNames;
  onChange: (changes: Partial<AuditFilter>) => void;
}

/** Filters the audit log by action and by key. Keys whose name is unknown, such as deleted ones, are offered by their id. */
export function AuditFilters({ filter, entries, names, onChange }: AuditFiltersProps) {
  const id = useId();
  const shownKeys = entries.flatMap(({ key_id }) => (key_id === null || names.has(key_id) ? [] : [key_id]));
  // The selected key stays an option even if no entry on the page has it.
  const selectedKey = filter.key === null || filter.key === withoutKey || names.has(filter.key) ? [] : [filter.key];
  const unnamedKeys = new Set([...selectedKey, ...shownKeys]);
  return (
    <div class="filters">
      <div class="field">
        <label for={`${id}-action`}>Action</label>
        <select
          id={`${id}-action`}
          value={filter.action ?? ""}
          // The cast is true: the options below are the actions.
          onChange={({ currentTarget }) => onChange({ action: (currentTarget.value || null) as AuditFilter["action"] })}
        >
          <option value="">All actions</option>
          {Object.entries(actionNames).map(([action, name]) => (
            <option key={action} value={action}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${id}-key`}>Key</label>
        <select
          id={`${id}-key`}
          value={filter.key ?? ""}
          onChange={({ currentTarget }) => onChange({ key: currentTarget.value || null })}
        >
          <option value="">All keys</option>
          <option value={withoutKey}>Without a key</option>
          {[...names].map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          {[...unnamedKeys].map((key) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
