import { unwrap } from "@frontdesk/sdk";
import { useLoad, useWhileVisible } from "../app/load.ts";
import { hasScope, type SignedIn } from "../app/session.ts";
import { Icon } from "../ui/icons.tsx";
import { EmptyState, ErrorMessage, NotAllowed, Skeleton } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";

const reasons = {
  unknown_mailbox: "no mailbox of this name",
  other_domain: "not this server's mail domain",
};

/** Lists recently rejected mail, if the key has the scope: an expected mail may be among it, sent to a mistyped address. */
export function RejectedMailView({ signedIn }: { signedIn: SignedIn }) {
  if (!hasScope(signedIn, "mailbox:read")) return <NotAllowed scope="mailbox:read" action="see rejected mail" />;
  return <RejectedMailPage signedIn={signedIn} />;
}

/** The list, loaded again every ten seconds. */
function RejectedMailPage({ signedIn: { frontdesk, server } }: { signedIn: SignedIn }) {
  const [loaded, reload] = useLoad(
    (signal) => unwrap(frontdesk.client.GET("/svc-api/mailbox/rejected", { signal })).then(({ rejected }) => rejected),
    [frontdesk],
  );
  useWhileVisible(reload, 10_000);
  return (
    <div class="page stack">
      <div class="stack tight">
        <a class="row small" href="#/mailboxes">
          <Icon name="back" size={16} /> Mailboxes
        </a>
        <div class="head">
          <h1>Rejected mail</h1>
          <button type="button" class="button" onClick={reload}>
            Refresh
          </button>
        </div>
        <p class="muted">
          The last fifty recipients that this server has rejected since it started. A server with several accounts lists
          none, because such an address belongs to no account.
        </p>
      </div>
      {loaded.state !== "loading" && <ErrorMessage error={loaded.error} retry={reload} />}
      <div class="card">
        {loaded.state === "loading" && <Skeleton />}
        {loaded.state === "ready" &&
          (loaded.value.length === 0 ? (
            <EmptyState icon="rejected" title="No mail was rejected">
              <p>Mail to addresses of @{server.mail_domain} that have no mailbox is listed here.</p>
            </EmptyState>
          ) : (
            <ul class="rows">
              {loaded.value.map(({ recipient, reason, at }) => (
                <li key={`${at} ${recipient}`} class="line">
                  <span class="what">
                    <bdi>{recipient}</bdi>
                    <span class="small muted"> {reasons[reason]}</span>
                  </span>
                  <span class="small muted nowrap">
                    <Time at={at} />
                  </span>
                </li>
              ))}
            </ul>
          ))}
      </div>
    </div>
  );
}
