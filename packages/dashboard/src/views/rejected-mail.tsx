import { type Frontdesk, unwrap } from "@frontdesk/sdk";
import { useLoad, useWhileVisible } from "../app/load.ts";
import type { SignedIn } from "../app/session.ts";
import { Icon } from "../ui/icons.tsx";
import { LoadedRows } from "../ui/loaded-rows.tsx";
import { EmptyState, needsScope } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";

type RejectedMail = Awaited<ReturnType<typeof listRejected>>[number];

const reasons = {
  unknown_mailbox: "no mailbox of this name",
  other_domain: "not this server's mail domain",
};

/** Lists recently rejected mail, if the key has the scope: an expected mail may be among it, sent to a mistyped address. */
export const RejectedMailView = needsScope("mailbox:read", "see rejected mail", RejectedMailPage);

const reloadIntervalMs = 10_000;

/** Lists the recipients that the server rejected lately, and keeps the list fresh. */
function RejectedMailPage({ signedIn: { frontdesk, server } }: { signedIn: SignedIn }) {
  const [loaded, reload] = useLoad((signal) => listRejected(frontdesk, signal), [frontdesk]);
  useWhileVisible(reload, reloadIntervalMs);
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
      <LoadedRows
        loaded={loaded}
        retry={reload}
        empty={
          <EmptyState icon="rejected" title="No mail was rejected">
            <p>Mail to addresses of @{server.mail_domain} that have no mailbox is listed here.</p>
          </EmptyState>
        }
        row={(mail) => <RejectedMailRow key={`${mail.at} ${mail.recipient}`} mail={mail} />}
      />
    </div>
  );
}

async function listRejected({ client }: Frontdesk, signal: AbortSignal) {
  const { rejected } = await unwrap(client.GET("/svc-api/mailbox/rejected", { signal }));
  return rejected;
}

/** Row of one rejected mail: recipient, reason and age. */
function RejectedMailRow({ mail: { recipient, reason, at } }: { mail: RejectedMail }) {
  return (
    <li class="line">
      <span class="what">
        <bdi>{recipient}</bdi>
        <span class="small muted"> {reasons[reason]}</span>
      </span>
      <span class="small muted nowrap">
        <Time at={at} />
      </span>
    </li>
  );
}
