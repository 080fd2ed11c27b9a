import type { Authenticator } from "@frontdesk/sdk";
import { useEffect, useState } from "preact/hooks";
import { CopyButton } from "./copy.tsx";
import { ErrorMessage, Skeleton } from "./states.tsx";

/** A code, and the time of `performance.now()` at which it ends. */
interface ShownCode {
  code: string;
  endsAt: number;
}

/** Milliseconds between two checks of the clock. */
const tickMs = 250;
/** Milliseconds from a failed request to the next. */
const retryMs = 2_000;

/** The authenticator's code of this moment, with the seconds left. Requests the next one when it ends. */
export function LiveCode({ authenticator }: { authenticator: Authenticator }) {
  const { shown, error } = useCurrentCode(authenticator);
  const secondsLeft = useSecondsUntil(shown?.endsAt ?? null);
  if (error !== null) return <ErrorMessage error={error} />;
  if (shown === null) return <Skeleton rows={1} label="Requesting the code" />;
  return (
    <p class="head">
      <output class="live-code">{shown.code}</output>
      <span class="hint">{secondsLeft} s left</span>
      <CopyButton text={shown.code} label="Copy code" />
    </p>
  );
}

/** Requests the authenticator's code, and the next one whenever it ends. Returns the last code and the last request's error. */
function useCurrentCode(authenticator: Authenticator) {
  const [shown, setShown] = useState<ShownCode | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const abort = new AbortController();
    let nextRequestAt = 0;
    let isRequesting = false;
    /** Called at each tick. Requests the next code when the shown one has ended; after an error, tries again `retryMs` later. */
    async function update(): Promise<void> {
      if (isRequesting || performance.now() < nextRequestAt) return;
      isRequesting = true;
      try {
        const { code, validFor } = await requestCurrentCode(authenticator, abort.signal);
        // One second more, because `validFor` is rounded down.
        nextRequestAt = performance.now() + (validFor + 1) * 1_000;
        setShown({ code, endsAt: nextRequestAt });
        setError(null);
      } catch (failure) {
        if (abort.signal.aborted) return;
        setError(failure);
        nextRequestAt = performance.now() + retryMs;
      } finally {
        isRequesting = false;
      }
    }
    void update();
    // Nobody sees the code of a hidden tab, so none is requested for it.
    const timer = setInterval(() => void (document.visibilityState === "visible" && update()), tickMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [authenticator]);
  return { shown, error };
}

/** Requests the code of this moment, even if it is about to end or was returned before: by default the SDK waits for the next one. */
function requestCurrentCode(authenticator: Authenticator, signal: AbortSignal) {
  return authenticator.code({ minValidity: 0, allowRepeat: true, signal });
}

/** Returns the full seconds until a time of `performance.now()`; 0 afterwards, and for `null`. */
function useSecondsUntil(endsAt: number | null): number {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (endsAt === null) return;
    const update = () => setSecondsLeft(Math.max(0, Math.floor((endsAt - performance.now()) / 1_000)));
    update();
    const timer = setInterval(update, tickMs);
    return () => clearInterval(timer);
  }, [endsAt]);
  return secondsLeft;
}
