import { useEffect } from "preact/hooks";
import { serverNow } from "../app/connection.ts";
import { createStore, useStore } from "../app/store.ts";

/** One clock for all times of the page; it stands still while no time is shown. */
const tick = createStore(0);
let shown = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** A moment as «3 s ago», with the exact time in its title. */
export function Time({ at }: { at: string }) {
  useStore(tick);
  useEffect(() => {
    if (shown++ === 0) timer = setInterval(() => tick.set(tick.get() + 1), 1_000);
    return () => {
      if (--shown === 0) clearInterval(timer);
    };
  }, []);
  const exact = `${exactly.format(new Date(at))} (${at})`;
  return (
    <time dateTime={at} title={exact}>
      {toAge(Date.parse(at) - serverNow())}
    </time>
  );
}

/** Such as «3 s ago» or «in 2 h». */
function toAge(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (seconds < 1) return "now";
  const [value, unit] =
    seconds < 60
      ? [seconds, "s"]
      : seconds < 3_600
        ? [Math.floor(seconds / 60), "min"]
        : seconds < 172_800
          ? [Math.floor(seconds / 3_600), "h"]
          : [Math.floor(seconds / 86_400), "d"];
  return milliseconds < 0 ? `${value} ${unit} ago` : `in ${value} ${unit}`;
}
