import { type Scope, UnreachableError } from "@frontdesk/sdk";
import type { ComponentChildren, ComponentType } from "preact";
import { describeError, hasScope, type SignedIn } from "../app/session.ts";
import { Icon, type IconName } from "./icons.tsx";

interface EmptyProps {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
}

/** Placeholder for an empty list, with a way to create the first entry. */
export function EmptyState({ icon, title, children }: EmptyProps) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Grey placeholder lines while loading; prevents layout shifts. */
export function Skeleton({ rows = 4, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div class="skeleton-row" key={row} />
      ))}
    </div>
  );
}

/** Error message with an optional retry button; renders nothing without an error. */
export function ErrorMessage({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null;
  const isUnreachable = error instanceof UnreachableError;
  return (
    <div class="trouble" role="alert">
      <p>{isUnreachable ? "The server does not answer. What you see may be outdated." : describeError(error)}</p>
      {retry && (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/**
 * Returns the view `Page` for keys that have its scope. For other keys the view says which scope they lack. `action` completes "This
 * key may not …".
 */
export function needsScope<P extends { signedIn: SignedIn }>(scope: Scope, action: string, Page: ComponentType<P>) {
  return (props: P) =>
    hasScope(props.signedIn, scope) ? (
      <Page {...props} />
    ) : (
      <EmptyState icon="key" title={`This key may not ${action}`}>
        <p>
          It lacks the scope <code>{scope}</code>. Sign in with a key that has it, or ask the person who created this
          one.
        </p>
      </EmptyState>
    );
}
