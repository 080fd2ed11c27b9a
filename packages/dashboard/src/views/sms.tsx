import { useEffect } from "preact/hooks";
import { useAction, useLoad, useWhileVisible } from "../app/load.ts";
import { navigate } from "../app/route.ts";
import { hasScope, refreshAccount, type SignedIn } from "../app/session.ts";
import { Icon } from "../ui/icons.tsx";
import { formatCount } from "../ui/numbers.ts";
import { EmptyState, ErrorMessage, NotAllowed, Skeleton } from "../ui/states.tsx";
import { SmsInboxView } from "./sms-inbox.tsx";

/** The account's SMS inboxes, and the one that was chosen. */
export function SmsView({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  if (!hasScope(signedIn, "sms:read")) return <NotAllowed scope="sms:read" what="see text messages" />;
  return <SmsPage signedIn={signedIn} id={id} />;
}

function SmsPage({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  const { frontdesk } = signedIn;
  const [loaded, reload] = useLoad((signal) => frontdesk.smsInboxes.list({ signal }), [frontdesk]);
  const { isBusy, error, run } = useAction();
  useWhileVisible(reload, 60_000);
  const {
    sms_tokens: tokens,
    limit,
    used,
  } = loaded.state === "ready" ? loaded.value : { sms_tokens: [], limit: null, used: 0 };
  const record = tokens.find((token) => token.id === id);
  useEffect(() => {
    if (id === undefined && tokens[0] && matchMedia("(min-width: 64.01rem)").matches)
      location.replace(`#/sms/${tokens[0].id}`);
  }, [id, tokens]);
  const make = () =>
    run(async () => {
      const inbox = await frontdesk.smsInboxes.register();
      void refreshAccount();
      await reload();
      navigate(`sms/${inbox.id}`);
    });
  const isFull = limit !== null && used >= limit;
  const mayMake = hasScope(signedIn, "sms:create");
  return (
    <div class="page wide stack">
      <div class="head">
        <h1>SMS</h1>
        {mayMake ? (
          <button
            type="button"
            class="button primary"
            disabled={isBusy || isFull}
            title={isFull ? "The account's limit is reached" : undefined}
            onClick={make}
          >
            <Icon name="plus" size={18} /> New SMS inbox
          </button>
        ) : (
          <span class="badge" title="It lacks the scope sms:create">
            This key may not make SMS inboxes
          </span>
        )}
      </div>
      <ErrorMessage error={error} />
      {loaded.state !== "loading" && <ErrorMessage error={loaded.error} retry={reload} />}
      {loaded.state === "loading" && (
        <div class="card">
          <Skeleton label="Loading SMS inboxes" />
        </div>
      )}
      {loaded.state === "ready" && tokens.length === 0 && (
        <div class="card">
          <EmptyState icon="sms" title="No phone yet">
            <p>
              An app on your own phone forwards its texts here. One SMS inbox is for one phone: it takes two numbers.
            </p>
            {mayMake && (
              <button type="button" class="button primary" disabled={isBusy || isFull} onClick={make}>
                Set up a phone
              </button>
            )}
          </EmptyState>
        </div>
      )}
      {tokens.length > 0 && (
        <div class={`split ${id === undefined ? "" : "chosen"}`}>
          <section class="card list" aria-label="All SMS inboxes">
            <p class="list-tools small muted number">
              {formatCount(used)} {limit === null ? "" : `of ${formatCount(limit)} `}SMS inboxes
            </p>
            <ul class="rows">
              {tokens.map((token) => (
                <li key={token.id}>
                  <a class="line" href={`#/sms/${token.id}`} aria-current={token.id === id ? "true" : undefined}>
                    <span class="what">
                      <b>{token.phones.map(({ phone }) => phone).join(", ") || "No number yet"}</b>
                      <span class="small muted">
                        {token.token_full ? "2 of 2 numbers" : `${token.phones.length} of 2 numbers`}
                      </span>
                    </span>
                    <span class="badge number">
                      {token.message_count} {token.message_count === 1 ? "text" : "texts"}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
          <section class="detail" aria-label="SMS inbox">
            {record ? (
              <SmsInboxView key={record.id} record={record} signedIn={signedIn} onChanged={reload} />
            ) : (
              <div class="card">
                <EmptyState
                  icon="sms"
                  title={id === undefined ? "Choose an SMS inbox" : "There is no such SMS inbox"}
                />
              </div>
            )}
          </section>
        </div>
      )}
    </div>
  );
}
