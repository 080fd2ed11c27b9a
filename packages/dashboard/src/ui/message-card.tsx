import type { Mail } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { useCopy } from "./copy.tsx";
import { Icon } from "./icons.tsx";
import { formatCount } from "./numbers.ts";
import { Scroller } from "./scroller.tsx";
import { SenderVerdict } from "./sender-verdict.tsx";
import { ErrorMessage } from "./states.tsx";
import { Time } from "./time.tsx";
import { describeVia } from "./via.ts";

/** Longer texts of untrusted senders are truncated, in UTF-16 units. */
const maxTitleLength = 300;
const maxTooltipLength = 1_000;
const maxLinkTextLength = 200;

type Code = Mail["codes"][number];
type Link = Mail["links"][number];
interface MessageContent {
  body: string;
  codes: Code[];
  links: Link[];
  truncated?: boolean;
  authenticated?: Mail["authenticated"];
}

export interface MessageCardProps {
  message: {
    id: string;
    sender: string;
    snippet: string;
    received_at: string;
    subject?: string;
    via?: string;
  } & Partial<MessageContent>;
  /** Recipient address or number. */
  to: string;
  /** Loads the whole message: the text, codes and links that the list omits, and the result of the sender's check. */
  loadFull: (id: string) => Promise<MessageContent>;
}

/** Message with its most likely code first. Renders everything as text; never runs or loads content of the message. */
export function MessageCard({ message, to, loadFull }: MessageCardProps) {
  const { id, snippet } = message;
  const [loaded, setLoaded] = useState<MessageContent | null>(null);
  // `body` is undefined until the full message is loaded.
  const { body, truncated, codes = [], links = [] } = loaded ?? message;
  return (
    <article class="card message" data-id={id}>
      <MessageHead message={message} to={to} loadFull={loadFull} />
      <Codes codes={codes} />
      {links.length > 0 && <Links links={links} />}
      {body === undefined ? (
        <Snippet text={snippet} loadFull={async () => setLoaded(await loadFull(id))} />
      ) : (
        <>
          <MessageText text={body} />
          {truncated && <p class="muted small">The mail is longer. The server stored the beginning of its text.</p>}
        </>
      )}
    </article>
  );
}

/** Subject, age, sender and recipient of a message, its channel (`via`), and whether the sender of a mail is authentic. */
function MessageHead({ message, to, loadFull }: MessageCardProps) {
  const { id, sender, subject, received_at, via, authenticated } = message;
  // An SMS has no subject, so its sender is the title, and is not shown again below. Senders choose the length, so the title is
  // truncated.
  const title = subject ?? sender;
  return (
    <header class="message-head">
      <h3 class="clamp" title={truncate(title, maxTooltipLength)}>
        <bdi>{truncate(title, maxTitleLength) || "(no subject)"}</bdi>
      </h3>
      <span class="small muted nowrap">
        <Time at={received_at} />
      </span>
      <p class="from">
        {subject !== undefined && <bdi>{sender}</bdi>} to <bdi>{to}</bdi> {via !== undefined && `${describeVia(via)} `}
        <SenderVerdict verdict={authenticated} reload={() => loadFull(id)} />
      </p>
    </header>
  );
}

/** The most likely code as a large button, and small ones for the others. */
function Codes({ codes: [mostLikely, ...others] }: { codes: Code[] }) {
  return (
    <>
      {mostLikely && <BigCode code={mostLikely} />}
      {others.length > 0 && (
        <div class="codes-more">
          {others.map((code) => (
            <SmallCode code={code} key={`${code.kind} ${code.value}`} />
          ))}
        </div>
      )}
    </>
  );
}

/** Beginning of a message whose text is not loaded yet, with a button that loads it. */
function Snippet({ text, loadFull }: { text: string; loadFull: () => Promise<void> }) {
  const { isBusy, error, run } = useAction();
  return (
    <>
      <p class="muted small">{text}</p>
      <ErrorMessage error={error} />
      <button type="button" class="button" disabled={isBusy} onClick={() => run(loadFull)}>
        Load the full text
      </button>
    </>
  );
}

const codeKindNames: Record<Code["kind"], string> = {
  one_time: "code",
  backup: "backup code",
  delivery: "delivery code",
  booking: "booking",
  reference: "reference",
};

/** Large button that shows a code and copies it. */
function BigCode({ code }: { code: Code }) {
  const { state, copy } = useCopy();
  const copyLabel = code.kind === "one_time" ? "Copy" : `Copy ${codeKindNames[code.kind]}`;
  return (
    <button type="button" class="code-button" onClick={() => copy(code.value)}>
      <b>{code.shown}</b>
      <span aria-live="polite">
        <Icon name={state === "copied" ? "done" : "copy"} size={18} />
        {state === "copied" ? "Copied" : copyLabel}
      </span>
    </button>
  );
}

/** Small button for a further code, labelled with its kind. */
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

/** Lists a message's links with their hosts, the first three until "more" is clicked. */
function Links({ links }: { links: Link[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const visibleLinks = showsAll ? links : links.slice(0, maxInitialLinks);
  return (
    <ul class="links" aria-label="Links">
      {visibleLinks.map(({ url, text }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={truncate(url, maxTooltipLength)}>
            <Icon name="link" size={16} />
            <span class="host">{hostOf(url)}</span>
            {/* The host of a bare URL is shown already. Senders choose the length, so it is truncated. */}
            <span class="rest">
              <bdi>{truncate(text === url ? pathOf(url) : text, maxLinkTextLength)}</bdi>
            </span>
          </a>
        </li>
      ))}
      {!showsAll && links.length > maxInitialLinks && (
        <li>
          <button type="button" class="button ghost" onClick={() => setShowsAll(true)}>
            {links.length - maxInitialLinks} more
          </button>
        </li>
      )}
    </ul>
  );
}

/** Returns the host in Punycode, which reveals look-alike characters, or "?" for an invalid URL. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "?";
}

/** Returns what is shown after a URL's host: path and query. "" if it has only the host, and the whole text if it is no valid URL. */
function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname === "/" && search === "" ? "" : pathname + search;
}

/** Characters shown before "Show all" is clicked. */
const maxInitialCharacters = 600;
const minChunkLength = 8_000;

/** Text of a message; a long one is truncated until "Show all" is clicked. */
function MessageText({ text }: { text: string }) {
  const [showsAll, setShowsAll] = useState(text.length <= maxInitialCharacters);
  if (text.trim() === "") return <p class="muted small">This message has no text.</p>;
  if (showsAll)
    return (
      <Scroller label="Text of the message" kind="body">
        {/* In chunks, so that the browser lays out only the visible ones of a long text. */}
        {splitAtLineEnds(text).map((chunk, index) => (
          // The order of the chunks never changes.
          <span key={index}>{chunk}</span>
        ))}
      </Scroller>
    );
  return (
    <>
      <p class="body">{truncate(text, maxInitialCharacters)}</p>
      <button type="button" class="button ghost" onClick={() => setShowsAll(true)}>
        Show all {formatCount(text.length)} characters
      </button>
    </>
  );
}

/** Splits a text at line feeds into chunks of at least 8,000 characters, so that the browser lays out only the visible ones. */
function splitAtLineEnds(text: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  while (start < text.length) {
    const lineFeed = text.indexOf("\n", start + minChunkLength);
    const isLastChunk = lineFeed < 0 || lineFeed === text.length - 1;
    // Each chunk is a block element, which replaces the line feed at its end. Only the last chunk keeps its own.
    chunks.push(isLastChunk ? text.slice(start) : text.slice(start, lineFeed));
    start = isLastChunk ? text.length : lineFeed + 1;
  }
  return chunks;
}

/** Truncates to a number of UTF-16 units and appends "…", without splitting a surrogate pair. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  return `${text.slice(0, splitsPair ? maxLength - 1 : maxLength)}…`;
}
