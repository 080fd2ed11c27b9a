import { useEffect } from "preact/hooks";
import { useAction, useLoad, useWhileVisible } from "../app/load.ts";
import { go } from "../app/route.ts";
import { may, refreshAccount, type SignedIn } from "../app/session.ts";
import { Icon } from "../kit/icons.tsx";
import { toCount } from "../kit/numbers.ts";
import { Empty, NotAllowed, Skeleton, Trouble } from "../kit/states.tsx";
import { SmsToken } from "./sms-token.tsx";

/** The account's SMS tokens, and the one that was chosen. */
export function Sms({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  if (!may(signedIn, "sms:read")) return <NotAllowed scope="sms:read" what="see text messages" />;
  return <Allowed signedIn={signedIn} id={id} />;
}

function Allowed({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  const { desk } = signedIn;
  const [loaded, reload] = useLoad((signal) => desk.smsInboxes.list({ signal }), [desk]);
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
      const inbox = await desk.smsInboxes.register();
      void refreshAccount();
      await reload();
      go(`sms/${inbox.id}`);
    });
  const isFull = limit !== null && used >= limit;
  const mayMake = may(signedIn, "sms:create");
  return (
    <div class="page wide stack">
      <div class="head">
        <h1>SMS</h1>
        {mayMake ? (
          <button
            type="button"
            class="button primary"
            disabled={isBusy || isFull}
            title={isFull ? "The account has no room for another" : undefined}
            onClick={make}
          >
            <Icon name="plus" size={18} /> New SMS token
          </button>
        ) : (
          <span class="badge" title="It lacks the scope sms:create">
            This key may not make SMS tokens
          </span>
        )}
      </div>
      <Trouble error={error} />
      {loaded.state !== "loading" && <Trouble error={loaded.error} retry={reload} />}
      {loaded.state === "loading" && (
        <div class="card">
          <Skeleton label="Loading SMS tokens" />
        </div>
      )}
      {loaded.state === "ready" && tokens.length === 0 && (
        <div class="card">
          <Empty icon="sms" title="No phone yet">
            <p>
              An app on your own phone forwards its texts here. One SMS token is for one phone: it takes two numbers.
            </p>
            {mayMake && (
              <button type="button" class="button primary" disabled={isBusy || isFull} onClick={make}>
                Set up a phone
              </button>
            )}
          </Empty>
        </div>
      )}
      {tokens.length > 0 && (
        <div class={`split ${id === undefined ? "" : "chosen"}`}>
          <section class="card list" aria-label="All SMS tokens">
            <p class="list-tools small muted number">
              {toCount(used)} {limit === null ? "" : `of ${toCount(limit)} `}SMS tokens
            </p>
            <ul class="rows">
              {tokens.map((token) => (
                <li key={token.id}>
                  <a class="line" href={`#/sms/${token.id}`} aria-current={token.id === id ? "true" : undefined}>
                    <span class="what">
                      <b>{token.phones.map(({ phone }) => phone).join(", ") || "No number yet"}</b>
                      <span class="small muted">
                        {token.token_full ? "both places taken" : `room for ${2 - token.phones.length}`}
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
          <section class="detail" aria-label="SMS token">
            {record ? (
              <SmsToken key={record.id} record={record} signedIn={signedIn} onChanged={reload} />
            ) : (
              <div class="card">
                <Empty icon="sms" title={id === undefined ? "Choose an SMS token" : "There is no such SMS token"} />
              </div>
            )}
          </section>
        </div>
      )}
    </div>
  );
}
