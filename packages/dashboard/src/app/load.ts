import { type Inputs, useCallback, useEffect, useRef, useState } from "preact/hooks";

export type Loaded<T> =
  | { state: "loading" }
  | { state: "failed"; error: unknown }
  /** `error` is set if a reload failed; `value` is then the previous one. */
  | { state: "ready"; value: T; error?: unknown };

/** Returns a function that returns the signal of a new request and aborts the previous one. Unmounting aborts the last. */
export function useLatestRequest() {
  const current = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  return useCallback(() => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  }, []);
}

/**
 * Loads a value on mount, when an input changes, and on `reload`, which aborts the previous request. `inputs` are the values that
 * `fetchValue` depends on.
 */
export function useLoad<T>(fetchValue: (signal: AbortSignal) => Promise<T>, inputs: Inputs) {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading" });
  const startRequest = useLatestRequest();
  const reload = useCallback(async () => {
    const signal = startRequest();
    try {
      const value = await fetchValue(signal);
      if (!signal.aborted) setLoaded({ state: "ready", value });
    } catch (error) {
      if (!signal.aborted) setLoaded((before) => withError(before, error));
    }
  }, inputs);
  useEffect(() => {
    setLoaded({ state: "loading" });
    void reload();
  }, [reload]);
  return [loaded, reload] as const;
}

/** Adds an error. A value that was loaded before stays visible. */
function withError<T>(loaded: Loaded<T>, error: unknown): Loaded<T> {
  return loaded.state === "ready" ? { ...loaded, error } : { state: "failed", error };
}

/** Calls `refresh` periodically while the page is visible, and when it becomes visible again. */
export function useWhileVisible(refresh: () => void, intervalMs: number) {
  useEffect(() => {
    const refreshIfVisible = () => document.visibilityState === "visible" && refresh();
    const timer = setInterval(refreshIfVisible, intervalMs);
    document.addEventListener("visibilitychange", refreshIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshIfVisible);
    };
  }, [refresh, intervalMs]);
}

/** State of a button's action: `run` performs it and returns whether it succeeded; `isBusy` and `error` are for rendering. */
export function useAction() {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });
  /** Performs the action. Returns whether it succeeded; its error becomes part of the state. */
  async function run(action: () => Promise<unknown>): Promise<boolean> {
    setState({ isBusy: true, error: null });
    try {
      await action();
      setState({ isBusy: false, error: null });
      return true;
    } catch (error) {
      setState({ isBusy: false, error });
      return false;
    }
  }
  return { ...state, run };
}
