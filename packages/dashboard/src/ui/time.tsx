import { formatAge } from "@frontdesk/basics";
import { useEffect, useState } from "preact/hooks";
import { serverNow } from "../app/connection.ts";

/** Shared timer for all times of the page; stopped while none is shown. */
const clockListeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function watchClock(listener: () => void): () => void {
  clockListeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of clockListeners) one();
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
  const toNow = () => toRelative(Date.parse(at) - serverNow());
  const [age, setAge] = useState(toNow);
  // Renders again only when the text changes.
  useEffect(() => {
    setAge(toNow());
    return watchClock(() => setAge(toNow()));
  }, [at]);
  return (
    <time dateTime={at} title={toExact(new Date(at))}>
      {age}
    </time>
  );
}

/** Returns a text such as "3 s ago" or "in 2 h". */
function toRelative(milliseconds: number): string {
  const distance = Math.abs(milliseconds);
  if (distance < 500) return "now";
  return milliseconds < 0 ? `${formatAge(distance)} ago` : `in ${formatAge(distance)}`;
}

/** Formats as "2027-03-01 14:05:09, UTC+02:00" in local time. Not `Intl`, which is slow for long lists. */
function toExact(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(":");
  const ahead = -moment.getTimezoneOffset();
  const zone = `${ahead < 0 ? "-" : "+"}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`;
  return `${day} ${time}, UTC${zone}`;
}
