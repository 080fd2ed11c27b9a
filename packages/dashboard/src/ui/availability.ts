import { useEffect, useState } from "preact/hooks";

export interface Availability {
  isFree: boolean;
  message: string;
}
export interface NameCheck {
  available: boolean;
  reason?: "taken" | "reserved" | "invalid";
}

/** Whether a name is free, asked while it is typed; `null` until it is known. */
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
    const stop = new AbortController();
    // Not for each letter of a word that is being typed.
    const timer = setTimeout(async () => {
      // Whoever cannot be told now is told by the answer to the form.
      const result = await check(trimmedName, stop.signal).catch(() => null);
      if (!result || stop.signal.aborted) return;
      const { available, reason = "invalid" } = result;
      const reasons = { taken: "This name is taken.", reserved: "This name is reserved.", invalid: rule };
      setAvailability({ isFree: available, message: available ? "This name is free." : reasons[reason] });
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [name]);
  return availability;
}
