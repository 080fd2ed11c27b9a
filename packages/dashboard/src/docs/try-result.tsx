import { Scroller } from "../ui/scroller.tsx";
import type { TryResult } from "./try-send.ts";

/** Shows the response to a request of the form: status, duration and body. */
export function Result({ result: { status, milliseconds, text } }: { result: TryResult }) {
  return (
    <div class="stack tight" role="status">
      <p class="row">
        <span class={`badge ${status === 200 ? "good" : "warn"}`}>{status}</span>
        <span class="small muted number">{milliseconds} ms</span>
      </p>
      <div class="snippets">
        <Scroller label="Response">
          <code>{text}</code>
        </Scroller>
      </div>
    </div>
  );
}
