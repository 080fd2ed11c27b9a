import { Scroller } from "../ui/scroller.tsx";
import type { TryResult } from "./try-send.ts";

/** What the server answered, whatever it is. */
export function Result({ sent: { status, milliseconds, text } }: { sent: TryResult }) {
  return (
    <div class="stack tight" role="status">
      <p class="row">
        <span class={`badge ${status === 200 ? "good" : "warn"}`}>{status}</span>
        <span class="small muted number">{milliseconds} ms</span>
      </p>
      <div class="snippets">
        <Scroller label="Answer">
          <code>{text}</code>
        </Scroller>
      </div>
    </div>
  );
}
