import { useEffect } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { isViewAvailable, type ViewName } from "../app/navigation.ts";
import { refreshAccount, type SignedIn } from "../app/session.ts";
import { formatCount } from "../ui/numbers.ts";
import { ScopeBadges } from "../ui/scope-badges.tsx";
import { ErrorMessage } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";

/** Shows the account's limits and usage, the signed-in key and facts about the server. */
export function AccountView({ signedIn }: { signedIn: SignedIn }) {
  const { account } = signedIn;
  const { error, run } = useAction();
  // The usage was read at the sign-in. Programs may have changed it since.
  useEffect(() => {
    void run(refreshAccount);
  }, []);
  return (
    <div class="page stack">
      <div class="head">
        <h1>Account</h1>
        <span class="badge">{account.tier}</span>
      </div>
      <ErrorMessage error={error} />
      <section class="card pad stack" aria-label="Limits and usage">
        <h2>{account.name}</h2>
        <ul class="meters">
          {toQuotas(signedIn).map((quota) => (
            <QuotaMeter key={quota.view} quota={quota} />
          ))}
        </ul>
      </section>
      <KeyFacts signedIn={signedIn} />
      <ServerFacts signedIn={signedIn} />
    </div>
  );
}

/** How many records of one kind the account has, and may have. */
interface Quota {
  name: string;
  /** View that lists the records. */
  view: ViewName;
  used: number;
  /** `null` is unlimited. */
  limit: number | null;
}

/** Returns the account's quotas of the records that the server's edition has. */
export function toQuotas(signedIn: SignedIn): Quota[] {
  const { usage, limits } = signedIn.account;
  const quotas: Quota[] = [
    { name: "Mailboxes", view: "mailboxes", used: usage.mailboxes, limit: limits.mailboxes },
    { name: "SMS inboxes", view: "sms", used: usage.sms_tokens, limit: limits.sms_tokens },
    { name: "Tunnels", view: "tunnels", used: usage.subdomains, limit: limits.subdomains },
    {
      name: "Authenticators",
      view: "authenticators",
      // Older servers do not count authenticators.
      used: usage.authenticators ?? 0,
      limit: limits.authenticators ?? null,
    },
    { name: "Agent keys", view: "keys", used: usage.agent_keys, limit: limits.agent_keys },
  ];
  return quotas.filter(({ view }) => isViewAvailable(view, signedIn));
}

/** Shows a quota as "3 of 10", with a bar if there is a limit. */
function QuotaMeter({ quota: { name, view, used, limit } }: { quota: Quota }) {
  return (
    <li>
      <span class="row between">
        <a href={`#/${view}`}>{name}</a>
        <span class="number">
          {formatCount(used)} {limit === null ? "(no limit)" : `of ${formatCount(limit)}`}
        </span>
      </span>
      {/* At least 1: a meter whose maximum is its minimum is not drawn. */}
      {limit !== null && <meter min={0} max={Math.max(1, limit)} value={used} aria-label={name} />}
    </li>
  );
}

/** Shows the signed-in key. */
function KeyFacts({ signedIn: { agent_token: key } }: { signedIn: SignedIn }) {
  return (
    <section class="card pad stack tight">
      <h2>The key you are signed in with</h2>
      <dl class="facts">
        <dt>Name</dt>
        <dd>{key.name}</dd>
        <dt>Scopes</dt>
        <dd>{key.scopes === null ? "Full access" : <ScopeBadges scopes={key.scopes} />}</dd>
        <dt>Expires</dt>
        <dd>{key.expiry === null ? "Never" : <Time at={key.expiry} />}</dd>
      </dl>
    </section>
  );
}

/** Shows the server's version, domains, SMTP port and retention. */
function ServerFacts({ signedIn: { server } }: { signedIn: SignedIn }) {
  return (
    <section class="card pad stack tight">
      <h2>This server</h2>
      <dl class="facts">
        <dt>Version</dt>
        <dd>
          {server.version}, {server.edition} edition
        </dd>
        <dt>Mail domain</dt>
        <dd>@{server.mail_domain}</dd>
        <dt>SMTP port</dt>
        <dd>{server.smtp.port ?? "Off"}</dd>
        <dt>Tunnel domain</dt>
        <dd>{server.tunnel_domain}</dd>
        <dt>Retention</dt>
        <dd>
          {server.retention.emails_per_mailbox} mails per mailbox, for {server.retention.days} days
        </dd>
      </dl>
    </section>
  );
}
