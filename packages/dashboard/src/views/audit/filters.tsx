import type { AuditEntry } from "@frontdesk/sdk";
import { SelectField } from "../../ui/fields.tsx";
import { type AuditFilter, withoutKey } from "./entries.ts";
import type { AuditNames } from "./names.ts";

/** The actions in words. */
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

/** Filters the audit log by action and by key. */
export function AuditFilters({ filter, entries, names, onChange }: AuditFiltersProps) {
  return (
    <div class="filters">
      <SelectField
        label="Action"
        value={filter.action ?? ""}
        options={actionOptions}
        // The cast is true: the options are the actions, and "" for all.
        onSelect={(value) => onChange({ action: (value || null) as AuditFilter["action"] })}
      />
      <SelectField
        label="Key"
        value={filter.key ?? ""}
        options={toKeyOptions(filter.key, entries, names)}
        onSelect={(value) => onChange({ key: value || null })}
      />
    </div>
  );
}

const actionOptions = [
  { value: "", label: "All actions" },
  ...Object.entries(actionNames).map(([action, name]) => ({ value: action, label: name })),
];

/**
 * Returns the options of the filter by key: each key that has a name, then the ids of keys without one, such as deleted keys. Of those,
 * only the selected one and those in entries of the page are known.
 */
export function toKeyOptions(selectedKey: string | null, entries: AuditEntry[], names: AuditNames) {
  // `withoutKey` is no key: it selects entries of actions without one.
  const isUnnamed = (key: string | null): key is string => key !== null && key !== withoutKey && !names.has(key);
  const unnamedKeys = new Set([selectedKey, ...entries.map(({ key_id }) => key_id)].filter(isUnnamed));
  return [
    { value: "", label: "All keys" },
    { value: withoutKey, label: "Without a key" },
    ...[...names].map(([key, name]) => ({ value: key, label: name })),
    ...[...unnamedKeys].map((key) => ({ value: key, label: key })),
  ];
}
