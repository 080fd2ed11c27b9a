import { formatAge } from "@frontdesk/basics";
import { useEffect, useState } from "preact/hooks";
import { serverNow } from "../app/connection.ts";

const clockListeners = new Set<() => void>();
/** Shared timer for all times of the page; stopped while none is shown. */
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls the listener every second, with one timer for all listeners. Returns a function that stops the calls. */
function watchClock(listener: () => void): () => void {
  clockListeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of clockListeners) notify();
  }, 1_000);
  return () => {
    clockListeners.delete(listener);
    if (clockListeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Relative time such as "3 s ago", with the exact time as title. */
export function Time({ at }: { at: string }) {
  const formatNow = () => formatRelative(Date.parse(at) - serverNow());
  const [text, setText] = useState(formatNow);
  // Renders again only when the text changes.
  useEffect(() => {
    setText(formatNow());
    return watchClock(() => setText(formatNow()));
  }, [at]);
  return (
    <time dateTime={at} title={formatExact(new Date(at))}>
      {text}
    </time>
  );
}

/** Returns a text such as "3 s ago" for a negative or "in 2 h" for a positive distance from now. */
function formatRelative(milliseconds: number): string {
  const distance = Math.abs(milliseconds);
  if (distance < 500) return "now";
  return milliseconds < 0 ? `${formatAge(distance)} ago` : `in ${formatAge(distance)}`;
}

/** Formats as "2027-03-01 14:05:09, UTC+02:00" in local time. Not `Intl`, which is slow for long lists. */
function formatExact(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join(":");
  // `getTimezoneOffset` counts minutes from local time to UTC, so zones east of Greenwich are negative.
  const offset = -date.getTimezoneOffset();
  const absolute = Math.abs(offset);
  const zone = `${offset < 0 ? "-" : "+"}${pad(Math.floor(absolute / 60))}:${pad(absolute % 60)}`;
  return `${day} ${time}, UTC${zone}`;
}
