import { useEffect, useState } from "preact/hooks";

export interface Availability {
  isFree: boolean;
  message: string;
}
export interface NameCheck {
  available: boolean;
  reason?: "taken" | "reserved" | "invalid";
}

const typingPauseMs = 150;

/**
 * Checks in a pause of typing whether a name is free. Returns `null` until known, also if the check fails: then submitting the form
 * reports the problem. `rule` explains invalid names.
 */
export function useAvailability(
  name: string,
  rule: string,
  check: (name: string, signal: AbortSignal) => Promise<NameCheck>,
) {
  const [availability, setAvailability] = useState<Availability | null>(null);
  useEffect(() => {
    setAvailability(null);
    const trimmedName = name.trim();
    if (trimmedName === "") return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const result = await check(trimmedName, controller.signal).catch(() => null);
      if (!result || controller.signal.aborted) return;
      const { available, reason = "invalid" } = result;
      const reasons = { taken: "This name is taken.", reserved: "This name is reserved.", invalid: rule };
      setAvailability({ isFree: available, message: available ? "This name is free." : reasons[reason] });
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // Only the name: `check` is a new function at each rendering, which must not repeat the check.
  }, [name]);
  return availability;
}
