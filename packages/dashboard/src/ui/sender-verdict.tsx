import type { Mail } from "@frontdesk/sdk";
import { useEffect, useState } from "preact/hooks";

/** Whether the domain of the sender authenticated the mail, by SPF, DKIM and DMARC; `pending` while the server checks that. */
type Verdict = Mail["authenticated"];

interface SenderVerdictProps {
  /** Undefined for an SMS, and on older servers. */
  verdict: Verdict | undefined;
  /** Reads the mail again. */
  reload: () => Promise<{ authenticated?: Verdict }>;
}

const reloadDelayMs = 2_000;
/** A check takes some seconds. A verdict that is still pending after these reloads may never come. */
const maxReloads = 6;

const badges = {
  pass: {
    kind: "good",
    text: "domain authenticated",
    title: "The domain of the sender sent this mail. That says nothing about its content.",
  },
  fail: {
    kind: "warn",
    text: "sender not authenticated",
    title: "The domain of the sender neither signed this mail nor permits its server to send it. It may be forged.",
  },
  pending: { kind: "", text: "checking the sender…", title: "SPF, DKIM and DMARC are being looked up." },
};

/**
 * Badge that says whether the sender of a mail is authentic; nothing if that was not checked. The server checks it after the mail's
 * arrival, so a pending verdict is read again, at most `maxReloads` times.
 */
export function SenderVerdict({ verdict, reload }: SenderVerdictProps) {
  const [reloaded, setReloaded] = useState<{ verdict: Verdict; count: number } | null>(null);
  const shown = reloaded?.verdict ?? verdict ?? "none";
  const count = reloaded?.count ?? 0;
  const mayReload = shown === "pending" && count < maxReloads;
  useEffect(() => {
    if (!mayReload) return;
    let isUnmounted = false;
    const timer = setTimeout(async () => {
      // A mail that cannot be read keeps its badge.
      const { authenticated = shown } = await reload().catch(() => ({ authenticated: shown }));
      if (!isUnmounted) setReloaded({ verdict: authenticated, count: count + 1 });
    }, reloadDelayMs);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [mayReload, count]);
  if (shown === "none") return null;
  const { kind, text, title } = badges[shown];
  return (
    <span class={`badge ${kind}`} title={title}>
      {text}
    </span>
  );
}
