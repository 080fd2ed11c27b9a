import type { Scope } from "@frontdesk/sdk";

/** What each scope of a connection allows, to be read after "The app may". The server offers an app no other scopes. */
export const scopeSentences: Partial<Record<Scope, string>> = {
  "mailbox:read": "read all mail in your mailboxes, with its codes and links",
  "mailbox:create": "register mailboxes",
  "mailbox:delete": "delete mailboxes and their mail",
  "mailbox:renew": "replace the keys of mailboxes",
  "sms:read": "read all SMS messages in your SMS inboxes",
  "sms:create": "register SMS inboxes",
  "sms:delete": "delete SMS inboxes and their messages",
  "sms:renew": "replace the keys of SMS inboxes",
  "subdomain:read": "see your tunnels",
  "subdomain:create": "register subdomains for tunnels",
  "subdomain:delete": "delete subdomains",
  "subdomain:renew": "replace the tokens of subdomains",
  "authenticator:read": "read the one-time codes of your authenticators, the second factor of your accounts",
  "authenticator:create": "register authenticators",
  "authenticator:delete": "delete authenticators",
};
