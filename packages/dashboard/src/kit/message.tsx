import type { Mail } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { useCopy } from "./copy.tsx";
import { Icon } from "./icons.tsx";
import { toCount } from "./numbers.ts";
import { Scroller } from "./scroller.tsx";
import { Trouble } from "./states.tsx";
import { Time } from "./time.tsx";

type Code = Mail["codes"][number];
type Link = Mail["links"][number];
interface Content {
  body: string;
  codes: Code[];
  links: Link[];
  truncated?: boolean;
}

export interface MessageProps {
  message: { id: string; sender: string; snippet: string; received_at: string; subject?: string } & Partial<Content>;
  /** Where it arrived. */
  to: string;
  /** Gets what the list came without. */
  load: (id: string) => Promise<Content>;
}

/** One message: its code first, for that is what people come for. All of it is text; nothing in it is run or loaded. */
export function Message({ message, to, load }: MessageProps) {
  const { id, sender, subject, snippet, received_at } = message;
  const [loaded, setLoaded] = useState<Content | null>(null);
  const { isBusy, error, run } = useAction();
  const { body, truncated, codes = [], links = [] } = loaded ?? message;
  const [first, ...others] = codes;
  const title = shorten(subject ?? sender, 300) || "(no subject)";
  return (
    <article class="card message" data-id={id}>
      <header class="message-head">
        <h3 class="clamp" title={shorten(subject ?? sender, 1000)}>
          <bdi>{title}</bdi>
        </h3>
        <span class="small muted nowrap">
          <Time at={received_at} />
        </span>
        <p class="from">
          {subject !== undefined && <bdi>{sender}</bdi>} to <bdi>{to}</bdi>
        </p>
      </header>
      {first && <BigCode code={first} />}
      {others.length > 0 && (
        <div class="codes-more">
          {others.map((code) => (
            <SmallCode code={code} key={`${code.kind} ${code.value}`} />
          ))}
        </div>
      )}
      {links.length > 0 && <Links links={links} />}
      {body === undefined ? (
        <>
          <p class="muted small">{snippet}</p>
          <Trouble error={error} />
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => run(async () => setLoaded(await load(id)))}
          >
            Get the whole text
          </button>
        </>
      ) : (
        <>
          <Body text={body} />
          {truncated && <p class="muted small">The mail is longer. The server stored the beginning of its text.</p>}
        </>
      )}
    </article>
  );
}

const kinds: Record<Code["kind"], string> = {
  one_time: "code",
  backup: "backup code",
  delivery: "delivery code",
  booking: "booking",
  reference: "reference",
};

function BigCode({ code }: { code: Code }) {
  const { state, copy } = useCopy();
  return (
    <button type="button" class="code-button" onClick={() => copy(code.value)}>
      <b>{code.shown}</b>
      <span aria-live="polite">
        <Icon name={state === "copied" ? "done" : "copy"} size={18} />
        {state === "copied" ? "Copied" : code.kind === "one_time" ? "Copy" : `Copy ${kinds[code.kind]}`}
      </span>
    </button>
  );
}

function SmallCode({ code }: { code: Code }) {
  const { state, copy } = useCopy();
  return (
    <button type="button" class="button" onClick={() => copy(code.value)}>
      <code>{code.shown}</code>
      <span class="muted small">{state === "copied" ? "copied" : kinds[code.kind]}</span>
    </button>
  );
}

/** Links that are shown before one asks for more. */
const few = 3;

function Links({ links }: { links: Link[] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <ul class="links" aria-label="Links">
      {(isWhole ? links : links.slice(0, few)).map(({ url, text }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={shorten(url, 1000)}>
            <Icon name="link" size={16} />
            <span class="host">{hostOf(url)}</span>
            <span class="rest">
              <bdi>{shorten(text === url ? pathOf(url) : text, 200)}</bdi>
            </span>
          </a>
        </li>
      ))}
      {!isWhole && links.length > few && (
        <li>
          <button type="button" class="button ghost" onClick={() => setWhole(true)}>
            {links.length - few} more
          </button>
        </li>
      )}
    </ul>
  );
}

/** As the browser goes by it: a name in other letters than it seems shows as what it is. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "?";
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname === "/" && search === "" ? "" : pathname + search;
}

/** Characters that are shown before one asks for more. */
const short = 600;
const piece = 8_000;

function Body({ text }: { text: string }) {
  const [isShown, setShown] = useState(text.length <= short);
  if (text.trim() === "") return <p class="muted small">This message has no text.</p>;
  if (isShown)
    return (
      <Scroller label="Text of the message" kind="body">
        {toPieces(text).map((part, at) => (
          // Pieces of one text never change places.
          <span key={at}>{part}</span>
        ))}
      </Scroller>
    );
  return (
    <>
      <p class="body">{shorten(text, short)}</p>
      <button type="button" class="button ghost" onClick={() => setShown(true)}>
        Show all {toCount(text.length)} characters
      </button>
    </>
  );
}

/** Pieces at ends of lines, of which the browser draws only those that are seen. */
function toPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from + piece);
    const to = end < 0 ? text.length : end + 1;
    // Its last line feed is the end of the block that shows it.
    pieces.push(to < text.length ? text.slice(from, to - 1) : text.slice(from));
    from = to;
  }
  return pieces;
}

/** Cut between characters, not within one. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}
