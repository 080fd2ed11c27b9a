import { unwrap } from "@frontdesk/sdk";
import { useLoad, useWhileVisible } from "../app/load.ts";
import { may, type SignedIn } from "../app/session.ts";
import { Icon } from "../kit/icons.tsx";
import { Empty, NotAllowed, Skeleton, Trouble } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";

const reasons = {
  unknown_mailbox: "no mailbox of this name",
  other_domain: "not this server's mail domain",
};

/** Mail that was turned away lately: perhaps the one that somebody waits for, to a mistyped address. */
export function Refused({ signedIn }: { signedIn: SignedIn }) {
  if (!may(signedIn, "mailbox:read")) return <NotAllowed scope="mailbox:read" what="see refused mail" />;
  return <Allowed signedIn={signedIn} />;
}

function Allowed({ signedIn: { desk, server } }: { signedIn: SignedIn }) {
  const [loaded, reload] = useLoad(
    (signal) => unwrap(desk.client.GET("/svc-api/mailbox/rejected", { signal })).then(({ rejected }) => rejected),
    [desk],
  );
  useWhileVisible(reload, 10_000);
  return (
    <div class="page stack">
      <div class="stack tight">
        <a class="row small" href="#/mailboxes">
          <Icon name="back" size={16} /> Mailboxes
        </a>
        <div class="head">
          <h1>Refused mail</h1>
          <button type="button" class="button" onClick={reload}>
            Look again
          </button>
        </div>
        <p class="muted">
          The last fifty recipients that this server turned away since it started. A server with several accounts shows
          none, for such an address belongs to nobody.
        </p>
      </div>
      {loaded.state !== "loading" && <Trouble error={loaded.error} retry={reload} />}
      <div class="card">
        {loaded.state === "loading" && <Skeleton />}
        {loaded.state === "ready" &&
          (loaded.value.length === 0 ? (
            <Empty icon="refused" title="Nothing was refused">
              <p>Mail to an address of @{server.mail_domain} that is nobody's would be listed here.</p>
            </Empty>
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
