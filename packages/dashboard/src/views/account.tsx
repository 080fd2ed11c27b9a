import { useEffect } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { isLaterEdition, refreshAccount, type SignedIn } from "../app/session.ts";
import { formatCount } from "../ui/numbers.ts";
import { ErrorMessage } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";

/** Shows the account's limits and usage, the signed-in key and facts about the server. */
export function AccountView({ signedIn }: { signedIn: SignedIn }) {
  const { account } = signedIn;
  const { error, run } = useAction();
  useEffect(() => {
    void run(refreshAccount);
  }, []);
  // A limit of `null` means unlimited.
  const resources = [
    { name: "Mailboxes", view: "mailboxes", used: account.usage.mailboxes, limit: account.limits.mailboxes },
    { name: "SMS inboxes", view: "sms", used: account.usage.sms_tokens, limit: account.limits.sms_tokens },
    { name: "Tunnels", view: "tunnels", used: account.usage.subdomains, limit: account.limits.subdomains },
    {
      name: "Authenticators",
      view: "authenticators",
      // Servers before this edition do not count them.
      used: account.usage.authenticators ?? 0,
      limit: account.limits.authenticators ?? null,
    },
    { name: "Agent keys", view: "keys", used: account.usage.agent_keys, limit: account.limits.agent_keys },
  ].filter(({ view }) => isLaterEdition(signedIn) || (view !== "sms" && view !== "authenticators"));
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
          {resources.map(({ name, view, used, limit }) => (
            <li key={view}>
              <span class="row between">
                <a href={`#/${view}`}>{name}</a>
                <span class="number">
                  {formatCount(used)} {limit === null ? "(no limit)" : `of ${formatCount(limit)}`}
                </span>
              </span>
              {limit !== null && <meter min={0} max={Math.max(1, limit)} value={used} aria-label={name} />}
            </li>
          ))}
        </ul>
      </section>
      <KeyFacts signedIn={signedIn} />
      <ServerFacts signedIn={signedIn} />
    </div>
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
        <dd>
          {key.scopes === null
            ? "Full access"
            : key.scopes.split(",").map((scope) => (
                <span class="badge" key={scope}>
                  {scope}
                </span>
              ))}
        </dd>
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
