import { useEffect } from "preact/hooks";
import { useAction, useLoad, useWhileVisible } from "../app/load.ts";
import { navigate } from "../app/route.ts";
import { hasScope, refreshAccount, type SignedIn } from "../app/session.ts";
import { Icon } from "../ui/icons.tsx";
import { formatCount } from "../ui/numbers.ts";
import { EmptyState, ErrorMessage, NotAllowed, Skeleton } from "../ui/states.tsx";
import { SmsInboxView } from "./sms-inbox.tsx";

/** Lists the account's SMS inboxes and shows the one with this id, if the key has the scope. */
export function SmsView({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  if (!hasScope(signedIn, "sms:read")) return <NotAllowed scope="sms:read" action="see SMS messages" />;
  return <SmsPage signedIn={signedIn} id={id} />;
}

/** The list, with the details of the selected SMS inbox beside it, and the button to register one. */
function SmsPage({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  const { frontdesk } = signedIn;
  const [loaded, reload] = useLoad((signal) => frontdesk.smsInboxes.list({ signal }), [frontdesk]);
  const { isBusy, error, run } = useAction();
  useWhileVisible(reload, 60_000);
  const {
    sms_tokens: records,
    limit,
    used,
  } = loaded.state === "ready" ? loaded.value : { sms_tokens: [], limit: null, used: 0 };
  const selected = records.find((record) => record.id === id);
  // Selects the first inbox if the details have their own column; else they would hide the list.
  useEffect(() => {
    // The breakpoint of shell.css.
    const hasTwoColumns = matchMedia("(min-width: 64.01rem)").matches;
    if (id === undefined && records[0] && hasTwoColumns) location.replace(`#/sms/${records[0].id}`);
  }, [id, records]);
  const register = () =>
    run(async () => {
      const inbox = await frontdesk.smsInboxes.register();
      void refreshAccount();
      await reload();
      navigate(`sms/${inbox.id}`);
    });
  const isFull = limit !== null && used >= limit;
  const mayRegister = hasScope(signedIn, "sms:create");
  return (
    <div class="page wide stack">
      <div class="head">
        <h1>SMS</h1>
        {mayRegister ? (
          <button
            type="button"
            class="button primary"
            disabled={isBusy || isFull}
            title={isFull ? "The account's limit is reached" : undefined}
            onClick={register}
          >
            <Icon name="plus" size={18} /> New SMS inbox
          </button>
        ) : (
          <span class="badge" title="It lacks the scope sms:create">
            This key may not register SMS inboxes
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
      {loaded.state === "ready" && records.length === 0 && (
        <div class="card">
          <EmptyState icon="sms" title="No phone yet">
            <p>
              An app on your phone forwards its SMS messages here. Each phone has its own SMS inbox with up to two
              numbers.
            </p>
            {mayRegister && (
              <button type="button" class="button primary" disabled={isBusy || isFull} onClick={register}>
                Set up a phone
              </button>
            )}
          </EmptyState>
        </div>
      )}
      {records.length > 0 && (
        <div class={`split ${id === undefined ? "" : "chosen"}`}>
          <section class="card list" aria-label="All SMS inboxes">
            <p class="list-tools small muted number">
              {formatCount(used)} {limit === null ? "" : `of ${formatCount(limit)} `}SMS inboxes
            </p>
            <ul class="rows">
              {records.map((record) => (
                <li key={record.id}>
                  <a class="line" href={`#/sms/${record.id}`} aria-current={record.id === id ? "true" : undefined}>
                    <span class="what">
                      <b>{record.phones.map(({ phone }) => phone).join(", ") || "No number yet"}</b>
                      <span class="small muted">
                        {record.token_full ? "2 of 2 numbers" : `${record.phones.length} of 2 numbers`}
                      </span>
                    </span>
                    <span class="badge number">
                      {record.message_count} {record.message_count === 1 ? "message" : "messages"}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
          <section class="detail" aria-label="SMS inbox">
            {selected ? (
              <SmsInboxView key={selected.id} record={selected} signedIn={signedIn} reloadList={reload} />
            ) : (
              <div class="card">
                <EmptyState
                  icon="sms"
                  title={id === undefined ? "Select an SMS inbox" : "There is no such SMS inbox"}
                />
              </div>
            )}
          </section>
        </div>
      )}
    </div>
  );
}
