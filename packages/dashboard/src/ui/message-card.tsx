import type { Mail } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { useCopy } from "./copy.tsx";
import { Icon } from "./icons.tsx";
import { formatCount } from "./numbers.ts";
import { Scroller } from "./scroller.tsx";
import { ErrorMessage } from "./states.tsx";
import { Time } from "./time.tsx";

type Code = Mail["codes"][number];
type Link = Mail["links"][number];
interface MessageContent {
  body: string;
  codes: Code[];
  links: Link[];
  truncated?: boolean;
}

export interface MessageCardProps {
  message: {
    id: string;
    sender: string;
    snippet: string;
    received_at: string;
    subject?: string;
  } & Partial<MessageContent>;
  /** Recipient address or number. */
  to: string;
  /** Loads the text, codes and links that the list omits. */
  loadFull: (id: string) => Promise<MessageContent>;
}

/** Message with its code first. Renders everything as text; never runs or loads content of the message. */
export function MessageCard({ message, to, loadFull: load }: MessageCardProps) {
  const { id, sender, subject, snippet, received_at } = message;
  const [loaded, setLoaded] = useState<MessageContent | null>(null);
  const { isBusy, error, run } = useAction();
  const { body, truncated, codes = [], links = [] } = loaded ?? message;
  const [first, ...others] = codes;
  const title = truncate(subject ?? sender, 300) || "(no subject)";
  return (
    <article class="card message" data-id={id}>
      <header class="message-head">
        <h3 class="clamp" title={truncate(subject ?? sender, 1000)}>
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
          <ErrorMessage error={error} />
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
          <MessageText text={body} />
          {truncated && <p class="muted small">The mail is longer. The server stored the beginning of its text.</p>}
        </>
      )}
    </article>
  );
}

const codeKindNames: Record<Code["kind"], string> = {
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
        {state === "copied" ? "Copied" : code.kind === "one_time" ? "Copy" : `Copy ${codeKindNames[code.kind]}`}
      </span>
    </button>
  );
}

function SmallCode({ code }: { code: Code }) {
  const { state, copy } = useCopy();
  return (
    <button type="button" class="button" onClick={() => copy(code.value)}>
      <code>{code.shown}</code>
      <span class="muted small">{state === "copied" ? "copied" : codeKindNames[code.kind]}</span>
    </button>
  );
}

/** Links shown before "more" is clicked. */
const maxInitialLinks = 3;

function Links({ links }: { links: Link[] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <ul class="links" aria-label="Links">
      {(isWhole ? links : links.slice(0, maxInitialLinks)).map(({ url, text }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={truncate(url, 1000)}>
            <Icon name="link" size={16} />
            <span class="host">{hostOf(url)}</span>
            <span class="rest">
              <bdi>{truncate(text === url ? pathOf(url) : text, 200)}</bdi>
            </span>
          </a>
        </li>
      ))}
      {!isWhole && links.length > maxInitialLinks && (
        <li>
          <button type="button" class="button ghost" onClick={() => setWhole(true)}>
            {links.length - maxInitialLinks} more
          </button>
        </li>
      )}
    </ul>
  );
}

/** Returns the host in Punycode, which reveals look-alike characters. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "?";
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname === "/" && search === "" ? "" : pathname + search;
}

/** Characters shown before "Show all" is clicked. */
const maxInitialCharacters = 600;
const chunkLength = 8_000;

function MessageText({ text }: { text: string }) {
  const [isShown, setShown] = useState(text.length <= maxInitialCharacters);
  if (text.trim() === "") return <p class="muted small">This message has no text.</p>;
  if (isShown)
    return (
      <Scroller label="Text of the message" kind="body">
        {splitAtLineEnds(text).map((part, at) => (
          // The order of the chunks never changes.
          <span key={at}>{part}</span>
        ))}
      </Scroller>
    );
  return (
    <>
      <p class="body">{truncate(text, maxInitialCharacters)}</p>
      <button type="button" class="button ghost" onClick={() => setShown(true)}>
        Show all {formatCount(text.length)} characters
      </button>
    </>
  );
}

/** Splits a long text at line ends; the browser renders only the visible chunks. */
function splitAtLineEnds(text: string): string[] {
  const chunks: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from + chunkLength);
    const to = end < 0 ? text.length : end + 1;
    // Each chunk is a block element, which replaces its last line feed.
    chunks.push(to < text.length ? text.slice(from, to - 1) : text.slice(from));
    from = to;
  }
  return chunks;
}

/** Truncates without splitting a surrogate pair. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
  return `${text.slice(0, end)}…`;
}
