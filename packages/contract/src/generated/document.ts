// Generated from openapi.yaml by `npm run gen`. Do not edit.
/** openapi.yaml as it was written. */
export const yaml = "openapi: 3.1.0\ninfo:\n  title: Frontdesk\n  version: 0.0.0\n  summary: Mailboxes, SMS inboxes, tunnels and agent keys for programs that wait for verification codes.\n  license: { name: MIT, identifier: MIT }\n  description: |\n    A front desk for programs: mailboxes, SMS inboxes and tunnel subdomains that receive verification codes, each read with\n    its own key.\n\n    **Success** is always HTTP 200 with `success: true`. **Failure** is a 4xx or 5xx with `{ \"error\", \"code\" }`: `error` is a\n    sentence for a person, `code` one word for a program. Unknown body fields and query parameters are ignored. Bodies are\n    JSON of at most 1 MiB.\n\n    **Checks run in this order**: credential (401), scope (403), existence (404), input (400). What belongs to another\n    account does not exist.\n\n    **Two editions.** Operations marked `x-edition: later` are absent from a server that runs the earlier edition: their\n    paths return 404, or 405 if the path has other methods.\n\n    **Waiting (long poll).** `GET /svc-api/mail/recent` and `GET /svc-api/sms/recent` take `after` and `wait`: the response is\n    held until a message newer than the cursor is stored. Cursors come from the server, so no clock is involved. A pending wait\n    gets every message that matches, even if ten later messages replace it in the inbox. With `after` or `lookback` the oldest\n    new messages come first: `cursor` points to the last one returned, and `more` says that there are others.\n\n    **Pagination.** Lists of records take `limit` and `cursor` and then return `next`, a cursor or `null`. Without them a list\n    is complete. A record that exists throughout appears exactly once.\n\n    **CORS**: any origin, without cookies.\nservers:\n  - url: http://localhost:8787\n    description: A server started with its defaults\ntags:\n  - { name: Public, description: Needs no credential. }\n  - { name: Account, description: What the calling key may do. }\n  - { name: Subdomains, description: \"Names under which a local port can be reached. A tunnel is started by `frontdesk-tunnel -k <svc_…> -p <port>`.\" }\n  - { name: Mailboxes, description: \"Addresses that keep the latest ten mails as text.\" }\n  - { name: Mail, description: \"Reading one mailbox with its own `svcm_` key.\" }\n  - { name: SMS inboxes, description: \"Inboxes for the SMS of up to two phone numbers (later edition).\" }\n  - { name: SMS, description: \"Reading and pushing text messages with an `svcsms_` key (later edition).\" }\n  - { name: Agent keys, description: \"Keys that manage everything of an account, within their scopes.\" }\n  - { name: Authenticators, description: \"One-time passwords (TOTP) of an app's second factor (later edition).\" }\n  - { name: Webhooks, description: \"Messages pushed to a URL as they arrive, signed as Standard Webhooks are (later edition).\" }\n  - { name: Audit log, description: \"Who used which key for what (later edition).\" }\n\npaths:\n  /svc-api/server/version:\n    get:\n      operationId: getServerVersion\n      tags: [Public]\n      summary: Server version and configuration\n      description: In the earlier edition `limits.mailboxes` is given by tier and there are no `sms_*` fields.\n      security: []\n      responses:\n        \"200\":\n          description: What this server is and what it allows\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/ServerVersion\" }\n              examples:\n                later:\n                  value:\n                    success: true\n                    name: frontdesk\n                    version: 1.0.0\n                    edition: later\n                    mail_domain: desk.example.com\n                    tunnel_domain: tunnel.localhost\n                    base_domain: vip.localhost\n                    limits: { mailboxes: { free: 5 }, sms_tokens: 5, phones_per_sms_token: 2 }\n                    retention: { emails_per_mailbox: 10, sms_per_phone: 10, days: 30 }\n                    smtp: { port: 2525, starttls: true }\n                    providers: { port: null }\n                earlier:\n                  value:\n                    success: true\n                    name: frontdesk\n                    version: 1.0.0\n                    edition: earlier\n                    mail_domain: desk.example.com\n                    tunnel_domain: tunnel.localhost\n                    base_domain: vip.localhost\n                    limits: { mailboxes: { normal: 5, vip: 10, svip: 50, ssvip: null } }\n                    retention: { emails_per_mailbox: 10, days: 30 }\n                    smtp: { port: 2525, starttls: true }\n  /svc-api/subdomain/check/{name}:\n    get:\n      operationId: checkSubdomain\n      tags: [Public]\n      summary: Check whether a subdomain name is free\n      security: []\n      parameters:\n        - { name: name, in: path, required: true, description: The label asked for, schema: { type: string }, example: demo }\n        - name: domain_base\n          in: query\n          description: The domain the name goes under; the three-level tunnel domain when omitted.\n          schema: { type: string }\n          example: vip.localhost\n      responses:\n        \"200\":\n          description: Whether it can be registered now, and if not, why\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/SubdomainCheck\" }\n              example: { success: true, available: true, name: demo, domain: demo.tunnel.localhost }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/mailbox/check:\n    get:\n      operationId: checkMailbox\n      tags: [Public]\n      summary: Check whether a mailbox name is free\n      security: []\n      parameters:\n        - { name: name, in: query, required: true, description: The local part asked for, schema: { type: string }, example: signup }\n      responses:\n        \"200\":\n          description: Whether it can be registered now, and if not, why\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/MailboxCheck\" }\n              example: { success: true, available: false, name: postmaster, address: postmaster@desk.example.com, reason: reserved }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/check:\n    get:\n      operationId: checkPhone\n      tags: [Public]\n      summary: Check a phone number\n      description: \"Valid: 7 to 15 digits, no `+`, no leading `00`, no country code.\"\n      x-edition: later\n      security: []\n      parameters:\n        - { name: phone, in: query, required: true, description: Digits without country code, schema: { type: string }, example: \"5550123456\" }\n      responses:\n        \"200\":\n          description: Whether a push may carry it, and if not, why\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/PhoneCheck\" }\n              example: { success: true, valid: true, phone: \"5550123456\" }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n  /downloads/svc-tunnel-skill.md:\n    get:\n      operationId: getTunnelSkill\n      tags: [Public]\n      summary: Agent skill document\n      description: Tells an AI agent how to use this server, with this server's own addresses in it.\n      security: []\n      responses:\n        \"200\":\n          description: The document\n          content:\n            text/markdown:\n              schema: { type: string }\n              example: \"# Frontdesk\\n\\nUse this server to receive verification codes.\"\n\n  /svc-api/account:\n    get:\n      operationId: getAccount\n      tags: [Account]\n      summary: The calling key's scopes, and the account's limits and usage\n      description: Any valid agent key, whatever its scopes. `null` means unlimited.\n      security: [{ agentKey: [] }]\n      responses:\n        \"200\":\n          description: The account and the calling key\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/AccountResponse\" }\n              example:\n                success: true\n                account:\n                  name: default\n                  tier: normal\n                  limits: { subdomains: 50, mailboxes: 5, sms_tokens: 5, agent_keys: 100, webhooks: 20, authenticators: 50 }\n                  usage: { subdomains: 1, mailboxes: 2, sms_tokens: 0, agent_keys: 1, webhooks: 0, authenticators: 0 }\n                agent_token: &agentKeyExample\n                  id: k4f0v6w2zq1m9x3c\n                  name: ci\n                  scopes: mailbox:read,mailbox:create\n                  expiry: \"2027-01-01T00:00:00.000Z\"\n                  created_at: \"2026-11-20T09:30:00.000Z\"\n                  last_used_at: \"2026-11-20T09:31:00.000Z\"\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/subdomain/list:\n    get:\n      operationId: listSubdomains\n      tags: [Subdomains]\n      summary: All subdomains of the account, with their tokens\n      security: [{ agentKey: [\"subdomain:read\"] }]\n      parameters:\n        - { $ref: \"#/components/parameters/ListLimit\" }\n        - { $ref: \"#/components/parameters/ListCursor\" }\n      responses:\n        \"200\":\n          description: Oldest first\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, subdomains]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  next: { $ref: \"#/components/schemas/Next\" }\n                  subdomains: { type: array, items: { $ref: \"#/components/schemas/Subdomain\" } }\n              example:\n                success: true\n                subdomains:\n                  - &subdomainExample\n                    id: s7c1n2b8q0d5e4r6\n                    name: demo\n                    domain_base: tunnel.localhost\n                    domain: demo.tunnel.localhost\n                    url: http://demo.tunnel.localhost:8787\n                    token: svc_2Xh0examplexexamplexexamplex\n                    online: false\n                    clients: 0\n                    created_at: \"2026-11-20T09:30:00.000Z\"\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/subdomain/register:\n    post:\n      operationId: registerSubdomain\n      tags: [Subdomains]\n      summary: Register a subdomain\n      description: Names directly under `{base_domain}` need the tier vip or higher.\n      security: [{ agentKey: [\"subdomain:create\"] }]\n      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/SubdomainRegistration\" }\n            example: { name: demo }\n      responses:\n        \"200\":\n          description: Registered; the token starts tunnels\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/SubdomainResponse\" }\n              example: { success: true, subdomain: *subdomainExample }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/VipRequired\" }\n        \"409\": { $ref: \"#/components/responses/AlreadyTaken\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/subdomain/{id}/renew-token:\n    post:\n      operationId: renewSubdomainToken\n      tags: [Subdomains]\n      summary: Rotate a subdomain's token\n      description: The old token stops working at once, and tunnels opened with it are cut.\n      security: [{ agentKey: [\"subdomain:renew\"] }]\n      parameters: [{ $ref: \"#/components/parameters/SubdomainId\" }]\n      responses:\n        \"200\":\n          description: The subdomain with its new token\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/SubdomainResponse\" }\n              example: { success: true, subdomain: *subdomainExample }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/subdomain/{id}:\n    delete:\n      operationId: deleteSubdomain\n      tags: [Subdomains]\n      summary: Delete a subdomain and its tunnels\n      security: [{ agentKey: [\"subdomain:delete\"] }]\n      parameters: [{ $ref: \"#/components/parameters/SubdomainId\" }]\n      responses:\n        \"200\": { $ref: \"#/components/responses/Done\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/mailbox/register:\n    post:\n      operationId: registerMailbox\n      tags: [Mailboxes]\n      summary: Register a mailbox\n      description: The name is case-insensitive and stored in lower case. Mail to `name+anything@` arrives in `name@`.\n      security: [{ agentKey: [\"mailbox:create\"] }]\n      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/MailboxRegistration\" }\n            example: { name: signup }\n      responses:\n        \"200\":\n          description: Registered; the token reads it\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/MailboxResponse\" }\n              example:\n                success: true\n                mailbox: &mailboxExample\n                  id: m3t9k1w7b5x2c8v0\n                  name: signup\n                  address: signup@desk.example.com\n                  token: svcm_5Rt0examplexexamplexexamplex\n                  email_count: 0\n                  created_at: \"2026-11-20T09:30:00.000Z\"\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/LimitReached\" }\n        \"409\": { $ref: \"#/components/responses/AlreadyTaken\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/mailbox/list:\n    get:\n      operationId: listMailboxes\n      tags: [Mailboxes]\n      summary: All mailboxes of the account, with their tokens\n      security: [{ agentKey: [\"mailbox:read\"] }]\n      parameters:\n        - { $ref: \"#/components/parameters/ListLimit\" }\n        - { $ref: \"#/components/parameters/ListCursor\" }\n      responses:\n        \"200\":\n          description: Oldest first. `limit` is `null` where there is none.\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, mailboxes, limit, used]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  next: { $ref: \"#/components/schemas/Next\" }\n                  mailboxes: { type: array, items: { $ref: \"#/components/schemas/Mailbox\" } }\n                  limit: { $ref: \"#/components/schemas/Limit\" }\n                  used: { type: integer, minimum: 0 }\n              example: { success: true, mailboxes: [*mailboxExample], limit: 5, used: 1 }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/mailbox/rejected:\n    get:\n      operationId: listRejectedMail\n      tags: [Mailboxes]\n      summary: List recipients whose mail was rejected\n      description: |\n        Helps to find mail that was sent to a mistyped address. Empty if the server has several accounts, because a rejected\n        address belongs to none of them. Cleared at a restart.\n      security: [{ agentKey: [\"mailbox:read\"] }]\n      responses:\n        \"200\":\n          description: The last 50, newest first\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, rejected]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  rejected: { type: array, maxItems: 50, items: { $ref: \"#/components/schemas/RejectedMail\" } }\n              example:\n                success: true\n                rejected: [{ recipient: sign-up@desk.example.com, reason: unknown_mailbox, at: \"2026-11-20T09:30:00.000Z\" }]\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/mailbox/{id}/emails:\n    get:\n      operationId: listMailboxEmails\n      tags: [Mailboxes]\n      summary: Recent mails of a mailbox, read with the agent key\n      security: [{ agentKey: [\"mailbox:read\"] }]\n      parameters:\n        - { $ref: \"#/components/parameters/MailboxId\" }\n        - { name: limit, in: query, description: How many at most, schema: { type: integer, minimum: 1, maximum: 10, default: 10 }, example: 3 }\n      responses:\n        \"200\":\n          description: Newest first, without the body\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, emails]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  emails: { type: array, items: { $ref: \"#/components/schemas/EmailSummary\" } }\n              example:\n                success: true\n                emails:\n                  - &emailExample\n                    id: 000000001m3t9k1w7\n                    subject: Your sign-in code\n                    sender: Example Shop <no-reply@shop.example>\n                    recipient: signup+shop@desk.example.com\n                    snippet: 481 220 is your code. It is good for ten minutes.\n                    received_at: \"2026-11-20T09:30:00.000Z\"\n                    authenticated: pass\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n    delete:\n      operationId: clearMailbox\n      tags: [Mailboxes]\n      summary: Delete all mails of a mailbox, which stays\n      description: The mailbox keeps its name and key. Pending waits and cursors stay valid.\n      security: [{ agentKey: [\"mailbox:delete\"] }]\n      parameters: [{ $ref: \"#/components/parameters/MailboxId\" }]\n      responses:\n        \"200\": { $ref: \"#/components/responses/Done\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/mailbox/{id}/test:\n    post:\n      operationId: sendTestMail\n      tags: [Mailboxes]\n      summary: Put a test mail with a code into a mailbox\n      description: |\n        An extension, to try out a program that reads the mailbox. The mail is parsed and stored like one that came over SMTP,\n        and counts as one of the ten that are kept.\n      security: [{ agentKey: [\"mailbox:read\"] }]\n      parameters: [{ $ref: \"#/components/parameters/MailboxId\" }]\n      responses:\n        \"200\":\n          description: Stored; pending waits have received it\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, recipient, code]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  recipient: { type: string, description: The address it was sent to. }\n                  code: { type: string, description: \"The code that stands in it, as it is typed.\" }\n              example: { success: true, recipient: signup@desk.example.com, code: \"481220\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/mailbox/{id}/token:\n    post:\n      operationId: rotateMailboxToken\n      tags: [Mailboxes]\n      summary: Rotate a mailbox's token\n      description: The old key stops working at once; pending waits with it end with 401.\n      security: [{ agentKey: [\"mailbox:renew\"] }]\n      parameters: [{ $ref: \"#/components/parameters/MailboxId\" }]\n      responses:\n        \"200\":\n          description: The mailbox with its new token\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/MailboxResponse\" }\n              example: { success: true, mailbox: *mailboxExample }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/mailbox/{id}:\n    delete:\n      operationId: deleteMailbox\n      tags: [Mailboxes]\n      summary: Delete a mailbox and all its mails\n      description: The name and the quota are free at once; pending waits on it end with 401.\n      security: [{ agentKey: [\"mailbox:delete\"] }]\n      parameters: [{ $ref: \"#/components/parameters/MailboxId\" }]\n      responses:\n        \"200\": { $ref: \"#/components/responses/Done\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/mail/recent:\n    get:\n      operationId: getRecentMail\n      tags: [Mail]\n      summary: Latest mails of the token's mailbox, or the next one\n      description: |\n        Without `after` and `lookback`: the newest `n`. With one of them: the `n` oldest of those that arrived since; `more` says\n        that there are others, which `after=<cursor>` returns. With `wait` as well (long poll): if there is none yet, the response\n        is held until one is stored or the seconds run out; then it is an empty list with a cursor to continue from.\n\n        A pending wait gets every mail that matches, even if ten later mails replace it in the mailbox. Mail for the same `to`\n        is also buffered between two requests: up to 100 messages for 5 minutes. Other mail that was dropped unread is counted\n        in `missed`.\n      security: [{ mailboxToken: [] }]\n      parameters:\n        - { name: n, in: query, description: How many at most, schema: { type: integer, minimum: 1, maximum: 10, default: 10 }, example: 5 }\n        - { $ref: \"#/components/parameters/After\" }\n        - { $ref: \"#/components/parameters/Lookback\" }\n        - { $ref: \"#/components/parameters/To\" }\n        - { $ref: \"#/components/parameters/AuthenticatedOnly\" }\n        - { $ref: \"#/components/parameters/Full\" }\n        - { $ref: \"#/components/parameters/Wait\" }\n      responses:\n        \"200\":\n          description: Newest first\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, emails, cursor]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  emails: { type: array, items: { $ref: \"#/components/schemas/RecentEmail\" } }\n                  cursor: { $ref: \"#/components/schemas/Cursor\" }\n                  more: { $ref: \"#/components/schemas/More\" }\n                  missed: { $ref: \"#/components/schemas/Missed\" }\n              example: { success: true, emails: [*emailExample], cursor: 000000001m3t9k1w7 }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/mail/message/{id}:\n    get:\n      operationId: getMail\n      tags: [Mail]\n      summary: One mail with its full text\n      security: [{ mailboxToken: [] }]\n      parameters:\n        - { name: id, in: path, required: true, description: The mail's id, schema: { type: string }, example: 000000001m3t9k1w7 }\n      responses:\n        \"200\":\n          description: The mail; `body` is its text/plain, or its HTML turned into readable text\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, email]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  email: { $ref: \"#/components/schemas/Email\" }\n              example:\n                success: true\n                email:\n                  id: 000000001m3t9k1w7\n                  subject: Your sign-in code\n                  sender: Example Shop <no-reply@shop.example>\n                  recipient: signup+shop@desk.example.com\n                  received_at: \"2026-11-20T09:30:00.000Z\"\n                  authenticated: pass\n                  body: \"481 220 is your code.\\nIt is good for ten minutes.\\n\"\n                  links: []\n                  codes: [{ value: \"481220\", shown: 481 220, kind: one_time, confidence: 0.99 }]\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/mail/push:\n    post:\n      operationId: pushMail\n      tags: [Mail]\n      summary: Deliver a mail over HTTP\n      description: |\n        An extension, for services that receive mail for you, such as Cloudflare Email Routing or Amazon SES: no port 25 is needed. The body\n        is the mail itself. It is parsed and stored as if it had come by SMTP, in the account's mailboxes only. The recipients are those of\n        `to`; without it those of the first of `Delivered-To`, `X-Original-To`, and `To` with `Cc` that has any. The response comes after the\n        commit. A retry after a lost response may store a mail twice.\n      x-edition: later\n      security: [{ agentKey: [\"mail:push\"] }]\n      parameters:\n        - name: to\n          in: query\n          description: A recipient of the SMTP envelope. Repeat it for more, up to 100.\n          schema: { type: array, maxItems: 100, items: { type: string, minLength: 1, maxLength: 500 } }\n          example: [signup@desk.example.com]\n      requestBody:\n        required: true\n        content:\n          message/rfc822:\n            schema: { type: string, description: \"Up to `--smtp-max-size` bytes.\" }\n            example: \"From: shop@shop.example\\r\\nTo: signup@desk.example.com\\r\\nSubject: Your code\\r\\n\\r\\n369385 is your verification code.\"\n      responses:\n        \"200\":\n          description: Stored for at least one recipient\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, stored, rejected]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  stored: { type: integer, minimum: 1, description: Recipients whose mailbox has it. }\n                  rejected:\n                    type: array\n                    items: { $ref: \"#/components/schemas/RejectedPush\" }\n              example: { success: true, stored: 1, rejected: [] }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/sms/register:\n    post:\n      operationId: registerSmsInbox\n      tags: [SMS inboxes]\n      summary: Register an SMS inbox\n      description: A bare token fills with numbers as they push. A legacy `phone` attaches that number as number 1.\n      x-edition: later\n      security: [{ agentKey: [\"sms:create\"] }]\n      requestBody:\n        required: false\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/SmsRegistration\" }\n            example: {}\n      responses:\n        \"200\":\n          description: Created; the token reads and pushes\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/SmsInboxResponse\" }\n              example:\n                success: true\n                sms_token: &smsTokenExample\n                  id: t6y2u8i4o0p1a5s3\n                  token: svcsms_8Kp0examplexexamplexexample\n                  phones:\n                    - &phoneExample { id: p1, phone: \"5550123456\", message_count: 1, last_received_at: \"2026-11-20T09:30:00.000Z\" }\n                  token_full: false\n                  message_count: 1\n                  created_at: \"2026-11-20T09:00:00.000Z\"\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/LimitReached\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/list:\n    get:\n      operationId: listSmsInboxes\n      tags: [SMS inboxes]\n      summary: All SMS inboxes of the account, with their keys\n      description: The flat `phones` beside `sms_tokens` is for older clients.\n      x-edition: later\n      security: [{ agentKey: [\"sms:read\"] }]\n      parameters:\n        - { $ref: \"#/components/parameters/ListLimit\" }\n        - { $ref: \"#/components/parameters/ListCursor\" }\n      responses:\n        \"200\":\n          description: Oldest first. `limit` is `null` where there is none.\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, sms_tokens, phones, limit, used]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  next: { $ref: \"#/components/schemas/Next\" }\n                  sms_tokens: { type: array, items: { $ref: \"#/components/schemas/SmsInbox\" } }\n                  phones: { type: array, items: { $ref: \"#/components/schemas/LegacyPhone\" } }\n                  limit: { $ref: \"#/components/schemas/Limit\" }\n                  used: { type: integer, minimum: 0 }\n              example:\n                success: true\n                sms_tokens: [*smsTokenExample]\n                phones: [{ id: p1, phone: \"5550123456\", sms_id: t6y2u8i4o0p1a5s3, message_count: 1 }]\n                limit: 5\n                used: 1\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/{id}/messages:\n    get:\n      operationId: listSmsInboxMessages\n      tags: [SMS inboxes]\n      summary: Recent texts of a token, read with the agent key\n      x-edition: later\n      security: [{ agentKey: [\"sms:read\"] }]\n      parameters:\n        - { $ref: \"#/components/parameters/SmsInboxId\" }\n        - { name: limit, in: query, description: How many at most, schema: { type: integer, minimum: 1, maximum: 20, default: 10 }, example: 5 }\n        - { name: phone_id, in: query, description: Only texts that arrived on this number, schema: { type: string }, example: p1 }\n      responses:\n        \"200\":\n          description: Newest first, across the token's numbers\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, messages]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  messages: { type: array, items: { $ref: \"#/components/schemas/SmsSummary\" } }\n              example:\n                success: true\n                messages:\n                  - &smsExample\n                    id: 000000001t6y2u8i4\n                    sender: EXAMPLE\n                    snippet: 903114 is your sign-in code.\n                    received_at: \"2026-11-20T09:30:00.000Z\"\n                    phone_id: p1\n                    phone: \"5550123456\"\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/{id}/token:\n    post:\n      operationId: rotateSmsInboxKey\n      tags: [SMS inboxes]\n      summary: Rotate an SMS inbox's key\n      description: The old key stops working at once; enter the new one on the phone.\n      x-edition: later\n      security: [{ agentKey: [\"sms:renew\"] }]\n      parameters: [{ $ref: \"#/components/parameters/SmsInboxId\" }]\n      responses:\n        \"200\":\n          description: The SMS inbox with its new key\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/SmsInboxResponse\" }\n              example: { success: true, sms_token: *smsTokenExample }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/{id}/setup:\n    get:\n      operationId: getPhoneSetup\n      tags: [SMS inboxes]\n      summary: Settings of each app that forwards a phone's SMS to this inbox\n      description: An extension. The settings hold the token's key.\n      x-edition: later\n      security: [{ agentKey: [\"sms:read\"] }]\n      parameters:\n        - { $ref: \"#/components/parameters/SmsInboxId\" }\n        - { name: phone, in: query, required: true, description: \"The phone's own number, which most phones don't know, of SIM 1\", schema: { type: string }, example: \"5550123456\" }\n        - { name: phone2, in: query, description: The number of SIM 2, schema: { type: string }, example: \"5550987654\" }\n      responses:\n        \"200\":\n          description: Each app in turn\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, apps, limits]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  apps: { type: array, items: { $ref: \"#/components/schemas/PhoneApp\" } }\n                  limits: { type: array, items: { type: string }, description: What no app on Android can change. }\n              example:\n                success: true\n                apps:\n                  - name: smsforwarder\n                    title: SmsForwarder (pppscn/SmsForwarder)\n                    platform: android\n                    lines: [\"Webhook server:\", \"  http://localhost:8787/svc-api/sms/push\"]\n                    warnings: [It accepts any TLS certificate.]\n                    import_file: null\n                limits: [RCS chats are not SMS.]\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/{id}/pair:\n    post:\n      operationId: createPairing\n      tags: [SMS inboxes]\n      summary: Create a code with which a phone gets this inbox's key\n      description: |\n        An extension. The code works once, for ten minutes, and not after the key is rotated. `link` opens a page of this server\n        that passes the code to the companion app; the code comes after `#`, so no log sees it. After the code, the link may\n        contain `/` and the numbers of SIM 1 and 2, comma-separated, which the page and the app then show. At most ten codes of\n        one SMS inbox are valid at a time.\n      x-edition: later\n      security: [{ agentKey: [\"sms:read\"] }]\n      parameters: [{ $ref: \"#/components/parameters/SmsInboxId\" }]\n      responses:\n        \"200\":\n          description: The code and the link that holds it\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, pairing]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  pairing:\n                    type: object\n                    required: [code, link, expires_at]\n                    properties:\n                      code: { type: string, description: \"128 random bits, shown this once.\" }\n                      link: { type: string }\n                      expires_at: { $ref: \"#/components/schemas/Time\" }\n              example:\n                success: true\n                pairing:\n                  code: Vb3kQ0example5example0A\n                  link: \"http://localhost:8787/pair#Vb3kQ0example5example0A\"\n                  expires_at: \"2026-11-20T09:40:00.000Z\"\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/{id}:\n    delete:\n      operationId: deleteSmsInbox\n      tags: [SMS inboxes]\n      summary: Delete an SMS inbox, its numbers and all its messages\n      x-edition: later\n      security: [{ agentKey: [\"sms:delete\"] }]\n      parameters: [{ $ref: \"#/components/parameters/SmsInboxId\" }]\n      responses:\n        \"200\": { $ref: \"#/components/responses/Done\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/sms/pair:\n    post:\n      operationId: pair\n      tags: [SMS]\n      summary: Exchange a code for its SMS inbox\n      description: An extension, for the companion app. The code is the credential; it is used up.\n      x-edition: later\n      security: []\n      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/ClaimCode\" }\n            example: { code: Vb3kQ0example5example0A }\n      responses:\n        \"200\":\n          description: The SMS inbox with its key\n          content:\n            application/json:\n              schema: { $ref: \"#/components/schemas/SmsInboxResponse\" }\n              example: { success: true, sms_token: *smsTokenExample }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/DeadCode\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/recent:\n    get:\n      operationId: getRecentSms\n      tags: [SMS]\n      summary: Latest texts across the token's numbers, or the next one\n      description: \"`after`, `lookback`, `full` and `wait` work as in `GET /svc-api/mail/recent`.\"\n      x-edition: later\n      security: [{ smsToken: [] }]\n      parameters:\n        - { name: n, in: query, description: How many at most, schema: { type: integer, minimum: 1, maximum: 20, default: 20 }, example: 5 }\n        - { $ref: \"#/components/parameters/After\" }\n        - { $ref: \"#/components/parameters/Lookback\" }\n        - { $ref: \"#/components/parameters/Full\" }\n        - { $ref: \"#/components/parameters/Wait\" }\n      responses:\n        \"200\":\n          description: Newest first\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, messages, phones, token_full, cursor]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  messages: { type: array, items: { $ref: \"#/components/schemas/RecentSms\" } }\n                  phones: { type: array, maxItems: 2, items: { $ref: \"#/components/schemas/Phone\" } }\n                  token_full: { type: boolean, description: Two numbers are attached; a third is refused. }\n                  cursor: { $ref: \"#/components/schemas/Cursor\" }\n                  more: { $ref: \"#/components/schemas/More\" }\n                  missed: { $ref: \"#/components/schemas/Missed\" }\n              example: { success: true, messages: [*smsExample], phones: [*phoneExample], token_full: false, cursor: 000000001t6y2u8i4 }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/message/{id}:\n    get:\n      operationId: getSms\n      tags: [SMS]\n      summary: One text message, whole\n      x-edition: later\n      security: [{ smsToken: [] }]\n      parameters:\n        - { name: id, in: path, required: true, description: The message's id, schema: { type: string }, example: 000000001t6y2u8i4 }\n      responses:\n        \"200\":\n          description: The message and the number it arrived on\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, message]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  message: { $ref: \"#/components/schemas/Sms\" }\n              example:\n                success: true\n                message:\n                  id: 000000001t6y2u8i4\n                  sender: EXAMPLE\n                  body: 903114 is your sign-in code.\n                  received_at: \"2026-11-20T09:30:00.000Z\"\n                  phone_id: p1\n                  phone: \"5550123456\"\n                  links: []\n                  codes: [{ value: \"903114\", shown: \"903114\", kind: one_time, confidence: 0.99 }]\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/sms/push:\n    post:\n      operationId: pushSms\n      tags: [SMS]\n      summary: Deliver received messages\n      description: |\n        All or nothing: the whole push, at most 1,000 messages, is checked before anything is stored. A message's `phone` counts, else the one at the\n        top. Numbers are matched by their last seven digits; an unknown number is attached as one of two, a third one\n        is rejected with 403 `token_full`. A single message at the top level (`phone`, `sender`, `body`, `received_at`)\n        counts as a list of one. A message with the same phone, sender, body and `received_at` (to the second) as a stored\n        one is a duplicate: counted, not stored.\n      x-edition: later\n      security: [{ smsToken: [] }]\n      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/SmsPush\" }\n            example:\n              phone: \"5550123456\"\n              messages:\n                - { phone: \"5550123456\", sender: EXAMPLE, body: 903114 is your sign-in code., received_at: \"2026-11-20T10:30:00+01:00\" }\n      responses:\n        \"200\": { $ref: \"#/components/responses/Pushed\" }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/TokenFull\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/sms/{id}/smsgate:\n    post:\n      operationId: pushFromSmsGate\n      tags: [SMS]\n      summary: Deliver messages as the webhook of the SMSGate app\n      description: |\n        An extension, for the open-source Android app SMSGate, which can set neither header nor body. The SMS inbox's key is\n        the webhook's signing key: `X-Signature` is the hex HMAC-SHA256 of the raw body followed by `X-Timestamp` (epoch\n        seconds, at most five minutes from the server's clock; the app makes a new one for each attempt). `sms:received` and\n        `sms:batch:received` are stored by the rules of `POST /svc-api/sms/push`; every other event is acknowledged and\n        dropped. An unknown `{id}` gets the same response as a wrong signature. Errors name the fields as the push does.\n      x-edition: later\n      security: [{ smsGateSignature: [] }]\n      parameters:\n        - { $ref: \"#/components/parameters/SmsInboxId\" }\n        - { name: phone, in: query, description: \"Receiving number, if the app does not know it.\", schema: { type: string }, example: \"5550123456\" }\n        - { name: phone2, in: query, description: \"Receiving number of SIM 2, if it differs.\", schema: { type: string }, example: \"5550987654\" }\n      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/SmsGateEvent\" }\n            example:\n              event: \"sms:received\"\n              payload:\n                sender: EXAMPLE\n                phoneNumber: EXAMPLE\n                recipient: \"+15550123456\"\n                simNumber: 1\n                message: 903114 is your sign-in code.\n                receivedAt: \"2026-11-20T10:30:00.000+01:00\"\n      responses:\n        \"200\": { $ref: \"#/components/responses/Pushed\" }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/WrongSignature\" }\n        \"403\": { $ref: \"#/components/responses/TokenFull\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/webhooks/register:\n    post:\n      operationId: registerWebhook\n      tags: [Webhooks]\n      summary: Register a webhook for new messages\n      description: |\n        An extension. Each message is sent by `POST` as `{ type, timestamp, data }`, where `type` is `mail.received` or\n        `sms.received` and `data` the message with `mailbox_id` or `sms_id`; its text is cut after 65,536 characters. It is signed as the Standard\n        Webhooks specification has it (`webhook-id`, `webhook-timestamp`, `webhook-signature`), with the `secret` that is returned\n        only here. A response of 2xx within 10 seconds is success; anything else is retried for a day with growing delays.\n        A message may come more than once, with the same `webhook-id`, and out of order. At most 10,000 are queued; beyond, the oldest is dropped.\n\n        `events` needs `mailbox:read` for `mail` and `sms:read` for `sms`; by default it is what the key may read. The webhook\n        is valid as long as the key that created it.\n      x-edition: later\n      security: [{ agentKey: [] }]\n      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/WebhookRegistration\" }\n            example: { url: \"https://app.example.com/frontdesk\", events: [mail] }\n      responses:\n        \"200\":\n          description: Registered\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, webhook, secret]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  webhook: { $ref: \"#/components/schemas/Webhook\" }\n                  secret: { type: string, pattern: \"^whsec_\", description: \"Verifies signatures; shown this once.\" }\n              example:\n                success: true\n                webhook: &webhookExample\n                  id: w4f0v6w2zq1m9x3c\n                  url: \"https://app.example.com/frontdesk\"\n                  events: [mail]\n                  mailbox_id: null\n                  sms_id: null\n                  created_at: \"2026-11-20T09:30:00.000Z\"\n                  deliveries: [{ at: \"2026-11-20T09:31:00.000Z\", status: 204, ms: 12 }]\n                secret: whsec_ZXhhbXBsZS1zZWNyZXQtZXhhbXBsZS1zZWNyZXQ=\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/LimitReached\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/webhooks/list:\n    get:\n      operationId: listWebhooks\n      tags: [Webhooks]\n      summary: The account's webhooks\n      description: Those whose events the key may read, without their secrets.\n      x-edition: later\n      security: [{ agentKey: [] }]\n      parameters:\n        - { $ref: \"#/components/parameters/ListLimit\" }\n        - { $ref: \"#/components/parameters/ListCursor\" }\n      responses:\n        \"200\":\n          description: Oldest first\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, webhooks]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  next: { $ref: \"#/components/schemas/Next\" }\n                  webhooks: { type: array, items: { $ref: \"#/components/schemas/Webhook\" } }\n              example: { success: true, webhooks: [*webhookExample] }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/webhooks/{id}/test:\n    post:\n      operationId: testWebhook\n      tags: [Webhooks]\n      summary: Send one message of type webhook.test now\n      description: Returns the result of one attempt. At most 8 tests of a webhook run at a time; further ones get 429.\n      x-edition: later\n      security: [{ agentKey: [] }]\n      parameters: [{ $ref: \"#/components/parameters/WebhookId\" }]\n      responses:\n        \"200\":\n          description: What came of it\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, delivery]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  delivery: { $ref: \"#/components/schemas/WebhookDelivery\" }\n              example: { success: true, delivery: { at: \"2026-11-20T09:31:00.000Z\", status: 204, ms: 12 } }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/webhooks/{id}:\n    delete:\n      operationId: deleteWebhook\n      tags: [Webhooks]\n      summary: Delete a webhook and what waits for it\n      x-edition: later\n      security: [{ agentKey: [] }]\n      parameters: [{ $ref: \"#/components/parameters/WebhookId\" }]\n      responses:\n        \"200\": { $ref: \"#/components/responses/Done\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/authenticators/register:\n    post:\n      operationId: registerAuthenticator\n      tags: [Authenticators]\n      summary: Register an authenticator for one-time passwords\n      description: |\n        An extension. Give the `otpauth://totp/…` URI that the QR code of an app's second factor contains, or its `secret`. RFC 6238,\n        as authenticator apps on phones. The secret is stored encrypted and never returned.\n      x-edition: later\n      security: [{ agentKey: [\"authenticator:create\"] }]\n      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/AuthenticatorRegistration\" }\n            example: { name: anna, uri: \"otpauth://totp/Shop:anna@shop.example?secret=JBSWY3DPEHPK3PXP&issuer=Shop\" }\n      responses:\n        \"200\":\n          description: Registered\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, authenticator]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  authenticator: { $ref: \"#/components/schemas/Authenticator\" }\n              example:\n                success: true\n                authenticator: &authenticatorExample\n                  id: a9d2f5h8j1l4n7q0\n                  name: anna\n                  issuer: Shop\n                  account: anna@shop.example\n                  digits: 6\n                  period: 30\n                  algorithm: SHA1\n                  created_at: \"2026-11-20T09:30:00.000Z\"\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/LimitReached\" }\n        \"409\": { $ref: \"#/components/responses/AlreadyTaken\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/authenticators/list:\n    get:\n      operationId: listAuthenticators\n      tags: [Authenticators]\n      summary: The account's authenticators\n      description: Without their secrets.\n      x-edition: later\n      security: [{ agentKey: [\"authenticator:read\"] }]\n      parameters:\n        - { $ref: \"#/components/parameters/ListLimit\" }\n        - { $ref: \"#/components/parameters/ListCursor\" }\n      responses:\n        \"200\":\n          description: Oldest first\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, authenticators]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  next: { $ref: \"#/components/schemas/Next\" }\n                  authenticators: { type: array, items: { $ref: \"#/components/schemas/Authenticator\" } }\n              example: { success: true, authenticators: [*authenticatorExample] }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/authenticators/{id}/code:\n    get:\n      operationId: getAuthenticatorCode\n      tags: [Authenticators]\n      summary: The authenticator's current code\n      description: |\n        The code at the server's clock, and the one after it. An app accepts a code once, and few accept one after its time: wait for\n        `next_code` if `valid_for` is short.\n      x-edition: later\n      security: [{ agentKey: [\"authenticator:read\"] }]\n      parameters: [{ $ref: \"#/components/parameters/AuthenticatorId\" }]\n      responses:\n        \"200\":\n          description: The code\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, code, valid_for, next_code]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  code: { type: string, pattern: \"^[0-9]{6,8}$\" }\n                  valid_for: { type: integer, minimum: 0, maximum: 300, description: \"Whole seconds until `next_code` is the code.\" }\n                  next_code: { type: string, pattern: \"^[0-9]{6,8}$\" }\n              example: { success: true, code: \"282760\", valid_for: 17, next_code: \"996554\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/authenticators/{id}:\n    delete:\n      operationId: deleteAuthenticator\n      tags: [Authenticators]\n      summary: Delete an authenticator with its secret\n      x-edition: later\n      security: [{ agentKey: [\"authenticator:delete\"] }]\n      parameters: [{ $ref: \"#/components/parameters/AuthenticatorId\" }]\n      responses:\n        \"200\": { $ref: \"#/components/responses/Done\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/agent-tokens/list:\n    get:\n      operationId: listAgentKeys\n      tags: [Agent keys]\n      summary: The account's other agent keys\n      description: Without the calling key, and never with a key's value.\n      security: [{ agentKey: [\"token:read\"] }]\n      parameters:\n        - { $ref: \"#/components/parameters/ListLimit\" }\n        - { $ref: \"#/components/parameters/ListCursor\" }\n      responses:\n        \"200\":\n          description: Oldest first\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, agent_tokens]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  next: { $ref: \"#/components/schemas/Next\" }\n                  agent_tokens: { type: array, items: { $ref: \"#/components/schemas/AgentKey\" } }\n              example: { success: true, agent_tokens: [*agentKeyExample] }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/agent-tokens/create:\n    post:\n      operationId: createAgentKey\n      tags: [Agent keys]\n      summary: Create an agent key\n      description: The response is the only one that contains its secret. A key can't create one that may do more than itself, or that lasts longer. Without `expiry`, a key made by one that expires ends with it.\n      security: [{ agentKey: [\"token:write\"] }]\n      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/AgentKeyCreation\" }\n            example: { name: ci, scopes: \"mailbox:read,mailbox:create\" }\n      responses:\n        \"200\":\n          description: Created\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, agent_token]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  agent_token: { $ref: \"#/components/schemas/NewAgentKey\" }\n              example:\n                success: true\n                agent_token:\n                  id: k4f0v6w2zq1m9x3c\n                  name: ci\n                  scopes: mailbox:read,mailbox:create\n                  expiry: null\n                  created_at: \"2026-11-20T09:30:00.000Z\"\n                  last_used_at: null\n                  token: svcagt_9Qw0examplexexamplexexample\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/LimitReached\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n  /svc-api/agent-tokens/{id}:\n    put:\n      operationId: updateAgentKey\n      tags: [Agent keys]\n      summary: Change a key's name, scopes or expiry\n      description: Omitted fields stay. `expiry` null removes it. A key can't be given more than the calling key holds, nor a later expiry than its own. Only the fields that are sent are checked.\n      x-edition: later\n      security: [{ agentKey: [\"token:write\"] }]\n      parameters: [{ $ref: \"#/components/parameters/AgentKeyId\" }]\n      requestBody:\n        required: false\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/AgentKeyUpdate\" }\n            example: { expiry: \"2027-01-01T00:00:00Z\" }\n      responses:\n        \"200\":\n          description: The key as it is now\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, agent_token]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  agent_token: { $ref: \"#/components/schemas/AgentKey\" }\n              example: { success: true, agent_token: *agentKeyExample }\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n    delete:\n      operationId: deleteAgentKey\n      tags: [Agent keys]\n      summary: Revoke a key\n      description: Takes effect on the next request, on every server. A key can't revoke itself.\n      security: [{ agentKey: [\"token:write\"] }]\n      parameters: [{ $ref: \"#/components/parameters/AgentKeyId\" }]\n      responses:\n        \"200\": { $ref: \"#/components/responses/Done\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/OwnKey\" }\n        \"404\": { $ref: \"#/components/responses/NotFound\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/audit:\n    get:\n      operationId: listAuditEntries\n      tags: [Audit log]\n      summary: The account's audit log\n      description: |\n        An extension. The last 10,000 entries: agent keys created, changed and revoked, secrets rotated, messages returned to a key,\n        tunnels opened, sign-ins. No entry contains a key, a code or a text.\n\n        An entry about a key, a rotation or a sign-in is stored in the same commit as the action. The others are listed at once by\n        the server that wrote them, and stored within a second. A long poll that returns no message adds no entry.\n      x-edition: later\n      security: [{ agentKey: [\"audit:read\"] }]\n      parameters:\n        - { $ref: \"#/components/parameters/ListLimit\" }\n        - { $ref: \"#/components/parameters/ListCursor\" }\n      responses:\n        \"200\":\n          description: Newest first\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, entries]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  next: { $ref: \"#/components/schemas/Next\" }\n                  entries: { type: array, items: { $ref: \"#/components/schemas/AuditEntry\" } }\n              example:\n                success: true\n                entries:\n                  - at: \"2026-11-20T09:31:00.000Z\"\n                    account: default\n                    key_id: m3t9k1w7b5x2c8v0\n                    action: message.returned\n                    target: \"mailbox:m3t9k1w7b5x2c8v0/000000001m3t9k1w7\"\n                    ip: 192.0.2.10\n                  - at: \"2026-11-20T09:30:00.000Z\"\n                    account: default\n                    key_id: null\n                    action: key.created\n                    target: \"key:k4f0v6w2zq1m9x3c\"\n                    ip: null\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/Unauthenticated\" }\n        \"403\": { $ref: \"#/components/responses/MissingScope\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\n  /svc-api/sign-in:\n    post:\n      operationId: signIn\n      tags: [Account]\n      summary: Trade a code for a key of the dashboard\n      description: |\n        An extension. `frontdesk dashboard`, and a first start on a terminal, print a link whose code this takes. It makes a new\n        agent key named `dashboard` with full access, which expires after twelve hours; the code is used up.\n      security: []\n      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: { $ref: \"#/components/schemas/ClaimCode\" }\n            example: { code: Vb3kQ0example5example0A }\n      responses:\n        \"200\":\n          description: The new key\n          content:\n            application/json:\n              schema:\n                type: object\n                required: [success, agent_token]\n                properties:\n                  success: { $ref: \"#/components/schemas/Success\" }\n                  agent_token: { $ref: \"#/components/schemas/NewAgentKey\" }\n              example:\n                success: true\n                agent_token:\n                  id: k4f0v6w2zq1m9x3c\n                  name: dashboard\n                  scopes: null\n                  expiry: \"2026-11-20T21:30:00.000Z\"\n                  created_at: \"2026-11-20T09:30:00.000Z\"\n                  last_used_at: null\n                  token: svcagt_9Qw0examplexexamplexexample\n        \"400\": { $ref: \"#/components/responses/InvalidRequest\" }\n        \"401\": { $ref: \"#/components/responses/DeadCode\" }\n        \"413\": { $ref: \"#/components/responses/PayloadTooLarge\" }\n        \"415\": { $ref: \"#/components/responses/UnsupportedMediaType\" }\n        \"429\": { $ref: \"#/components/responses/RateLimited\" }\n        \"503\": { $ref: \"#/components/responses/Unavailable\" }\n\ncomponents:\n  securitySchemes:\n    agentKey:\n      type: http\n      scheme: bearer\n      description: \"An agent access key, `svcagt_…`. The names listed with an operation are the scopes it needs; a key made without scopes has all.\"\n      x-scopes:\n        subdomain:read: List subdomains with their tokens\n        subdomain:create: Register subdomains\n        subdomain:delete: Delete subdomains\n        subdomain:renew: Rotate subdomain tokens\n        mailbox:read: List mailboxes with their keys, and read their mails\n        mailbox:create: Register mailboxes\n        mailbox:delete: Delete mailboxes\n        mailbox:renew: Rotate mailbox keys\n        sms:read: List SMS inboxes with their keys, and read their messages\n        sms:create: Create SMS inboxes\n        sms:delete: Delete SMS inboxes\n        sms:renew: Rotate SMS keys\n        authenticator:read: List authenticators, and read their codes\n        authenticator:create: Register authenticators\n        authenticator:delete: Delete authenticators\n        mail:push: Deliver mail over HTTP\n        sms:push: Deliver SMS through a provider's API\n        token:read: List agent keys\n        token:write: Create, change and revoke agent keys\n        audit:read: Read the audit log (later edition)\n    mailboxToken: { type: http, scheme: bearer, description: \"A mailbox's own key, `svcm_…`.\" }\n    smsToken: { type: http, scheme: bearer, description: \"An SMS inbox's own key, `svcsms_…`.\" }\n    smsGateSignature: { type: apiKey, in: header, name: X-Signature, description: \"Hex HMAC-SHA256 of the raw body followed by `X-Timestamp`, keyed with the SMS inbox's key.\" }\n\n  parameters:\n    SubdomainId: { name: id, in: path, required: true, description: The subdomain's id, schema: { type: string }, example: s7c1n2b8q0d5e4r6 }\n    MailboxId: { name: id, in: path, required: true, description: The mailbox's id, schema: { type: string }, example: m3t9k1w7b5x2c8v0 }\n    SmsInboxId: { name: id, in: path, required: true, description: The SMS inbox's id, schema: { type: string }, example: t6y2u8i4o0p1a5s3 }\n    WebhookId: { name: id, in: path, required: true, description: The webhook's id, schema: { type: string }, example: w4f0v6w2zq1m9x3c }\n    AuthenticatorId: { name: id, in: path, required: true, description: The authenticator's id, schema: { type: string }, example: a9d2f5h8j1l4n7q0 }\n    AgentKeyId: { name: id, in: path, required: true, description: The key's id (not its value), schema: { type: string }, example: k4f0v6w2zq1m9x3c }\n    ListLimit:\n      name: limit\n      in: query\n      description: Largest number of records; 100 if only `cursor` is given, all if neither is.\n      schema: { type: integer, minimum: 1, maximum: 1000 }\n      example: 100\n    ListCursor: { name: cursor, in: query, description: The `next` of an earlier response, schema: { type: string }, example: \"1.64\" }\n    After:\n      name: after\n      in: query\n      description: Only messages that arrived after this cursor, which is the `cursor` of any earlier response or the id of any message of this inbox.\n      schema: { type: string }\n      example: 000000001m3t9k1w7\n    Wait:\n      name: wait\n      in: query\n      description: Seconds to hold the response if there is no such message yet (long poll).\n      schema: { type: number, minimum: 0, maximum: 50, default: 0 }\n      example: 25\n    Lookback:\n      name: lookback\n      in: query\n      description: Instead of `after`, for a reader that has no cursor yet. Only messages of this many past seconds by the server's clock.\n      schema: { type: number, minimum: 0, maximum: 3600 }\n      example: 60\n    To:\n      name: to\n      in: query\n      description: Only mail whose `recipient` is this address, case-insensitive, such as `signup+shop@desk.example.com`; the `+` may be written as it is. The cursor also moves past mail that did not match.\n      schema: { type: string, minLength: 1, maxLength: 500 }\n      example: signup+shop@desk.example.com\n    AuthenticatedOnly:\n      name: authenticated\n      in: query\n      description: |\n        With `true` only mail whose `authenticated` is `pass`. If a verdict is pending, the response waits for it, with `wait` as\n        long as that says, else up to 2 seconds. It ends before a mail whose verdict is still pending, and so does the cursor;\n        it moves past `fail` and `none`.\n      schema: { type: string, enum: [\"true\", \"false\"], default: \"false\" }\n      example: \"true\"\n    Full:\n      name: full\n      in: query\n      description: With `true` each row is the full message. After 4 MiB of text the response ends, with `more`.\n      schema: { type: string, enum: [\"true\", \"false\"], default: \"false\" }\n      example: \"true\"\n\n  responses:\n    Done:\n      description: Done\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Done\" }\n          example: { success: true }\n    Pushed:\n      description: What was stored\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Pushed\" }\n          example:\n            success: true\n            stored: 1\n            duplicates: 0\n            phones: [*phoneExample]\n            token_full: false\n    InvalidRequest:\n      description: \"The input is wrong (`invalid_request`); the sentence names the field.\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"`n` must be at most 10.\", code: invalid_request }\n    Unauthenticated:\n      description: \"No valid credential of the right kind (`unauthenticated`).\"\n      headers:\n        WWW-Authenticate: { description: Always `Bearer`, schema: { type: string } }\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"Send an agent access key as `Authorization: Bearer svcagt_…`.\", code: unauthenticated }\n    DeadCode:\n      description: \"The code is unknown, was used, is older than ten minutes, or its key was rotated (`unauthenticated`).\"\n      headers:\n        WWW-Authenticate: { description: Always `Bearer`, schema: { type: string } }\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"This code is unknown, was used already, or is older than ten minutes. Ask for a new one.\", code: unauthenticated }\n    WrongSignature:\n      description: \"The signature is missing or wrong, its time is off, or there is no such SMS inbox (`unauthenticated`).\"\n      headers:\n        WWW-Authenticate: { description: Always `HMAC-SHA256`, schema: { type: string } }\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"The signature is not that of this SMS inbox. Set the SMS inbox's key as the webhook's signing key.\", code: unauthenticated }\n    MissingScope:\n      description: \"The key lacks the scope (`missing_scope`).\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"This key lacks the scope mailbox:read. Use one that has it, or ask for it to be added.\", code: missing_scope }\n    LimitReached:\n      description: \"The account has no room for another (`limit_reached`), or the key lacks the scope (`missing_scope`).\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"This account may have 5 mailboxes and has 5. Delete one, or raise the account's limit (frontdesk account set).\", code: limit_reached }\n    VipRequired:\n      description: \"The name needs a higher tier (`vip_required`), the account has no room for another (`limit_reached`), or the key lacks the scope (`missing_scope`).\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"Names directly under vip.localhost need the tier vip or higher; this account is normal.\", code: vip_required }\n    OwnKey:\n      description: \"A key can't revoke itself (`own_key`), or it lacks the scope (`missing_scope`).\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"A key can't revoke itself. Use another key of the account.\", code: own_key }\n    TokenFull:\n      description: \"A third number was pushed (`token_full`); nothing was stored.\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/TokenFullProblem\" }\n          example:\n            error: \"messages[1]: this SMS inbox already has its two numbers. Create another SMS inbox for the third.\"\n            code: token_full\n            use_new_token: true\n            token_full: true\n    NotFound:\n      description: \"There is no such thing in this account or inbox (`not_found`).\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"There is no mailbox with this id in this account.\", code: not_found }\n    AlreadyTaken:\n      description: \"The name is taken or reserved (`already_taken`).\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"The mailbox name signup is taken. Choose another.\", code: already_taken }\n    PayloadTooLarge:\n      description: \"The body is larger than 1 MiB (`payload_too_large`).\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"The request body is larger than 1 MiB.\", code: payload_too_large }\n    UnsupportedMediaType:\n      description: \"The body is declared as something other than JSON (`unsupported_media_type`).\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"Send the body as JSON, with `Content-Type: application/json`.\", code: unsupported_media_type }\n    RateLimited:\n      description: \"Too many requests of this key or account, wrong credentials from this IP, or pending waits on this inbox (`rate_limited`).\"\n      headers:\n        Retry-After: { description: Seconds until another try makes sense, required: true, schema: { type: integer } }\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"1000 waits are already held on this inbox. End one, or try again in a second.\", code: rate_limited }\n    Unavailable:\n      description: \"The server's storage does not respond (`unavailable`); nothing was changed.\"\n      content:\n        application/json:\n          schema: { $ref: \"#/components/schemas/Problem\" }\n          example: { error: \"The server's storage does not answer. Try again shortly.\", code: unavailable }\n\n  schemas:\n    Success: { type: boolean, const: true }\n    Limit: { type: [integer, \"null\"], minimum: 0, description: How many there may be; `null` is unlimited. }\n    Cursor: { type: string, description: \"Opaque. Points just after the last message returned; without `more`, after everything received so far.\", example: 000000001m3t9k1w7 }\n    Next: { type: [string, \"null\"], description: \"Only where `limit` or `cursor` was given: the cursor of the next page, or `null` after the last.\" }\n    More: { type: boolean, const: true, description: Present if there are messages after `cursor`. }\n    Missed: { type: integer, minimum: 1, description: \"Only with `after`: how many messages of any address between it and `cursor` were dropped for newer ones before they could be read.\" }\n    Time: { type: string, format: date-time, description: \"RFC 3339 in UTC with milliseconds.\", example: \"2026-11-20T09:30:00.000Z\" }\n    NullableTime: { type: [string, \"null\"], format: date-time, description: \"RFC 3339 in UTC with milliseconds, or `null`.\", example: \"2026-11-20T09:30:00.000Z\" }\n    ErrorCode:\n      type: string\n      enum:\n        - invalid_request\n        - unauthenticated\n        - missing_scope\n        - limit_reached\n        - vip_required\n        - token_full\n        - own_key\n        - not_found\n        - method_not_allowed\n        - already_taken\n        - payload_too_large\n        - unsupported_media_type\n        - rate_limited\n        - internal\n        - unavailable\n    Problem:\n      type: object\n      required: [error, code]\n      properties:\n        error: { type: string, description: \"What was wrong with what, and what to do.\" }\n        code: { $ref: \"#/components/schemas/ErrorCode\" }\n    TokenFullProblem:\n      type: object\n      required: [error, code, use_new_token, token_full]\n      properties:\n        error: { type: string, description: \"What was wrong with what, and what to do.\" }\n        code: { $ref: \"#/components/schemas/ErrorCode\" }\n        use_new_token: { type: boolean, const: true }\n        token_full: { type: boolean, const: true }\n    Done:\n      type: object\n      required: [success]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n    ServerVersion:\n      type: object\n      required: [success, name, version, edition, mail_domain, tunnel_domain, base_domain, limits, retention, smtp]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n        name: { type: string }\n        version: { type: string }\n        edition: { type: string, enum: [later, earlier] }\n        mail_domain: { type: string }\n        tunnel_domain: { type: string }\n        base_domain: { type: string }\n        limits:\n          type: object\n          required: [mailboxes]\n          properties:\n            mailboxes:\n              type: object\n              description: \"`free` in the later edition; one number a tier in the earlier, `null` for unlimited.\"\n              additionalProperties: { $ref: \"#/components/schemas/Limit\" }\n            sms_tokens: { type: integer, minimum: 0 }\n            phones_per_sms_token: { type: integer, minimum: 1 }\n        retention:\n          type: object\n          required: [emails_per_mailbox, days]\n          properties:\n            emails_per_mailbox: { type: integer }\n            sms_per_phone: { type: integer }\n            days: { type: integer, description: Messages older than this many days are removed. }\n        smtp:\n          type: object\n          required: [port, starttls]\n          properties:\n            port: { type: [integer, \"null\"], description: \"The port mail is taken on; `null` where no listener runs.\" }\n            starttls: { type: boolean }\n        providers:\n          type: object\n          description: Only in the later edition.\n          required: [port]\n          properties:\n            port: { type: [integer, \"null\"], description: \"The provider port, an HTTP proxy; `null` if it is off.\" }\n    UnavailableReason: { type: string, enum: [taken, reserved, invalid] }\n    SubdomainCheck:\n      type: object\n      required: [success, available, name, domain]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n        available: { type: boolean }\n        name: { type: string }\n        domain: { type: string }\n        reason: { $ref: \"#/components/schemas/UnavailableReason\" }\n    MailboxCheck:\n      type: object\n      required: [success, available, name, address]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n        available: { type: boolean }\n        name: { type: string }\n        address: { type: string }\n        reason: { $ref: \"#/components/schemas/UnavailableReason\" }\n    PhoneCheck:\n      type: object\n      required: [success, valid, phone]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n        valid: { type: boolean }\n        phone: { type: string }\n        reason: { type: string, enum: [invalid] }\n    WebhookEvent: { type: string, enum: [mail, sms] }\n    WebhookRegistration:\n      type: object\n      required: [url]\n      properties:\n        url: { type: string, maxLength: 2048, description: \"http or https, without a user and password.\" }\n        events: { type: array, minItems: 1, items: { $ref: \"#/components/schemas/WebhookEvent\" } }\n        mailbox_id: { type: string, description: \"Only this mailbox's mails; with `events` left out, mails alone.\" }\n        sms_id: { type: string, description: \"Only this SMS inbox's texts; with `events` left out, texts alone.\" }\n    WebhookDelivery:\n      type: object\n      required: [at, status, ms]\n      properties:\n        at: { $ref: \"#/components/schemas/Time\" }\n        status: { type: [integer, \"null\"], description: \"HTTP status of the response; `null` if there was none.\" }\n        ms: { type: integer, minimum: 0 }\n        error: { type: string, description: Why there was no response. }\n    AuditAction:\n      type: string\n      enum: [key.created, key.changed, key.revoked, connection.approved, secret.rotated, message.returned, code.returned, tunnel.opened, signed_in]\n      description: What was done. Later versions may add others.\n    AuditEntry:\n      type: object\n      required: [at, account, key_id, action, target, ip]\n      properties:\n        at: { $ref: \"#/components/schemas/Time\" }\n        account: { type: string, description: The account's name }\n        key_id:\n          type: [string, \"null\"]\n          description: \"The id of the agent key. For a mailbox key, an SMS key or a tunnel token, the id of what it belongs to. `null` for the server's command line, and for a sign-in, which needs no key.\"\n        action: { $ref: \"#/components/schemas/AuditAction\" }\n        target:\n          type: string\n          description: \"What it was done to: `key:<id>`, `mailbox:<id>`, `sms:<id>`, `subdomain:<id>` or `storage`. The id of a returned message follows, as in `mailbox:<id>/<message id>`; of several, those of the oldest and the newest, as in `mailbox:<id>/<message id>..<message id>`. For a sign-in or a connection it is the new key.\"\n        ip: { type: [string, \"null\"], description: \"The client's IP address, as trusted proxies report it. `null` for the server's command line and for requests in process.\" }\n    Webhook:\n      type: object\n      required: [id, url, events, mailbox_id, sms_id, created_at, deliveries]\n      properties:\n        id: { type: string }\n        url: { type: string, format: uri }\n        events: { type: array, items: { $ref: \"#/components/schemas/WebhookEvent\" } }\n        mailbox_id: { type: [string, \"null\"] }\n        sms_id: { type: [string, \"null\"] }\n        created_at: { $ref: \"#/components/schemas/Time\" }\n        deliveries: { type: array, maxItems: 20, items: { $ref: \"#/components/schemas/WebhookDelivery\" }, description: \"The latest 20 attempts, newest first.\" }\n    AccountResponse:\n      type: object\n      required: [success, account, agent_token]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n        account:\n          type: object\n          required: [name, tier, limits, usage]\n          properties:\n            name: { type: string }\n            tier: { $ref: \"#/components/schemas/Tier\" }\n            limits:\n              type: object\n              required: [subdomains, mailboxes, sms_tokens, agent_keys, webhooks, authenticators]\n              properties:\n                webhooks: { $ref: \"#/components/schemas/Limit\" }\n                authenticators: { $ref: \"#/components/schemas/Limit\" }\n                subdomains: { $ref: \"#/components/schemas/Limit\" }\n                agent_keys: { $ref: \"#/components/schemas/Limit\" }\n                mailboxes: { $ref: \"#/components/schemas/Limit\" }\n                sms_tokens: { $ref: \"#/components/schemas/Limit\" }\n            usage:\n              type: object\n              required: [subdomains, mailboxes, sms_tokens, agent_keys, webhooks, authenticators]\n              properties:\n                webhooks: { type: integer, minimum: 0 }\n                authenticators: { type: integer, minimum: 0 }\n                agent_keys: { type: integer, minimum: 0 }\n                subdomains: { type: integer, minimum: 0 }\n                mailboxes: { type: integer, minimum: 0 }\n                sms_tokens: { type: integer, minimum: 0 }\n        agent_token: { $ref: \"#/components/schemas/AgentKey\" }\n    Tier: { type: string, enum: [normal, vip, svip, ssvip] }\n    Subdomain:\n      type: object\n      required: [id, name, domain_base, domain, url, token, online, clients, created_at]\n      properties:\n        id: { type: string }\n        name: { type: string }\n        domain_base: { type: string }\n        domain: { type: string }\n        url: { type: string, format: uri }\n        token: { type: string, description: \"Starts tunnels: `frontdesk-tunnel -k`.\", pattern: \"^svc_\" }\n        online: { type: boolean, description: A tunnel client is connected. }\n        clients: { type: integer, minimum: 0, description: Tunnel clients that are connected now. }\n        created_at: { $ref: \"#/components/schemas/Time\" }\n    SubdomainResponse:\n      type: object\n      required: [success, subdomain]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n        subdomain: { $ref: \"#/components/schemas/Subdomain\" }\n    SubdomainRegistration:\n      type: object\n      required: [name]\n      properties:\n        name: { type: string, description: \"A DNS label: 1 to 63 letters, digits and inner hyphens, case-insensitive, not starting with `xn--`.\" }\n        domain_base: { type: string, description: \"The tunnel domain (default) or, from the tier vip on, the base domain.\" }\n    Mailbox:\n      type: object\n      required: [id, name, address, token, email_count, created_at]\n      properties:\n        id: { type: string }\n        name: { type: string }\n        address: { type: string }\n        token: { type: string, description: Reads this mailbox., pattern: \"^svcm_\" }\n        email_count: { type: integer, minimum: 0, maximum: 10, description: Mails stored now. }\n        created_at: { $ref: \"#/components/schemas/Time\" }\n    MailboxResponse:\n      type: object\n      required: [success, mailbox]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n        mailbox: { $ref: \"#/components/schemas/Mailbox\" }\n    MailboxRegistration:\n      type: object\n      required: [name]\n      properties:\n        name: { type: string, description: \"The local part: 1 to 64 letters, digits, and inner `.`, `_`, `-`; no `..`; case-insensitive.\" }\n    RejectedMail:\n      type: object\n      required: [recipient, reason, at]\n      properties:\n        recipient: { type: string, description: The address as it was written. }\n        reason: { type: string, enum: [unknown_mailbox, other_domain], description: \"No mailbox of this name, or not this server's mail domain.\" }\n        at: { $ref: \"#/components/schemas/Time\" }\n    EmailSummary:\n      type: object\n      required: [id, subject, sender, recipient, snippet, received_at, authenticated]\n      properties:\n        id: { type: string, description: Sorts by arrival within its mailbox. }\n        subject: { type: string }\n        sender: { type: string, description: \"The From header's mailbox, else the envelope's sender.\" }\n        recipient: { type: string, description: \"The address as it was written, with any `+tag`.\" }\n        snippet: { type: string, description: \"The first 140 characters of the text, white space collapsed.\" }\n        received_at: { $ref: \"#/components/schemas/Time\" }\n        authenticated: { $ref: \"#/components/schemas/Authenticated\" }\n        via: { $ref: \"#/components/schemas/Via\" }\n    RecentEmail:\n      type: object\n      required: [id, subject, sender, recipient, snippet, received_at, authenticated]\n      properties:\n        id: { type: string, description: Sorts by arrival within its mailbox. }\n        subject: { type: string }\n        sender: { type: string, description: \"The From header's mailbox, else the envelope's sender.\" }\n        recipient: { type: string, description: \"The address as it was written, with any `+tag`.\" }\n        snippet: { type: string, description: \"The first 140 characters of the text, white space collapsed.\" }\n        received_at: { $ref: \"#/components/schemas/Time\" }\n        authenticated: { $ref: \"#/components/schemas/Authenticated\" }\n        via: { $ref: \"#/components/schemas/Via\" }\n        body: { type: string, description: \"The full text/plain; with `full=true`, as `links` and `codes`.\" }\n        truncated: { type: boolean, description: \"`true` if the mail's text is longer than `body`: beyond 2 MiB, or beyond 32 KiB if reading it all would have taken too long. Absent otherwise.\" }\n        links: { $ref: \"#/components/schemas/Links\" }\n        codes: { $ref: \"#/components/schemas/Codes\" }\n    Email:\n      type: object\n      required: [id, subject, sender, recipient, received_at, authenticated, body, links, codes]\n      properties:\n        id: { type: string }\n        subject: { type: string }\n        sender: { type: string }\n        recipient: { type: string }\n        received_at: { $ref: \"#/components/schemas/Time\" }\n        authenticated: { $ref: \"#/components/schemas/Authenticated\" }\n        via: { $ref: \"#/components/schemas/Via\" }\n        body: { type: string, description: \"The full text/plain; of one beyond 2 MiB, its first 2 MiB.\" }\n        truncated: { type: boolean, description: \"`true` if the mail's text is longer than `body`: beyond 2 MiB, or beyond 32 KiB if reading it all would have taken too long. Absent otherwise.\" }\n        links: { $ref: \"#/components/schemas/Links\" }\n        codes: { $ref: \"#/components/schemas/Codes\" }\n    Via:\n      type: string\n      description: |\n        How the message arrived: `smtp`, `http` (`POST /svc-api/mail/push`), `program` (a program that embeds the server), `test`\n        (the test mail), `phone` (a push), or the name of the provider whose API the app called, such as `resend`. More may be\n        added. Absent for messages that an earlier version stored.\n    Authenticated:\n      type: string\n      enum: [pass, fail, none, pending]\n      description: |\n        Whether the domain of `sender` sent the mail, by SPF, DKIM and DMARC. `pass` speaks for the domain, not for the content:\n        anybody can own a domain. `fail`: no aligned signature or permitted client, or not exactly one From. `none`: not\n        checked, or nothing to check: mail from a loopback or private client, mail that did not come by SMTP, no DNS records,\n        a time-out, a restart before the verdict. `pending`: the check runs; it takes at most some seconds.\n    Links:\n      type: array\n      maxItems: 100\n      description: >-\n        What a person can follow, in the order of the message, each once. Addresses longer than 8 KiB are left out, for half\n        a link is worse than none.\n      items: { $ref: \"#/components/schemas/Link\" }\n    Link:\n      type: object\n      required: [url, text]\n      properties:\n        url: { type: string, maxLength: 8192, pattern: \"^[Hh][Tt][Tt][Pp][Ss]?://\", description: \"The whole address, without user information.\" }\n        text: { type: string, description: \"The words on it, or the address where it stands bare.\" }\n    Codes:\n      type: array\n      maxItems: 20\n      description: >-\n        Codes of the message, best first: what is typed once to verify or to sign in, then codes of other kinds. Empty where\n        there is none that is surer than even.\n      items: { $ref: \"#/components/schemas/Code\" }\n    Code:\n      type: object\n      required: [value, shown, kind, confidence]\n      properties:\n        value: { type: string, description: \"What is typed: ASCII, without separators.\", example: \"482913\" }\n        shown: { type: string, description: As the message shows it., example: 482 913 }\n        kind:\n          type: string\n          enum: [one_time, backup, delivery, booking, reference]\n          description: >-\n            `one_time` is typed once to verify or to sign in, `backup` is one of a list kept for later, `delivery` opens a locker\n            or names a parcel, `booking` is of a journey, a table or a ticket, `reference` names a customer, an order, a product.\n        confidence:\n          type: number\n          minimum: 0.5\n          maximum: 1\n          description: How often such a finding is right; at 0.9, nine of ten are.\n    Phone:\n      type: object\n      required: [id, phone, message_count, last_received_at]\n      properties:\n        id: { type: string }\n        phone: { type: string, description: \"Digits only, no country code.\" }\n        message_count: { type: integer, minimum: 0, maximum: 10, description: Messages stored now. }\n        last_received_at: { $ref: \"#/components/schemas/NullableTime\" }\n    LegacyPhone:\n      type: object\n      required: [id, phone, sms_id, message_count]\n      properties:\n        id: { type: string }\n        phone: { type: string }\n        sms_id: { type: string, description: The SMS inbox the number belongs to. }\n        message_count: { type: integer, minimum: 0 }\n    SmsInbox:\n      type: object\n      required: [id, token, phones, token_full, message_count, created_at]\n      properties:\n        id: { type: string }\n        token: { type: string, description: Reads and pushes., pattern: \"^svcsms_\" }\n        phones: { type: array, maxItems: 2, items: { $ref: \"#/components/schemas/Phone\" } }\n        token_full: { type: boolean }\n        message_count: { type: integer, minimum: 0 }\n        created_at: { $ref: \"#/components/schemas/Time\" }\n    SmsInboxResponse:\n      type: object\n      required: [success, sms_token]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n        sms_token: { $ref: \"#/components/schemas/SmsInbox\" }\n    PhoneApp:\n      type: object\n      required: [name, title, platform, lines, warnings, import_file]\n      properties:\n        name: { type: string, description: \"As `frontdesk phone setup --app` takes it.\" }\n        title: { type: string }\n        platform: { type: string, enum: [android, ios], description: \"System of the phone.\" }\n        lines: { type: array, items: { type: string }, description: \"What to type where, to be shown as it is.\" }\n        warnings: { type: array, items: { type: string }, description: What its user must know before trusting it. }\n        import_file: { type: [string, \"null\"], description: \"A file that the app imports instead, where it has one.\" }\n    ClaimCode:\n      type: object\n      required: [code]\n      properties:\n        code: { type: string, minLength: 1, maxLength: 100 }\n    SmsRegistration:\n      type: object\n      properties:\n        phone: { type: string, description: \"Legacy: attaches this number as number 1.\" }\n    SmsSummary:\n      type: object\n      required: [id, sender, snippet, received_at, phone_id, phone]\n      properties:\n        id: { type: string, description: Sorts by arrival within its SMS inbox. }\n        sender: { type: string }\n        snippet: { type: string, description: \"The first 140 characters of the text, white space collapsed.\" }\n        received_at: { $ref: \"#/components/schemas/Time\" }\n        phone_id: { type: string }\n        phone: { type: string, description: The number it arrived on. }\n        via: { $ref: \"#/components/schemas/Via\" }\n    RecentSms:\n      type: object\n      required: [id, sender, snippet, received_at, phone_id, phone]\n      properties:\n        id: { type: string, description: Sorts by arrival within its SMS inbox. }\n        sender: { type: string }\n        snippet: { type: string, description: \"The first 140 characters of the text, white space collapsed.\" }\n        received_at: { $ref: \"#/components/schemas/Time\" }\n        phone_id: { type: string }\n        phone: { type: string, description: The number it arrived on. }\n        via: { $ref: \"#/components/schemas/Via\" }\n        body: { type: string, description: \"The full text; with `full=true`, as `links` and `codes`.\" }\n        links: { $ref: \"#/components/schemas/Links\" }\n        codes: { $ref: \"#/components/schemas/Codes\" }\n    Sms:\n      type: object\n      required: [id, sender, body, received_at, phone_id, phone, links, codes]\n      properties:\n        id: { type: string }\n        sender: { type: string }\n        body: { type: string }\n        received_at: { $ref: \"#/components/schemas/Time\" }\n        phone_id: { type: string }\n        phone: { type: string }\n        via: { $ref: \"#/components/schemas/Via\" }\n        links: { $ref: \"#/components/schemas/Links\" }\n        codes: { $ref: \"#/components/schemas/Codes\" }\n    ReceivedAt:\n      description: RFC 3339 with any offset, or epoch seconds or milliseconds as a number or digits. Now when absent.\n      type: [string, number, \"null\"]\n    PushedSms:\n      type: object\n      properties:\n        phone: { type: [string, \"null\"], description: \"The number it arrived on; the push's top-level `phone` when absent.\" }\n        sender: { type: string, description: At most 256 characters. }\n        body: { type: string }\n        received_at: { $ref: \"#/components/schemas/ReceivedAt\" }\n    SmsPush:\n      type: object\n      properties:\n        phone: { type: [string, \"null\"], description: For messages without one of their own. }\n        messages: { type: array, maxItems: 1000, items: { $ref: \"#/components/schemas/PushedSms\" } }\n        sender: { type: string, description: \"Of a single message at the top level, at most 256 characters.\" }\n        body: { type: string, description: Of a single message at the top level. }\n        received_at: { $ref: \"#/components/schemas/ReceivedAt\" }\n    SmsGateText:\n      type: object\n      properties:\n        sender: { type: [string, \"null\"] }\n        phoneNumber: { type: [string, \"null\"], description: \"The sender, as older versions of the app name it.\" }\n        recipient: { type: [string, \"null\"], description: \"The SIM's own number, where the phone knows it.\" }\n        simNumber: { type: [integer, \"null\"], description: The SIM slot. }\n        message: { type: [string, \"null\"] }\n        receivedAt: { $ref: \"#/components/schemas/ReceivedAt\" }\n    SmsGatePayload:\n      type: object\n      properties:\n        sender: { type: [string, \"null\"] }\n        phoneNumber: { type: [string, \"null\"] }\n        recipient: { type: [string, \"null\"] }\n        simNumber: { type: [integer, \"null\"] }\n        message: { type: [string, \"null\"] }\n        receivedAt: { $ref: \"#/components/schemas/ReceivedAt\" }\n        messages: { type: array, maxItems: 1000, description: \"Of a batch, instead of the fields above.\", items: { $ref: \"#/components/schemas/SmsGateText\" } }\n    SmsGateEvent:\n      type: object\n      required: [event]\n      properties:\n        event: { type: string }\n        payload: { $ref: \"#/components/schemas/SmsGatePayload\" }\n    Pushed:\n      type: object\n      required: [success, stored, duplicates, phones, token_full]\n      properties:\n        success: { $ref: \"#/components/schemas/Success\" }\n        stored: { type: integer, minimum: 0 }\n        duplicates: { type: integer, minimum: 0 }\n        phones: { type: array, maxItems: 2, items: { $ref: \"#/components/schemas/Phone\" } }\n        token_full: { type: boolean }\n    RejectedPush:\n      type: object\n      required: [recipient, reason]\n      properties:\n        recipient: { type: string }\n        reason: { type: string, enum: [unknown_mailbox, other_domain, deleted] }\n    AuthenticatorRegistration:\n      type: object\n      properties:\n        name: { type: string, minLength: 1, maxLength: 64, description: \"Unique in the account, spelled as a mailbox name. Generated if absent.\" }\n        uri: { type: string, minLength: 1, maxLength: 2048, description: \"`otpauth://totp/…`, instead of the fields below.\" }\n        secret: { type: string, minLength: 1, maxLength: 512, description: \"Base32. Spaces and dashes are ignored.\" }\n        issuer: { type: [string, \"null\"], maxLength: 256, description: Who asks for the codes. }\n        account: { type: [string, \"null\"], maxLength: 256, description: The account there. }\n        digits: { type: integer, minimum: 6, maximum: 8, default: 6 }\n        period: { type: integer, minimum: 10, maximum: 300, default: 30, description: Seconds that a code is valid. }\n        algorithm: { type: string, enum: [SHA1, SHA256, SHA512], default: SHA1 }\n    Authenticator:\n      type: object\n      required: [id, name, issuer, account, digits, period, algorithm, created_at]\n      properties:\n        id: { type: string }\n        name: { type: string }\n        issuer: { type: [string, \"null\"] }\n        account: { type: [string, \"null\"] }\n        digits: { type: integer, minimum: 6, maximum: 8 }\n        period: { type: integer, minimum: 10, maximum: 300, description: Seconds that a code is valid. }\n        algorithm: { type: string, enum: [SHA1, SHA256, SHA512] }\n        created_at: { $ref: \"#/components/schemas/Time\" }\n    AgentKey:\n      type: object\n      required: [id, name, scopes, expiry, created_at, last_used_at]\n      properties:\n        id: { type: string }\n        name: { type: string }\n        scopes: { type: [string, \"null\"], description: \"Comma-separated, or `null` for full access.\" }\n        expiry: { $ref: \"#/components/schemas/NullableTime\" }\n        created_at: { $ref: \"#/components/schemas/Time\" }\n        last_used_at: { $ref: \"#/components/schemas/NullableTime\" }\n        connection: { $ref: \"#/components/schemas/Connection\" }\n    Connection:\n      type: object\n      description: \"Of a key that an OAuth client uses at `/mcp`. Revoking the key ends the connection.\"\n      required: [client, host]\n      properties:\n        client: { type: string, description: \"The client's name, as it says itself.\" }\n        host: { type: string, description: \"The host to which the client takes a person back, or the scheme of the app.\" }\n        ended: { type: string, enum: [token_reused], description: \"Set if the server has ended the connection: a used refresh token came again, so it may have been stolen. Connect again.\" }\n    NewAgentKey:\n      type: object\n      required: [id, name, scopes, expiry, created_at, last_used_at, token]\n      properties:\n        id: { type: string }\n        name: { type: string }\n        scopes: { type: [string, \"null\"], description: \"Comma-separated, or `null` for full access.\" }\n        expiry: { $ref: \"#/components/schemas/NullableTime\" }\n        created_at: { $ref: \"#/components/schemas/Time\" }\n        last_used_at: { $ref: \"#/components/schemas/NullableTime\" }\n        token: { type: string, description: Shown this once., pattern: \"^svcagt_\" }\n    AgentKeyCreation:\n      type: object\n      required: [name]\n      properties:\n        name: { type: string, minLength: 1, maxLength: 100 }\n        scopes: { type: [string, \"null\"], description: \"Comma-separated; omitted or `null` means full access.\" }\n        expiry: { type: [string, \"null\"], description: \"RFC 3339, in the future.\" }\n    AgentKeyUpdate:\n      type: object\n      properties:\n        name: { type: string, minLength: 1, maxLength: 100 }\n        scopes: { type: [string, \"null\"], description: \"Comma-separated, or `null` for full access.\" }\n        expiry: { type: [string, \"null\"], description: \"RFC 3339, in the future; `null` removes it.\" }\n";

/** openapi.yaml as an object. */
export const document: Record<string, unknown> = {
 "openapi": "3.1.0",
 "info": {
  "title": "Frontdesk",
  "version": "0.0.0",
  "summary": "Mailboxes, SMS inboxes, tunnels and agent keys for programs that wait for verification codes.",
  "license": {
   "name": "MIT",
   "identifier": "MIT"
  },
  "description": "A front desk for programs: mailboxes, SMS inboxes and tunnel subdomains that receive verification codes, each read with\nits own key.\n\n**Success** is always HTTP 200 with `success: true`. **Failure** is a 4xx or 5xx with `{ \"error\", \"code\" }`: `error` is a\nsentence for a person, `code` one word for a program. Unknown body fields and query parameters are ignored. Bodies are\nJSON of at most 1 MiB.\n\n**Checks run in this order**: credential (401), scope (403), existence (404), input (400). What belongs to another\naccount does not exist.\n\n**Two editions.** Operations marked `x-edition: later` are absent from a server that runs the earlier edition: their\npaths return 404, or 405 if the path has other methods.\n\n**Waiting (long poll).** `GET /svc-api/mail/recent` and `GET /svc-api/sms/recent` take `after` and `wait`: the response is\nheld until a message newer than the cursor is stored. Cursors come from the server, so no clock is involved. A pending wait\ngets every message that matches, even if ten later messages replace it in the inbox. With `after` or `lookback` the oldest\nnew messages come first: `cursor` points to the last one returned, and `more` says that there are others.\n\n**Pagination.** Lists of records take `limit` and `cursor` and then return `next`, a cursor or `null`. Without them a list\nis complete. A record that exists throughout appears exactly once.\n\n**CORS**: any origin, without cookies.\n"
 },
 "servers": [
  {
   "url": "http://localhost:8787",
   "description": "A server started with its defaults"
  }
 ],
 "tags": [
  {
   "name": "Public",
   "description": "Needs no credential."
  },
  {
   "name": "Account",
   "description": "What the calling key may do."
  },
  {
   "name": "Subdomains",
   "description": "Names under which a local port can be reached. A tunnel is started by `frontdesk-tunnel -k <svc_…> -p <port>`."
  },
  {
   "name": "Mailboxes",
   "description": "Addresses that keep the latest ten mails as text."
  },
  {
   "name": "Mail",
   "description": "Reading one mailbox with its own `svcm_` key."
  },
  {
   "name": "SMS inboxes",
   "description": "Inboxes for the SMS of up to two phone numbers (later edition)."
  },
  {
   "name": "SMS",
   "description": "Reading and pushing text messages with an `svcsms_` key (later edition)."
  },
  {
   "name": "Agent keys",
   "description": "Keys that manage everything of an account, within their scopes."
  },
  {
   "name": "Authenticators",
   "description": "One-time passwords (TOTP) of an app's second factor (later edition)."
  },
  {
   "name": "Webhooks",
   "description": "Messages pushed to a URL as they arrive, signed as Standard Webhooks are (later edition)."
  },
  {
   "name": "Audit log",
   "description": "Who used which key for what (later edition)."
  }
 ],
 "paths": {
  "/svc-api/server/version": {
   "get": {
    "operationId": "getServerVersion",
    "tags": [
     "Public"
    ],
    "summary": "Server version and configuration",
    "description": "In the earlier edition `limits.mailboxes` is given by tier and there are no `sms_*` fields.",
    "security": [],
    "responses": {
     "200": {
      "description": "What this server is and what it allows",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServerVersion"
        },
        "examples": {
         "later": {
          "value": {
           "success": true,
           "name": "frontdesk",
           "version": "1.0.0",
           "edition": "later",
           "mail_domain": "desk.example.com",
           "tunnel_domain": "tunnel.localhost",
           "base_domain": "vip.localhost",
           "limits": {
            "mailboxes": {
             "free": 5
            },
            "sms_tokens": 5,
            "phones_per_sms_token": 2
           },
           "retention": {
            "emails_per_mailbox": 10,
            "sms_per_phone": 10,
            "days": 30
           },
           "smtp": {
            "port": 2525,
            "starttls": true
           },
           "providers": {
            "port": null
           }
          }
         },
         "earlier": {
          "value": {
           "success": true,
           "name": "frontdesk",
           "version": "1.0.0",
           "edition": "earlier",
           "mail_domain": "desk.example.com",
           "tunnel_domain": "tunnel.localhost",
           "base_domain": "vip.localhost",
           "limits": {
            "mailboxes": {
             "normal": 5,
             "vip": 10,
             "svip": 50,
             "ssvip": null
            }
           },
           "retention": {
            "emails_per_mailbox": 10,
            "days": 30
           },
           "smtp": {
            "port": 2525,
            "starttls": true
           }
          }
         }
        }
       }
      }
     }
    }
   }
  },
  "/svc-api/subdomain/check/{name}": {
   "get": {
    "operationId": "checkSubdomain",
    "tags": [
     "Public"
    ],
    "summary": "Check whether a subdomain name is free",
    "security": [],
    "parameters": [
     {
      "name": "name",
      "in": "path",
      "required": true,
      "description": "The label asked for",
      "schema": {
       "type": "string"
      },
      "example": "demo"
     },
     {
      "name": "domain_base",
      "in": "query",
      "description": "The domain the name goes under; the three-level tunnel domain when omitted.",
      "schema": {
       "type": "string"
      },
      "example": "vip.localhost"
     }
    ],
    "responses": {
     "200": {
      "description": "Whether it can be registered now, and if not, why",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SubdomainCheck"
        },
        "example": {
         "success": true,
         "available": true,
         "name": "demo",
         "domain": "demo.tunnel.localhost"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mailbox/check": {
   "get": {
    "operationId": "checkMailbox",
    "tags": [
     "Public"
    ],
    "summary": "Check whether a mailbox name is free",
    "security": [],
    "parameters": [
     {
      "name": "name",
      "in": "query",
      "required": true,
      "description": "The local part asked for",
      "schema": {
       "type": "string"
      },
      "example": "signup"
     }
    ],
    "responses": {
     "200": {
      "description": "Whether it can be registered now, and if not, why",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MailboxCheck"
        },
        "example": {
         "success": true,
         "available": false,
         "name": "postmaster",
         "address": "postmaster@desk.example.com",
         "reason": "reserved"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/check": {
   "get": {
    "operationId": "checkPhone",
    "tags": [
     "Public"
    ],
    "summary": "Check a phone number",
    "description": "Valid: 7 to 15 digits, no `+`, no leading `00`, no country code.",
    "x-edition": "later",
    "security": [],
    "parameters": [
     {
      "name": "phone",
      "in": "query",
      "required": true,
      "description": "Digits without country code",
      "schema": {
       "type": "string"
      },
      "example": "5550123456"
     }
    ],
    "responses": {
     "200": {
      "description": "Whether a push may carry it, and if not, why",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PhoneCheck"
        },
        "example": {
         "success": true,
         "valid": true,
         "phone": "5550123456"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     }
    }
   }
  },
  "/downloads/svc-tunnel-skill.md": {
   "get": {
    "operationId": "getTunnelSkill",
    "tags": [
     "Public"
    ],
    "summary": "Agent skill document",
    "description": "Tells an AI agent how to use this server, with this server's own addresses in it.",
    "security": [],
    "responses": {
     "200": {
      "description": "The document",
      "content": {
       "text/markdown": {
        "schema": {
         "type": "string"
        },
        "example": "# Frontdesk\n\nUse this server to receive verification codes."
       }
      }
     }
    }
   }
  },
  "/svc-api/account": {
   "get": {
    "operationId": "getAccount",
    "tags": [
     "Account"
    ],
    "summary": "The calling key's scopes, and the account's limits and usage",
    "description": "Any valid agent key, whatever its scopes. `null` means unlimited.",
    "security": [
     {
      "agentKey": []
     }
    ],
    "responses": {
     "200": {
      "description": "The account and the calling key",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AccountResponse"
        },
        "example": {
         "success": true,
         "account": {
          "name": "default",
          "tier": "normal",
          "limits": {
           "subdomains": 50,
           "mailboxes": 5,
           "sms_tokens": 5,
           "agent_keys": 100,
           "webhooks": 20,
           "authenticators": 50
          },
          "usage": {
           "subdomains": 1,
           "mailboxes": 2,
           "sms_tokens": 0,
           "agent_keys": 1,
           "webhooks": 0,
           "authenticators": 0
          }
         },
         "agent_token": {
          "id": "k4f0v6w2zq1m9x3c",
          "name": "ci",
          "scopes": "mailbox:read,mailbox:create",
          "expiry": "2027-01-01T00:00:00.000Z",
          "created_at": "2026-11-20T09:30:00.000Z",
          "last_used_at": "2026-11-20T09:31:00.000Z"
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/subdomain/list": {
   "get": {
    "operationId": "listSubdomains",
    "tags": [
     "Subdomains"
    ],
    "summary": "All subdomains of the account, with their tokens",
    "security": [
     {
      "agentKey": [
       "subdomain:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/ListLimit"
     },
     {
      "$ref": "#/components/parameters/ListCursor"
     }
    ],
    "responses": {
     "200": {
      "description": "Oldest first",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "subdomains"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "next": {
           "$ref": "#/components/schemas/Next"
          },
          "subdomains": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/Subdomain"
           }
          }
         }
        },
        "example": {
         "success": true,
         "subdomains": [
          {
           "id": "s7c1n2b8q0d5e4r6",
           "name": "demo",
           "domain_base": "tunnel.localhost",
           "domain": "demo.tunnel.localhost",
           "url": "http://demo.tunnel.localhost:8787",
           "token": "svc_2Xh0examplexexamplexexamplex",
           "online": false,
           "clients": 0,
           "created_at": "2026-11-20T09:30:00.000Z"
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/subdomain/register": {
   "post": {
    "operationId": "registerSubdomain",
    "tags": [
     "Subdomains"
    ],
    "summary": "Register a subdomain",
    "description": "Names directly under `{base_domain}` need the tier vip or higher.",
    "security": [
     {
      "agentKey": [
       "subdomain:create"
      ]
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SubdomainRegistration"
       },
       "example": {
        "name": "demo"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "Registered; the token starts tunnels",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SubdomainResponse"
        },
        "example": {
         "success": true,
         "subdomain": {
          "id": "s7c1n2b8q0d5e4r6",
          "name": "demo",
          "domain_base": "tunnel.localhost",
          "domain": "demo.tunnel.localhost",
          "url": "http://demo.tunnel.localhost:8787",
          "token": "svc_2Xh0examplexexamplexexamplex",
          "online": false,
          "clients": 0,
          "created_at": "2026-11-20T09:30:00.000Z"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/VipRequired"
     },
     "409": {
      "$ref": "#/components/responses/AlreadyTaken"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/subdomain/{id}/renew-token": {
   "post": {
    "operationId": "renewSubdomainToken",
    "tags": [
     "Subdomains"
    ],
    "summary": "Rotate a subdomain's token",
    "description": "The old token stops working at once, and tunnels opened with it are cut.",
    "security": [
     {
      "agentKey": [
       "subdomain:renew"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/SubdomainId"
     }
    ],
    "responses": {
     "200": {
      "description": "The subdomain with its new token",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SubdomainResponse"
        },
        "example": {
         "success": true,
         "subdomain": {
          "id": "s7c1n2b8q0d5e4r6",
          "name": "demo",
          "domain_base": "tunnel.localhost",
          "domain": "demo.tunnel.localhost",
          "url": "http://demo.tunnel.localhost:8787",
          "token": "svc_2Xh0examplexexamplexexamplex",
          "online": false,
          "clients": 0,
          "created_at": "2026-11-20T09:30:00.000Z"
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/subdomain/{id}": {
   "delete": {
    "operationId": "deleteSubdomain",
    "tags": [
     "Subdomains"
    ],
    "summary": "Delete a subdomain and its tunnels",
    "security": [
     {
      "agentKey": [
       "subdomain:delete"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/SubdomainId"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mailbox/register": {
   "post": {
    "operationId": "registerMailbox",
    "tags": [
     "Mailboxes"
    ],
    "summary": "Register a mailbox",
    "description": "The name is case-insensitive and stored in lower case. Mail to `name+anything@` arrives in `name@`.",
    "security": [
     {
      "agentKey": [
       "mailbox:create"
      ]
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/MailboxRegistration"
       },
       "example": {
        "name": "signup"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "Registered; the token reads it",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MailboxResponse"
        },
        "example": {
         "success": true,
         "mailbox": {
          "id": "m3t9k1w7b5x2c8v0",
          "name": "signup",
          "address": "signup@desk.example.com",
          "token": "svcm_5Rt0examplexexamplexexamplex",
          "email_count": 0,
          "created_at": "2026-11-20T09:30:00.000Z"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/LimitReached"
     },
     "409": {
      "$ref": "#/components/responses/AlreadyTaken"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mailbox/list": {
   "get": {
    "operationId": "listMailboxes",
    "tags": [
     "Mailboxes"
    ],
    "summary": "All mailboxes of the account, with their tokens",
    "security": [
     {
      "agentKey": [
       "mailbox:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/ListLimit"
     },
     {
      "$ref": "#/components/parameters/ListCursor"
     }
    ],
    "responses": {
     "200": {
      "description": "Oldest first. `limit` is `null` where there is none.",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "mailboxes",
          "limit",
          "used"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "next": {
           "$ref": "#/components/schemas/Next"
          },
          "mailboxes": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/Mailbox"
           }
          },
          "limit": {
           "$ref": "#/components/schemas/Limit"
          },
          "used": {
           "type": "integer",
           "minimum": 0
          }
         }
        },
        "example": {
         "success": true,
         "mailboxes": [
          {
           "id": "m3t9k1w7b5x2c8v0",
           "name": "signup",
           "address": "signup@desk.example.com",
           "token": "svcm_5Rt0examplexexamplexexamplex",
           "email_count": 0,
           "created_at": "2026-11-20T09:30:00.000Z"
          }
         ],
         "limit": 5,
         "used": 1
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mailbox/rejected": {
   "get": {
    "operationId": "listRejectedMail",
    "tags": [
     "Mailboxes"
    ],
    "summary": "List recipients whose mail was rejected",
    "description": "Helps to find mail that was sent to a mistyped address. Empty if the server has several accounts, because a rejected\naddress belongs to none of them. Cleared at a restart.\n",
    "security": [
     {
      "agentKey": [
       "mailbox:read"
      ]
     }
    ],
    "responses": {
     "200": {
      "description": "The last 50, newest first",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "rejected"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "rejected": {
           "type": "array",
           "maxItems": 50,
           "items": {
            "$ref": "#/components/schemas/RejectedMail"
           }
          }
         }
        },
        "example": {
         "success": true,
         "rejected": [
          {
           "recipient": "sign-up@desk.example.com",
           "reason": "unknown_mailbox",
           "at": "2026-11-20T09:30:00.000Z"
          }
         ]
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mailbox/{id}/emails": {
   "get": {
    "operationId": "listMailboxEmails",
    "tags": [
     "Mailboxes"
    ],
    "summary": "Recent mails of a mailbox, read with the agent key",
    "security": [
     {
      "agentKey": [
       "mailbox:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/MailboxId"
     },
     {
      "name": "limit",
      "in": "query",
      "description": "How many at most",
      "schema": {
       "type": "integer",
       "minimum": 1,
       "maximum": 10,
       "default": 10
      },
      "example": 3
     }
    ],
    "responses": {
     "200": {
      "description": "Newest first, without the body",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "emails"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "emails": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/EmailSummary"
           }
          }
         }
        },
        "example": {
         "success": true,
         "emails": [
          {
           "id": "000000001m3t9k1w7",
           "subject": "Your sign-in code",
           "sender": "Example Shop <no-reply@shop.example>",
           "recipient": "signup+shop@desk.example.com",
           "snippet": "481 220 is your code. It is good for ten minutes.",
           "received_at": "2026-11-20T09:30:00.000Z",
           "authenticated": "pass"
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "delete": {
    "operationId": "clearMailbox",
    "tags": [
     "Mailboxes"
    ],
    "summary": "Delete all mails of a mailbox, which stays",
    "description": "The mailbox keeps its name and key. Pending waits and cursors stay valid.",
    "security": [
     {
      "agentKey": [
       "mailbox:delete"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/MailboxId"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mailbox/{id}/test": {
   "post": {
    "operationId": "sendTestMail",
    "tags": [
     "Mailboxes"
    ],
    "summary": "Put a test mail with a code into a mailbox",
    "description": "An extension, to try out a program that reads the mailbox. The mail is parsed and stored like one that came over SMTP,\nand counts as one of the ten that are kept.\n",
    "security": [
     {
      "agentKey": [
       "mailbox:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/MailboxId"
     }
    ],
    "responses": {
     "200": {
      "description": "Stored; pending waits have received it",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "recipient",
          "code"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "recipient": {
           "type": "string",
           "description": "The address it was sent to."
          },
          "code": {
           "type": "string",
           "description": "The code that stands in it, as it is typed."
          }
         }
        },
        "example": {
         "success": true,
         "recipient": "signup@desk.example.com",
         "code": "481220"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mailbox/{id}/token": {
   "post": {
    "operationId": "rotateMailboxToken",
    "tags": [
     "Mailboxes"
    ],
    "summary": "Rotate a mailbox's token",
    "description": "The old key stops working at once; pending waits with it end with 401.",
    "security": [
     {
      "agentKey": [
       "mailbox:renew"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/MailboxId"
     }
    ],
    "responses": {
     "200": {
      "description": "The mailbox with its new token",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MailboxResponse"
        },
        "example": {
         "success": true,
         "mailbox": {
          "id": "m3t9k1w7b5x2c8v0",
          "name": "signup",
          "address": "signup@desk.example.com",
          "token": "svcm_5Rt0examplexexamplexexamplex",
          "email_count": 0,
          "created_at": "2026-11-20T09:30:00.000Z"
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mailbox/{id}": {
   "delete": {
    "operationId": "deleteMailbox",
    "tags": [
     "Mailboxes"
    ],
    "summary": "Delete a mailbox and all its mails",
    "description": "The name and the quota are free at once; pending waits on it end with 401.",
    "security": [
     {
      "agentKey": [
       "mailbox:delete"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/MailboxId"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mail/recent": {
   "get": {
    "operationId": "getRecentMail",
    "tags": [
     "Mail"
    ],
    "summary": "Latest mails of the token's mailbox, or the next one",
    "description": "Without `after` and `lookback`: the newest `n`. With one of them: the `n` oldest of those that arrived since; `more` says\nthat there are others, which `after=<cursor>` returns. With `wait` as well (long poll): if there is none yet, the response\nis held until one is stored or the seconds run out; then it is an empty list with a cursor to continue from.\n\nA pending wait gets every mail that matches, even if ten later mails replace it in the mailbox. Mail for the same `to`\nis also buffered between two requests: up to 100 messages for 5 minutes. Other mail that was dropped unread is counted\nin `missed`.\n",
    "security": [
     {
      "mailboxToken": []
     }
    ],
    "parameters": [
     {
      "name": "n",
      "in": "query",
      "description": "How many at most",
      "schema": {
       "type": "integer",
       "minimum": 1,
       "maximum": 10,
       "default": 10
      },
      "example": 5
     },
     {
      "$ref": "#/components/parameters/After"
     },
     {
      "$ref": "#/components/parameters/Lookback"
     },
     {
      "$ref": "#/components/parameters/To"
     },
     {
      "$ref": "#/components/parameters/AuthenticatedOnly"
     },
     {
      "$ref": "#/components/parameters/Full"
     },
     {
      "$ref": "#/components/parameters/Wait"
     }
    ],
    "responses": {
     "200": {
      "description": "Newest first",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "emails",
          "cursor"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "emails": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/RecentEmail"
           }
          },
          "cursor": {
           "$ref": "#/components/schemas/Cursor"
          },
          "more": {
           "$ref": "#/components/schemas/More"
          },
          "missed": {
           "$ref": "#/components/schemas/Missed"
          }
         }
        },
        "example": {
         "success": true,
         "emails": [
          {
           "id": "000000001m3t9k1w7",
           "subject": "Your sign-in code",
           "sender": "Example Shop <no-reply@shop.example>",
           "recipient": "signup+shop@desk.example.com",
           "snippet": "481 220 is your code. It is good for ten minutes.",
           "received_at": "2026-11-20T09:30:00.000Z",
           "authenticated": "pass"
          }
         ],
         "cursor": "000000001m3t9k1w7"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mail/message/{id}": {
   "get": {
    "operationId": "getMail",
    "tags": [
     "Mail"
    ],
    "summary": "One mail with its full text",
    "security": [
     {
      "mailboxToken": []
     }
    ],
    "parameters": [
     {
      "name": "id",
      "in": "path",
      "required": true,
      "description": "The mail's id",
      "schema": {
       "type": "string"
      },
      "example": "000000001m3t9k1w7"
     }
    ],
    "responses": {
     "200": {
      "description": "The mail; `body` is its text/plain, or its HTML turned into readable text",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "email"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "email": {
           "$ref": "#/components/schemas/Email"
          }
         }
        },
        "example": {
         "success": true,
         "email": {
          "id": "000000001m3t9k1w7",
          "subject": "Your sign-in code",
          "sender": "Example Shop <no-reply@shop.example>",
          "recipient": "signup+shop@desk.example.com",
          "received_at": "2026-11-20T09:30:00.000Z",
          "authenticated": "pass",
          "body": "481 220 is your code.\nIt is good for ten minutes.\n",
          "links": [],
          "codes": [
           {
            "value": "481220",
            "shown": "481 220",
            "kind": "one_time",
            "confidence": 0.99
           }
          ]
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/mail/push": {
   "post": {
    "operationId": "pushMail",
    "tags": [
     "Mail"
    ],
    "summary": "Deliver a mail over HTTP",
    "description": "An extension, for services that receive mail for you, such as Cloudflare Email Routing or Amazon SES: no port 25 is needed. The body\nis the mail itself. It is parsed and stored as if it had come by SMTP, in the account's mailboxes only. The recipients are those of\n`to`; without it those of the first of `Delivered-To`, `X-Original-To`, and `To` with `Cc` that has any. The response comes after the\ncommit. A retry after a lost response may store a mail twice.\n",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "mail:push"
      ]
     }
    ],
    "parameters": [
     {
      "name": "to",
      "in": "query",
      "description": "A recipient of the SMTP envelope. Repeat it for more, up to 100.",
      "schema": {
       "type": "array",
       "maxItems": 100,
       "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 500
       }
      },
      "example": [
       "signup@desk.example.com"
      ]
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "message/rfc822": {
       "schema": {
        "type": "string",
        "description": "Up to `--smtp-max-size` bytes."
       },
       "example": "From: shop@shop.example\r\nTo: signup@desk.example.com\r\nSubject: Your code\r\n\r\n369385 is your verification code."
      }
     }
    },
    "responses": {
     "200": {
      "description": "Stored for at least one recipient",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "stored",
          "rejected"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "stored": {
           "type": "integer",
           "minimum": 1,
           "description": "Recipients whose mailbox has it."
          },
          "rejected": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/RejectedPush"
           }
          }
         }
        },
        "example": {
         "success": true,
         "stored": 1,
         "rejected": []
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/register": {
   "post": {
    "operationId": "registerSmsInbox",
    "tags": [
     "SMS inboxes"
    ],
    "summary": "Register an SMS inbox",
    "description": "A bare token fills with numbers as they push. A legacy `phone` attaches that number as number 1.",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "sms:create"
      ]
     }
    ],
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SmsRegistration"
       },
       "example": {}
      }
     }
    },
    "responses": {
     "200": {
      "description": "Created; the token reads and pushes",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SmsInboxResponse"
        },
        "example": {
         "success": true,
         "sms_token": {
          "id": "t6y2u8i4o0p1a5s3",
          "token": "svcsms_8Kp0examplexexamplexexample",
          "phones": [
           {
            "id": "p1",
            "phone": "5550123456",
            "message_count": 1,
            "last_received_at": "2026-11-20T09:30:00.000Z"
           }
          ],
          "token_full": false,
          "message_count": 1,
          "created_at": "2026-11-20T09:00:00.000Z"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/LimitReached"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/list": {
   "get": {
    "operationId": "listSmsInboxes",
    "tags": [
     "SMS inboxes"
    ],
    "summary": "All SMS inboxes of the account, with their keys",
    "description": "The flat `phones` beside `sms_tokens` is for older clients.",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "sms:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/ListLimit"
     },
     {
      "$ref": "#/components/parameters/ListCursor"
     }
    ],
    "responses": {
     "200": {
      "description": "Oldest first. `limit` is `null` where there is none.",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "sms_tokens",
          "phones",
          "limit",
          "used"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "next": {
           "$ref": "#/components/schemas/Next"
          },
          "sms_tokens": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/SmsInbox"
           }
          },
          "phones": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/LegacyPhone"
           }
          },
          "limit": {
           "$ref": "#/components/schemas/Limit"
          },
          "used": {
           "type": "integer",
           "minimum": 0
          }
         }
        },
        "example": {
         "success": true,
         "sms_tokens": [
          {
           "id": "t6y2u8i4o0p1a5s3",
           "token": "svcsms_8Kp0examplexexamplexexample",
           "phones": [
            {
             "id": "p1",
             "phone": "5550123456",
             "message_count": 1,
             "last_received_at": "2026-11-20T09:30:00.000Z"
            }
           ],
           "token_full": false,
           "message_count": 1,
           "created_at": "2026-11-20T09:00:00.000Z"
          }
         ],
         "phones": [
          {
           "id": "p1",
           "phone": "5550123456",
           "sms_id": "t6y2u8i4o0p1a5s3",
           "message_count": 1
          }
         ],
         "limit": 5,
         "used": 1
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/{id}/messages": {
   "get": {
    "operationId": "listSmsInboxMessages",
    "tags": [
     "SMS inboxes"
    ],
    "summary": "Recent texts of a token, read with the agent key",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "sms:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/SmsInboxId"
     },
     {
      "name": "limit",
      "in": "query",
      "description": "How many at most",
      "schema": {
       "type": "integer",
       "minimum": 1,
       "maximum": 20,
       "default": 10
      },
      "example": 5
     },
     {
      "name": "phone_id",
      "in": "query",
      "description": "Only texts that arrived on this number",
      "schema": {
       "type": "string"
      },
      "example": "p1"
     }
    ],
    "responses": {
     "200": {
      "description": "Newest first, across the token's numbers",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "messages"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "messages": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/SmsSummary"
           }
          }
         }
        },
        "example": {
         "success": true,
         "messages": [
          {
           "id": "000000001t6y2u8i4",
           "sender": "EXAMPLE",
           "snippet": "903114 is your sign-in code.",
           "received_at": "2026-11-20T09:30:00.000Z",
           "phone_id": "p1",
           "phone": "5550123456"
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/{id}/token": {
   "post": {
    "operationId": "rotateSmsInboxKey",
    "tags": [
     "SMS inboxes"
    ],
    "summary": "Rotate an SMS inbox's key",
    "description": "The old key stops working at once; enter the new one on the phone.",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "sms:renew"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/SmsInboxId"
     }
    ],
    "responses": {
     "200": {
      "description": "The SMS inbox with its new key",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SmsInboxResponse"
        },
        "example": {
         "success": true,
         "sms_token": {
          "id": "t6y2u8i4o0p1a5s3",
          "token": "svcsms_8Kp0examplexexamplexexample",
          "phones": [
           {
            "id": "p1",
            "phone": "5550123456",
            "message_count": 1,
            "last_received_at": "2026-11-20T09:30:00.000Z"
           }
          ],
          "token_full": false,
          "message_count": 1,
          "created_at": "2026-11-20T09:00:00.000Z"
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/{id}/setup": {
   "get": {
    "operationId": "getPhoneSetup",
    "tags": [
     "SMS inboxes"
    ],
    "summary": "Settings of each app that forwards a phone's SMS to this inbox",
    "description": "An extension. The settings hold the token's key.",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "sms:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/SmsInboxId"
     },
     {
      "name": "phone",
      "in": "query",
      "required": true,
      "description": "The phone's own number, which most phones don't know, of SIM 1",
      "schema": {
       "type": "string"
      },
      "example": "5550123456"
     },
     {
      "name": "phone2",
      "in": "query",
      "description": "The number of SIM 2",
      "schema": {
       "type": "string"
      },
      "example": "5550987654"
     }
    ],
    "responses": {
     "200": {
      "description": "Each app in turn",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "apps",
          "limits"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "apps": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/PhoneApp"
           }
          },
          "limits": {
           "type": "array",
           "items": {
            "type": "string"
           },
           "description": "What no app on Android can change."
          }
         }
        },
        "example": {
         "success": true,
         "apps": [
          {
           "name": "smsforwarder",
           "title": "SmsForwarder (pppscn/SmsForwarder)",
           "platform": "android",
           "lines": [
            "Webhook server:",
            "  http://localhost:8787/svc-api/sms/push"
           ],
           "warnings": [
            "It accepts any TLS certificate."
           ],
           "import_file": null
          }
         ],
         "limits": [
          "RCS chats are not SMS."
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/{id}/pair": {
   "post": {
    "operationId": "createPairing",
    "tags": [
     "SMS inboxes"
    ],
    "summary": "Create a code with which a phone gets this inbox's key",
    "description": "An extension. The code works once, for ten minutes, and not after the key is rotated. `link` opens a page of this server\nthat passes the code to the companion app; the code comes after `#`, so no log sees it. After the code, the link may\ncontain `/` and the numbers of SIM 1 and 2, comma-separated, which the page and the app then show. At most ten codes of\none SMS inbox are valid at a time.\n",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "sms:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/SmsInboxId"
     }
    ],
    "responses": {
     "200": {
      "description": "The code and the link that holds it",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "pairing"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "pairing": {
           "type": "object",
           "required": [
            "code",
            "link",
            "expires_at"
           ],
           "properties": {
            "code": {
             "type": "string",
             "description": "128 random bits, shown this once."
            },
            "link": {
             "type": "string"
            },
            "expires_at": {
             "$ref": "#/components/schemas/Time"
            }
           }
          }
         }
        },
        "example": {
         "success": true,
         "pairing": {
          "code": "Vb3kQ0example5example0A",
          "link": "http://localhost:8787/pair#Vb3kQ0example5example0A",
          "expires_at": "2026-11-20T09:40:00.000Z"
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/{id}": {
   "delete": {
    "operationId": "deleteSmsInbox",
    "tags": [
     "SMS inboxes"
    ],
    "summary": "Delete an SMS inbox, its numbers and all its messages",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "sms:delete"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/SmsInboxId"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/pair": {
   "post": {
    "operationId": "pair",
    "tags": [
     "SMS"
    ],
    "summary": "Exchange a code for its SMS inbox",
    "description": "An extension, for the companion app. The code is the credential; it is used up.",
    "x-edition": "later",
    "security": [],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ClaimCode"
       },
       "example": {
        "code": "Vb3kQ0example5example0A"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The SMS inbox with its key",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SmsInboxResponse"
        },
        "example": {
         "success": true,
         "sms_token": {
          "id": "t6y2u8i4o0p1a5s3",
          "token": "svcsms_8Kp0examplexexamplexexample",
          "phones": [
           {
            "id": "p1",
            "phone": "5550123456",
            "message_count": 1,
            "last_received_at": "2026-11-20T09:30:00.000Z"
           }
          ],
          "token_full": false,
          "message_count": 1,
          "created_at": "2026-11-20T09:00:00.000Z"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/DeadCode"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/recent": {
   "get": {
    "operationId": "getRecentSms",
    "tags": [
     "SMS"
    ],
    "summary": "Latest texts across the token's numbers, or the next one",
    "description": "`after`, `lookback`, `full` and `wait` work as in `GET /svc-api/mail/recent`.",
    "x-edition": "later",
    "security": [
     {
      "smsToken": []
     }
    ],
    "parameters": [
     {
      "name": "n",
      "in": "query",
      "description": "How many at most",
      "schema": {
       "type": "integer",
       "minimum": 1,
       "maximum": 20,
       "default": 20
      },
      "example": 5
     },
     {
      "$ref": "#/components/parameters/After"
     },
     {
      "$ref": "#/components/parameters/Lookback"
     },
     {
      "$ref": "#/components/parameters/Full"
     },
     {
      "$ref": "#/components/parameters/Wait"
     }
    ],
    "responses": {
     "200": {
      "description": "Newest first",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "messages",
          "phones",
          "token_full",
          "cursor"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "messages": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/RecentSms"
           }
          },
          "phones": {
           "type": "array",
           "maxItems": 2,
           "items": {
            "$ref": "#/components/schemas/Phone"
           }
          },
          "token_full": {
           "type": "boolean",
           "description": "Two numbers are attached; a third is refused."
          },
          "cursor": {
           "$ref": "#/components/schemas/Cursor"
          },
          "more": {
           "$ref": "#/components/schemas/More"
          },
          "missed": {
           "$ref": "#/components/schemas/Missed"
          }
         }
        },
        "example": {
         "success": true,
         "messages": [
          {
           "id": "000000001t6y2u8i4",
           "sender": "EXAMPLE",
           "snippet": "903114 is your sign-in code.",
           "received_at": "2026-11-20T09:30:00.000Z",
           "phone_id": "p1",
           "phone": "5550123456"
          }
         ],
         "phones": [
          {
           "id": "p1",
           "phone": "5550123456",
           "message_count": 1,
           "last_received_at": "2026-11-20T09:30:00.000Z"
          }
         ],
         "token_full": false,
         "cursor": "000000001t6y2u8i4"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/message/{id}": {
   "get": {
    "operationId": "getSms",
    "tags": [
     "SMS"
    ],
    "summary": "One text message, whole",
    "x-edition": "later",
    "security": [
     {
      "smsToken": []
     }
    ],
    "parameters": [
     {
      "name": "id",
      "in": "path",
      "required": true,
      "description": "The message's id",
      "schema": {
       "type": "string"
      },
      "example": "000000001t6y2u8i4"
     }
    ],
    "responses": {
     "200": {
      "description": "The message and the number it arrived on",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "message"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "message": {
           "$ref": "#/components/schemas/Sms"
          }
         }
        },
        "example": {
         "success": true,
         "message": {
          "id": "000000001t6y2u8i4",
          "sender": "EXAMPLE",
          "body": "903114 is your sign-in code.",
          "received_at": "2026-11-20T09:30:00.000Z",
          "phone_id": "p1",
          "phone": "5550123456",
          "links": [],
          "codes": [
           {
            "value": "903114",
            "shown": "903114",
            "kind": "one_time",
            "confidence": 0.99
           }
          ]
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/push": {
   "post": {
    "operationId": "pushSms",
    "tags": [
     "SMS"
    ],
    "summary": "Deliver received messages",
    "description": "All or nothing: the whole push, at most 1,000 messages, is checked before anything is stored. A message's `phone` counts, else the one at the\ntop. Numbers are matched by their last seven digits; an unknown number is attached as one of two, a third one\nis rejected with 403 `token_full`. A single message at the top level (`phone`, `sender`, `body`, `received_at`)\ncounts as a list of one. A message with the same phone, sender, body and `received_at` (to the second) as a stored\none is a duplicate: counted, not stored.\n",
    "x-edition": "later",
    "security": [
     {
      "smsToken": []
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SmsPush"
       },
       "example": {
        "phone": "5550123456",
        "messages": [
         {
          "phone": "5550123456",
          "sender": "EXAMPLE",
          "body": "903114 is your sign-in code.",
          "received_at": "2026-11-20T10:30:00+01:00"
         }
        ]
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Pushed"
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/TokenFull"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sms/{id}/smsgate": {
   "post": {
    "operationId": "pushFromSmsGate",
    "tags": [
     "SMS"
    ],
    "summary": "Deliver messages as the webhook of the SMSGate app",
    "description": "An extension, for the open-source Android app SMSGate, which can set neither header nor body. The SMS inbox's key is\nthe webhook's signing key: `X-Signature` is the hex HMAC-SHA256 of the raw body followed by `X-Timestamp` (epoch\nseconds, at most five minutes from the server's clock; the app makes a new one for each attempt). `sms:received` and\n`sms:batch:received` are stored by the rules of `POST /svc-api/sms/push`; every other event is acknowledged and\ndropped. An unknown `{id}` gets the same response as a wrong signature. Errors name the fields as the push does.\n",
    "x-edition": "later",
    "security": [
     {
      "smsGateSignature": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/SmsInboxId"
     },
     {
      "name": "phone",
      "in": "query",
      "description": "Receiving number, if the app does not know it.",
      "schema": {
       "type": "string"
      },
      "example": "5550123456"
     },
     {
      "name": "phone2",
      "in": "query",
      "description": "Receiving number of SIM 2, if it differs.",
      "schema": {
       "type": "string"
      },
      "example": "5550987654"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SmsGateEvent"
       },
       "example": {
        "event": "sms:received",
        "payload": {
         "sender": "EXAMPLE",
         "phoneNumber": "EXAMPLE",
         "recipient": "+15550123456",
         "simNumber": 1,
         "message": "903114 is your sign-in code.",
         "receivedAt": "2026-11-20T10:30:00.000+01:00"
        }
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Pushed"
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/WrongSignature"
     },
     "403": {
      "$ref": "#/components/responses/TokenFull"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/webhooks/register": {
   "post": {
    "operationId": "registerWebhook",
    "tags": [
     "Webhooks"
    ],
    "summary": "Register a webhook for new messages",
    "description": "An extension. Each message is sent by `POST` as `{ type, timestamp, data }`, where `type` is `mail.received` or\n`sms.received` and `data` the message with `mailbox_id` or `sms_id`; its text is cut after 65,536 characters. It is signed as the Standard\nWebhooks specification has it (`webhook-id`, `webhook-timestamp`, `webhook-signature`), with the `secret` that is returned\nonly here. A response of 2xx within 10 seconds is success; anything else is retried for a day with growing delays.\nA message may come more than once, with the same `webhook-id`, and out of order. At most 10,000 are queued; beyond, the oldest is dropped.\n\n`events` needs `mailbox:read` for `mail` and `sms:read` for `sms`; by default it is what the key may read. The webhook\nis valid as long as the key that created it.\n",
    "x-edition": "later",
    "security": [
     {
      "agentKey": []
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/WebhookRegistration"
       },
       "example": {
        "url": "https://app.example.com/frontdesk",
        "events": [
         "mail"
        ]
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "Registered",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "webhook",
          "secret"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "webhook": {
           "$ref": "#/components/schemas/Webhook"
          },
          "secret": {
           "type": "string",
           "pattern": "^whsec_",
           "description": "Verifies signatures; shown this once."
          }
         }
        },
        "example": {
         "success": true,
         "webhook": {
          "id": "w4f0v6w2zq1m9x3c",
          "url": "https://app.example.com/frontdesk",
          "events": [
           "mail"
          ],
          "mailbox_id": null,
          "sms_id": null,
          "created_at": "2026-11-20T09:30:00.000Z",
          "deliveries": [
           {
            "at": "2026-11-20T09:31:00.000Z",
            "status": 204,
            "ms": 12
           }
          ]
         },
         "secret": "whsec_ZXhhbXBsZS1zZWNyZXQtZXhhbXBsZS1zZWNyZXQ="
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/LimitReached"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/webhooks/list": {
   "get": {
    "operationId": "listWebhooks",
    "tags": [
     "Webhooks"
    ],
    "summary": "The account's webhooks",
    "description": "Those whose events the key may read, without their secrets.",
    "x-edition": "later",
    "security": [
     {
      "agentKey": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/ListLimit"
     },
     {
      "$ref": "#/components/parameters/ListCursor"
     }
    ],
    "responses": {
     "200": {
      "description": "Oldest first",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "webhooks"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "next": {
           "$ref": "#/components/schemas/Next"
          },
          "webhooks": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/Webhook"
           }
          }
         }
        },
        "example": {
         "success": true,
         "webhooks": [
          {
           "id": "w4f0v6w2zq1m9x3c",
           "url": "https://app.example.com/frontdesk",
           "events": [
            "mail"
           ],
           "mailbox_id": null,
           "sms_id": null,
           "created_at": "2026-11-20T09:30:00.000Z",
           "deliveries": [
            {
             "at": "2026-11-20T09:31:00.000Z",
             "status": 204,
             "ms": 12
            }
           ]
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/webhooks/{id}/test": {
   "post": {
    "operationId": "testWebhook",
    "tags": [
     "Webhooks"
    ],
    "summary": "Send one message of type webhook.test now",
    "description": "Returns the result of one attempt. At most 8 tests of a webhook run at a time; further ones get 429.",
    "x-edition": "later",
    "security": [
     {
      "agentKey": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/WebhookId"
     }
    ],
    "responses": {
     "200": {
      "description": "What came of it",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "delivery"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "delivery": {
           "$ref": "#/components/schemas/WebhookDelivery"
          }
         }
        },
        "example": {
         "success": true,
         "delivery": {
          "at": "2026-11-20T09:31:00.000Z",
          "status": 204,
          "ms": 12
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/webhooks/{id}": {
   "delete": {
    "operationId": "deleteWebhook",
    "tags": [
     "Webhooks"
    ],
    "summary": "Delete a webhook and what waits for it",
    "x-edition": "later",
    "security": [
     {
      "agentKey": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/WebhookId"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/authenticators/register": {
   "post": {
    "operationId": "registerAuthenticator",
    "tags": [
     "Authenticators"
    ],
    "summary": "Register an authenticator for one-time passwords",
    "description": "An extension. Give the `otpauth://totp/…` URI that the QR code of an app's second factor contains, or its `secret`. RFC 6238,\nas authenticator apps on phones. The secret is stored encrypted and never returned.\n",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "authenticator:create"
      ]
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/AuthenticatorRegistration"
       },
       "example": {
        "name": "anna",
        "uri": "otpauth://totp/Shop:anna@shop.example?secret=JBSWY3DPEHPK3PXP&issuer=Shop"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "Registered",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "authenticator"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "authenticator": {
           "$ref": "#/components/schemas/Authenticator"
          }
         }
        },
        "example": {
         "success": true,
         "authenticator": {
          "id": "a9d2f5h8j1l4n7q0",
          "name": "anna",
          "issuer": "Shop",
          "account": "anna@shop.example",
          "digits": 6,
          "period": 30,
          "algorithm": "SHA1",
          "created_at": "2026-11-20T09:30:00.000Z"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/LimitReached"
     },
     "409": {
      "$ref": "#/components/responses/AlreadyTaken"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/authenticators/list": {
   "get": {
    "operationId": "listAuthenticators",
    "tags": [
     "Authenticators"
    ],
    "summary": "The account's authenticators",
    "description": "Without their secrets.",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "authenticator:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/ListLimit"
     },
     {
      "$ref": "#/components/parameters/ListCursor"
     }
    ],
    "responses": {
     "200": {
      "description": "Oldest first",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "authenticators"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "next": {
           "$ref": "#/components/schemas/Next"
          },
          "authenticators": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/Authenticator"
           }
          }
         }
        },
        "example": {
         "success": true,
         "authenticators": [
          {
           "id": "a9d2f5h8j1l4n7q0",
           "name": "anna",
           "issuer": "Shop",
           "account": "anna@shop.example",
           "digits": 6,
           "period": 30,
           "algorithm": "SHA1",
           "created_at": "2026-11-20T09:30:00.000Z"
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/authenticators/{id}/code": {
   "get": {
    "operationId": "getAuthenticatorCode",
    "tags": [
     "Authenticators"
    ],
    "summary": "The authenticator's current code",
    "description": "The code at the server's clock, and the one after it. An app accepts a code once, and few accept one after its time: wait for\n`next_code` if `valid_for` is short.\n",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "authenticator:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/AuthenticatorId"
     }
    ],
    "responses": {
     "200": {
      "description": "The code",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "code",
          "valid_for",
          "next_code"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "code": {
           "type": "string",
           "pattern": "^[0-9]{6,8}$"
          },
          "valid_for": {
           "type": "integer",
           "minimum": 0,
           "maximum": 300,
           "description": "Whole seconds until `next_code` is the code."
          },
          "next_code": {
           "type": "string",
           "pattern": "^[0-9]{6,8}$"
          }
         }
        },
        "example": {
         "success": true,
         "code": "282760",
         "valid_for": 17,
         "next_code": "996554"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/authenticators/{id}": {
   "delete": {
    "operationId": "deleteAuthenticator",
    "tags": [
     "Authenticators"
    ],
    "summary": "Delete an authenticator with its secret",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "authenticator:delete"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/AuthenticatorId"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/agent-tokens/list": {
   "get": {
    "operationId": "listAgentKeys",
    "tags": [
     "Agent keys"
    ],
    "summary": "The account's other agent keys",
    "description": "Without the calling key, and never with a key's value.",
    "security": [
     {
      "agentKey": [
       "token:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/ListLimit"
     },
     {
      "$ref": "#/components/parameters/ListCursor"
     }
    ],
    "responses": {
     "200": {
      "description": "Oldest first",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "agent_tokens"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "next": {
           "$ref": "#/components/schemas/Next"
          },
          "agent_tokens": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/AgentKey"
           }
          }
         }
        },
        "example": {
         "success": true,
         "agent_tokens": [
          {
           "id": "k4f0v6w2zq1m9x3c",
           "name": "ci",
           "scopes": "mailbox:read,mailbox:create",
           "expiry": "2027-01-01T00:00:00.000Z",
           "created_at": "2026-11-20T09:30:00.000Z",
           "last_used_at": "2026-11-20T09:31:00.000Z"
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/agent-tokens/create": {
   "post": {
    "operationId": "createAgentKey",
    "tags": [
     "Agent keys"
    ],
    "summary": "Create an agent key",
    "description": "The response is the only one that contains its secret. A key can't create one that may do more than itself, or that lasts longer. Without `expiry`, a key made by one that expires ends with it.",
    "security": [
     {
      "agentKey": [
       "token:write"
      ]
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/AgentKeyCreation"
       },
       "example": {
        "name": "ci",
        "scopes": "mailbox:read,mailbox:create"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "Created",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "agent_token"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "agent_token": {
           "$ref": "#/components/schemas/NewAgentKey"
          }
         }
        },
        "example": {
         "success": true,
         "agent_token": {
          "id": "k4f0v6w2zq1m9x3c",
          "name": "ci",
          "scopes": "mailbox:read,mailbox:create",
          "expiry": null,
          "created_at": "2026-11-20T09:30:00.000Z",
          "last_used_at": null,
          "token": "svcagt_9Qw0examplexexamplexexample"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/LimitReached"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/agent-tokens/{id}": {
   "put": {
    "operationId": "updateAgentKey",
    "tags": [
     "Agent keys"
    ],
    "summary": "Change a key's name, scopes or expiry",
    "description": "Omitted fields stay. `expiry` null removes it. A key can't be given more than the calling key holds, nor a later expiry than its own. Only the fields that are sent are checked.",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "token:write"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/AgentKeyId"
     }
    ],
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/AgentKeyUpdate"
       },
       "example": {
        "expiry": "2027-01-01T00:00:00Z"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The key as it is now",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "agent_token"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "agent_token": {
           "$ref": "#/components/schemas/AgentKey"
          }
         }
        },
        "example": {
         "success": true,
         "agent_token": {
          "id": "k4f0v6w2zq1m9x3c",
          "name": "ci",
          "scopes": "mailbox:read,mailbox:create",
          "expiry": "2027-01-01T00:00:00.000Z",
          "created_at": "2026-11-20T09:30:00.000Z",
          "last_used_at": "2026-11-20T09:31:00.000Z"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "delete": {
    "operationId": "deleteAgentKey",
    "tags": [
     "Agent keys"
    ],
    "summary": "Revoke a key",
    "description": "Takes effect on the next request, on every server. A key can't revoke itself.",
    "security": [
     {
      "agentKey": [
       "token:write"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/AgentKeyId"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/OwnKey"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/audit": {
   "get": {
    "operationId": "listAuditEntries",
    "tags": [
     "Audit log"
    ],
    "summary": "The account's audit log",
    "description": "An extension. The last 10,000 entries: agent keys created, changed and revoked, secrets rotated, messages returned to a key,\ntunnels opened, sign-ins. No entry contains a key, a code or a text.\n\nAn entry about a key, a rotation or a sign-in is stored in the same commit as the action. The others are listed at once by\nthe server that wrote them, and stored within a second. A long poll that returns no message adds no entry.\n",
    "x-edition": "later",
    "security": [
     {
      "agentKey": [
       "audit:read"
      ]
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/ListLimit"
     },
     {
      "$ref": "#/components/parameters/ListCursor"
     }
    ],
    "responses": {
     "200": {
      "description": "Newest first",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "entries"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "next": {
           "$ref": "#/components/schemas/Next"
          },
          "entries": {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/AuditEntry"
           }
          }
         }
        },
        "example": {
         "success": true,
         "entries": [
          {
           "at": "2026-11-20T09:31:00.000Z",
           "account": "default",
           "key_id": "m3t9k1w7b5x2c8v0",
           "action": "message.returned",
           "target": "mailbox:m3t9k1w7b5x2c8v0/000000001m3t9k1w7",
           "ip": "192.0.2.10"
          },
          {
           "at": "2026-11-20T09:30:00.000Z",
           "account": "default",
           "key_id": null,
           "action": "key.created",
           "target": "key:k4f0v6w2zq1m9x3c",
           "ip": null
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/MissingScope"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/svc-api/sign-in": {
   "post": {
    "operationId": "signIn",
    "tags": [
     "Account"
    ],
    "summary": "Trade a code for a key of the dashboard",
    "description": "An extension. `frontdesk dashboard`, and a first start on a terminal, print a link whose code this takes. It makes a new\nagent key named `dashboard` with full access, which expires after twelve hours; the code is used up.\n",
    "security": [],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ClaimCode"
       },
       "example": {
        "code": "Vb3kQ0example5example0A"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The new key",
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "required": [
          "success",
          "agent_token"
         ],
         "properties": {
          "success": {
           "$ref": "#/components/schemas/Success"
          },
          "agent_token": {
           "$ref": "#/components/schemas/NewAgentKey"
          }
         }
        },
        "example": {
         "success": true,
         "agent_token": {
          "id": "k4f0v6w2zq1m9x3c",
          "name": "dashboard",
          "scopes": null,
          "expiry": "2026-11-20T21:30:00.000Z",
          "created_at": "2026-11-20T09:30:00.000Z",
          "last_used_at": null,
          "token": "svcagt_9Qw0examplexexamplexexample"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/InvalidRequest"
     },
     "401": {
      "$ref": "#/components/responses/DeadCode"
     },
     "413": {
      "$ref": "#/components/responses/PayloadTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  }
 },
 "components": {
  "securitySchemes": {
   "agentKey": {
    "type": "http",
    "scheme": "bearer",
    "description": "An agent access key, `svcagt_…`. The names listed with an operation are the scopes it needs; a key made without scopes has all.",
    "x-scopes": {
     "subdomain:read": "List subdomains with their tokens",
     "subdomain:create": "Register subdomains",
     "subdomain:delete": "Delete subdomains",
     "subdomain:renew": "Rotate subdomain tokens",
     "mailbox:read": "List mailboxes with their keys, and read their mails",
     "mailbox:create": "Register mailboxes",
     "mailbox:delete": "Delete mailboxes",
     "mailbox:renew": "Rotate mailbox keys",
     "sms:read": "List SMS inboxes with their keys, and read their messages",
     "sms:create": "Create SMS inboxes",
     "sms:delete": "Delete SMS inboxes",
     "sms:renew": "Rotate SMS keys",
     "authenticator:read": "List authenticators, and read their codes",
     "authenticator:create": "Register authenticators",
     "authenticator:delete": "Delete authenticators",
     "mail:push": "Deliver mail over HTTP",
     "sms:push": "Deliver SMS through a provider's API",
     "token:read": "List agent keys",
     "token:write": "Create, change and revoke agent keys",
     "audit:read": "Read the audit log (later edition)"
    }
   },
   "mailboxToken": {
    "type": "http",
    "scheme": "bearer",
    "description": "A mailbox's own key, `svcm_…`."
   },
   "smsToken": {
    "type": "http",
    "scheme": "bearer",
    "description": "An SMS inbox's own key, `svcsms_…`."
   },
   "smsGateSignature": {
    "type": "apiKey",
    "in": "header",
    "name": "X-Signature",
    "description": "Hex HMAC-SHA256 of the raw body followed by `X-Timestamp`, keyed with the SMS inbox's key."
   }
  },
  "parameters": {
   "SubdomainId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The subdomain's id",
    "schema": {
     "type": "string"
    },
    "example": "s7c1n2b8q0d5e4r6"
   },
   "MailboxId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The mailbox's id",
    "schema": {
     "type": "string"
    },
    "example": "m3t9k1w7b5x2c8v0"
   },
   "SmsInboxId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The SMS inbox's id",
    "schema": {
     "type": "string"
    },
    "example": "t6y2u8i4o0p1a5s3"
   },
   "WebhookId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The webhook's id",
    "schema": {
     "type": "string"
    },
    "example": "w4f0v6w2zq1m9x3c"
   },
   "AuthenticatorId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The authenticator's id",
    "schema": {
     "type": "string"
    },
    "example": "a9d2f5h8j1l4n7q0"
   },
   "AgentKeyId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The key's id (not its value)",
    "schema": {
     "type": "string"
    },
    "example": "k4f0v6w2zq1m9x3c"
   },
   "ListLimit": {
    "name": "limit",
    "in": "query",
    "description": "Largest number of records; 100 if only `cursor` is given, all if neither is.",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 1000
    },
    "example": 100
   },
   "ListCursor": {
    "name": "cursor",
    "in": "query",
    "description": "The `next` of an earlier response",
    "schema": {
     "type": "string"
    },
    "example": "1.64"
   },
   "After": {
    "name": "after",
    "in": "query",
    "description": "Only messages that arrived after this cursor, which is the `cursor` of any earlier response or the id of any message of this inbox.",
    "schema": {
     "type": "string"
    },
    "example": "000000001m3t9k1w7"
   },
   "Wait": {
    "name": "wait",
    "in": "query",
    "description": "Seconds to hold the response if there is no such message yet (long poll).",
    "schema": {
     "type": "number",
     "minimum": 0,
     "maximum": 50,
     "default": 0
    },
    "example": 25
   },
   "Lookback": {
    "name": "lookback",
    "in": "query",
    "description": "Instead of `after`, for a reader that has no cursor yet. Only messages of this many past seconds by the server's clock.",
    "schema": {
     "type": "number",
     "minimum": 0,
     "maximum": 3600
    },
    "example": 60
   },
   "To": {
    "name": "to",
    "in": "query",
    "description": "Only mail whose `recipient` is this address, case-insensitive, such as `signup+shop@desk.example.com`; the `+` may be written as it is. The cursor also moves past mail that did not match.",
    "schema": {
     "type": "string",
     "minLength": 1,
     "maxLength": 500
    },
    "example": "signup+shop@desk.example.com"
   },
   "AuthenticatedOnly": {
    "name": "authenticated",
    "in": "query",
    "description": "With `true` only mail whose `authenticated` is `pass`. If a verdict is pending, the response waits for it, with `wait` as\nlong as that says, else up to 2 seconds. It ends before a mail whose verdict is still pending, and so does the cursor;\nit moves past `fail` and `none`.\n",
    "schema": {
     "type": "string",
     "enum": [
      "true",
      "false"
     ],
     "default": "false"
    },
    "example": "true"
   },
   "Full": {
    "name": "full",
    "in": "query",
    "description": "With `true` each row is the full message. After 4 MiB of text the response ends, with `more`.",
    "schema": {
     "type": "string",
     "enum": [
      "true",
      "false"
     ],
     "default": "false"
    },
    "example": "true"
   }
  },
  "responses": {
   "Done": {
    "description": "Done",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Done"
      },
      "example": {
       "success": true
      }
     }
    }
   },
   "Pushed": {
    "description": "What was stored",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Pushed"
      },
      "example": {
       "success": true,
       "stored": 1,
       "duplicates": 0,
       "phones": [
        {
         "id": "p1",
         "phone": "5550123456",
         "message_count": 1,
         "last_received_at": "2026-11-20T09:30:00.000Z"
        }
       ],
       "token_full": false
      }
     }
    }
   },
   "InvalidRequest": {
    "description": "The input is wrong (`invalid_request`); the sentence names the field.",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "`n` must be at most 10.",
       "code": "invalid_request"
      }
     }
    }
   },
   "Unauthenticated": {
    "description": "No valid credential of the right kind (`unauthenticated`).",
    "headers": {
     "WWW-Authenticate": {
      "description": "Always `Bearer`",
      "schema": {
       "type": "string"
      }
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "Send an agent access key as `Authorization: Bearer svcagt_…`.",
       "code": "unauthenticated"
      }
     }
    }
   },
   "DeadCode": {
    "description": "The code is unknown, was used, is older than ten minutes, or its key was rotated (`unauthenticated`).",
    "headers": {
     "WWW-Authenticate": {
      "description": "Always `Bearer`",
      "schema": {
       "type": "string"
      }
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "This code is unknown, was used already, or is older than ten minutes. Ask for a new one.",
       "code": "unauthenticated"
      }
     }
    }
   },
   "WrongSignature": {
    "description": "The signature is missing or wrong, its time is off, or there is no such SMS inbox (`unauthenticated`).",
    "headers": {
     "WWW-Authenticate": {
      "description": "Always `HMAC-SHA256`",
      "schema": {
       "type": "string"
      }
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "The signature is not that of this SMS inbox. Set the SMS inbox's key as the webhook's signing key.",
       "code": "unauthenticated"
      }
     }
    }
   },
   "MissingScope": {
    "description": "The key lacks the scope (`missing_scope`).",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "This key lacks the scope mailbox:read. Use one that has it, or ask for it to be added.",
       "code": "missing_scope"
      }
     }
    }
   },
   "LimitReached": {
    "description": "The account has no room for another (`limit_reached`), or the key lacks the scope (`missing_scope`).",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "This account may have 5 mailboxes and has 5. Delete one, or raise the account's limit (frontdesk account set).",
       "code": "limit_reached"
      }
     }
    }
   },
   "VipRequired": {
    "description": "The name needs a higher tier (`vip_required`), the account has no room for another (`limit_reached`), or the key lacks the scope (`missing_scope`).",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "Names directly under vip.localhost need the tier vip or higher; this account is normal.",
       "code": "vip_required"
      }
     }
    }
   },
   "OwnKey": {
    "description": "A key can't revoke itself (`own_key`), or it lacks the scope (`missing_scope`).",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "A key can't revoke itself. Use another key of the account.",
       "code": "own_key"
      }
     }
    }
   },
   "TokenFull": {
    "description": "A third number was pushed (`token_full`); nothing was stored.",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/TokenFullProblem"
      },
      "example": {
       "error": "messages[1]: this SMS inbox already has its two numbers. Create another SMS inbox for the third.",
       "code": "token_full",
       "use_new_token": true,
       "token_full": true
      }
     }
    }
   },
   "NotFound": {
    "description": "There is no such thing in this account or inbox (`not_found`).",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "There is no mailbox with this id in this account.",
       "code": "not_found"
      }
     }
    }
   },
   "AlreadyTaken": {
    "description": "The name is taken or reserved (`already_taken`).",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "The mailbox name signup is taken. Choose another.",
       "code": "already_taken"
      }
     }
    }
   },
   "PayloadTooLarge": {
    "description": "The body is larger than 1 MiB (`payload_too_large`).",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "The request body is larger than 1 MiB.",
       "code": "payload_too_large"
      }
     }
    }
   },
   "UnsupportedMediaType": {
    "description": "The body is declared as something other than JSON (`unsupported_media_type`).",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "Send the body as JSON, with `Content-Type: application/json`.",
       "code": "unsupported_media_type"
      }
     }
    }
   },
   "RateLimited": {
    "description": "Too many requests of this key or account, wrong credentials from this IP, or pending waits on this inbox (`rate_limited`).",
    "headers": {
     "Retry-After": {
      "description": "Seconds until another try makes sense",
      "required": true,
      "schema": {
       "type": "integer"
      }
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "1000 waits are already held on this inbox. End one, or try again in a second.",
       "code": "rate_limited"
      }
     }
    }
   },
   "Unavailable": {
    "description": "The server's storage does not respond (`unavailable`); nothing was changed.",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "error": "The server's storage does not answer. Try again shortly.",
       "code": "unavailable"
      }
     }
    }
   }
  },
  "schemas": {
   "Success": {
    "type": "boolean",
    "const": true
   },
   "Limit": {
    "type": [
     "integer",
     "null"
    ],
    "minimum": 0,
    "description": "How many there may be; `null` is unlimited."
   },
   "Cursor": {
    "type": "string",
    "description": "Opaque. Points just after the last message returned; without `more`, after everything received so far.",
    "example": "000000001m3t9k1w7"
   },
   "Next": {
    "type": [
     "string",
     "null"
    ],
    "description": "Only where `limit` or `cursor` was given: the cursor of the next page, or `null` after the last."
   },
   "More": {
    "type": "boolean",
    "const": true,
    "description": "Present if there are messages after `cursor`."
   },
   "Missed": {
    "type": "integer",
    "minimum": 1,
    "description": "Only with `after`: how many messages of any address between it and `cursor` were dropped for newer ones before they could be read."
   },
   "Time": {
    "type": "string",
    "format": "date-time",
    "description": "RFC 3339 in UTC with milliseconds.",
    "example": "2026-11-20T09:30:00.000Z"
   },
   "NullableTime": {
    "type": [
     "string",
     "null"
    ],
    "format": "date-time",
    "description": "RFC 3339 in UTC with milliseconds, or `null`.",
    "example": "2026-11-20T09:30:00.000Z"
   },
   "ErrorCode": {
    "type": "string",
    "enum": [
     "invalid_request",
     "unauthenticated",
     "missing_scope",
     "limit_reached",
     "vip_required",
     "token_full",
     "own_key",
     "not_found",
     "method_not_allowed",
     "already_taken",
     "payload_too_large",
     "unsupported_media_type",
     "rate_limited",
     "internal",
     "unavailable"
    ]
   },
   "Problem": {
    "type": "object",
    "required": [
     "error",
     "code"
    ],
    "properties": {
     "error": {
      "type": "string",
      "description": "What was wrong with what, and what to do."
     },
     "code": {
      "$ref": "#/components/schemas/ErrorCode"
     }
    }
   },
   "TokenFullProblem": {
    "type": "object",
    "required": [
     "error",
     "code",
     "use_new_token",
     "token_full"
    ],
    "properties": {
     "error": {
      "type": "string",
      "description": "What was wrong with what, and what to do."
     },
     "code": {
      "$ref": "#/components/schemas/ErrorCode"
     },
     "use_new_token": {
      "type": "boolean",
      "const": true
     },
     "token_full": {
      "type": "boolean",
      "const": true
     }
    }
   },
   "Done": {
    "type": "object",
    "required": [
     "success"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     }
    }
   },
   "ServerVersion": {
    "type": "object",
    "required": [
     "success",
     "name",
     "version",
     "edition",
     "mail_domain",
     "tunnel_domain",
     "base_domain",
     "limits",
     "retention",
     "smtp"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     },
     "name": {
      "type": "string"
     },
     "version": {
      "type": "string"
     },
     "edition": {
      "type": "string",
      "enum": [
       "later",
       "earlier"
      ]
     },
     "mail_domain": {
      "type": "string"
     },
     "tunnel_domain": {
      "type": "string"
     },
     "base_domain": {
      "type": "string"
     },
     "limits": {
      "type": "object",
      "required": [
       "mailboxes"
      ],
      "properties": {
       "mailboxes": {
        "type": "object",
        "description": "`free` in the later edition; one number a tier in the earlier, `null` for unlimited.",
        "additionalProperties": {
         "$ref": "#/components/schemas/Limit"
        }
       },
       "sms_tokens": {
        "type": "integer",
        "minimum": 0
       },
       "phones_per_sms_token": {
        "type": "integer",
        "minimum": 1
       }
      }
     },
     "retention": {
      "type": "object",
      "required": [
       "emails_per_mailbox",
       "days"
      ],
      "properties": {
       "emails_per_mailbox": {
        "type": "integer"
       },
       "sms_per_phone": {
        "type": "integer"
       },
       "days": {
        "type": "integer",
        "description": "Messages older than this many days are removed."
       }
      }
     },
     "smtp": {
      "type": "object",
      "required": [
       "port",
       "starttls"
      ],
      "properties": {
       "port": {
        "type": [
         "integer",
         "null"
        ],
        "description": "The port mail is taken on; `null` where no listener runs."
       },
       "starttls": {
        "type": "boolean"
       }
      }
     },
     "providers": {
      "type": "object",
      "description": "Only in the later edition.",
      "required": [
       "port"
      ],
      "properties": {
       "port": {
        "type": [
         "integer",
         "null"
        ],
        "description": "The provider port, an HTTP proxy; `null` if it is off."
       }
      }
     }
    }
   },
   "UnavailableReason": {
    "type": "string",
    "enum": [
     "taken",
     "reserved",
     "invalid"
    ]
   },
   "SubdomainCheck": {
    "type": "object",
    "required": [
     "success",
     "available",
     "name",
     "domain"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     },
     "available": {
      "type": "boolean"
     },
     "name": {
      "type": "string"
     },
     "domain": {
      "type": "string"
     },
     "reason": {
      "$ref": "#/components/schemas/UnavailableReason"
     }
    }
   },
   "MailboxCheck": {
    "type": "object",
    "required": [
     "success",
     "available",
     "name",
     "address"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     },
     "available": {
      "type": "boolean"
     },
     "name": {
      "type": "string"
     },
     "address": {
      "type": "string"
     },
     "reason": {
      "$ref": "#/components/schemas/UnavailableReason"
     }
    }
   },
   "PhoneCheck": {
    "type": "object",
    "required": [
     "success",
     "valid",
     "phone"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     },
     "valid": {
      "type": "boolean"
     },
     "phone": {
      "type": "string"
     },
     "reason": {
      "type": "string",
      "enum": [
       "invalid"
      ]
     }
    }
   },
   "WebhookEvent": {
    "type": "string",
    "enum": [
     "mail",
     "sms"
    ]
   },
   "WebhookRegistration": {
    "type": "object",
    "required": [
     "url"
    ],
    "properties": {
     "url": {
      "type": "string",
      "maxLength": 2048,
      "description": "http or https, without a user and password."
     },
     "events": {
      "type": "array",
      "minItems": 1,
      "items": {
       "$ref": "#/components/schemas/WebhookEvent"
      }
     },
     "mailbox_id": {
      "type": "string",
      "description": "Only this mailbox's mails; with `events` left out, mails alone."
     },
     "sms_id": {
      "type": "string",
      "description": "Only this SMS inbox's texts; with `events` left out, texts alone."
     }
    }
   },
   "WebhookDelivery": {
    "type": "object",
    "required": [
     "at",
     "status",
     "ms"
    ],
    "properties": {
     "at": {
      "$ref": "#/components/schemas/Time"
     },
     "status": {
      "type": [
       "integer",
       "null"
      ],
      "description": "HTTP status of the response; `null` if there was none."
     },
     "ms": {
      "type": "integer",
      "minimum": 0
     },
     "error": {
      "type": "string",
      "description": "Why there was no response."
     }
    }
   },
   "AuditAction": {
    "type": "string",
    "enum": [
     "key.created",
     "key.changed",
     "key.revoked",
     "connection.approved",
     "secret.rotated",
     "message.returned",
     "code.returned",
     "tunnel.opened",
     "signed_in"
    ],
    "description": "What was done. Later versions may add others."
   },
   "AuditEntry": {
    "type": "object",
    "required": [
     "at",
     "account",
     "key_id",
     "action",
     "target",
     "ip"
    ],
    "properties": {
     "at": {
      "$ref": "#/components/schemas/Time"
     },
     "account": {
      "type": "string",
      "description": "The account's name"
     },
     "key_id": {
      "type": [
       "string",
       "null"
      ],
      "description": "The id of the agent key. For a mailbox key, an SMS key or a tunnel token, the id of what it belongs to. `null` for the server's command line, and for a sign-in, which needs no key."
     },
     "action": {
      "$ref": "#/components/schemas/AuditAction"
     },
     "target": {
      "type": "string",
      "description": "What it was done to: `key:<id>`, `mailbox:<id>`, `sms:<id>`, `subdomain:<id>` or `storage`. The id of a returned message follows, as in `mailbox:<id>/<message id>`; of several, those of the oldest and the newest, as in `mailbox:<id>/<message id>..<message id>`. For a sign-in or a connection it is the new key."
     },
     "ip": {
      "type": [
       "string",
       "null"
      ],
      "description": "The client's IP address, as trusted proxies report it. `null` for the server's command line and for requests in process."
     }
    }
   },
   "Webhook": {
    "type": "object",
    "required": [
     "id",
     "url",
     "events",
     "mailbox_id",
     "sms_id",
     "created_at",
     "deliveries"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "url": {
      "type": "string",
      "format": "uri"
     },
     "events": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/WebhookEvent"
      }
     },
     "mailbox_id": {
      "type": [
       "string",
       "null"
      ]
     },
     "sms_id": {
      "type": [
       "string",
       "null"
      ]
     },
     "created_at": {
      "$ref": "#/components/schemas/Time"
     },
     "deliveries": {
      "type": "array",
      "maxItems": 20,
      "items": {
       "$ref": "#/components/schemas/WebhookDelivery"
      },
      "description": "The latest 20 attempts, newest first."
     }
    }
   },
   "AccountResponse": {
    "type": "object",
    "required": [
     "success",
     "account",
     "agent_token"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     },
     "account": {
      "type": "object",
      "required": [
       "name",
       "tier",
       "limits",
       "usage"
      ],
      "properties": {
       "name": {
        "type": "string"
       },
       "tier": {
        "$ref": "#/components/schemas/Tier"
       },
       "limits": {
        "type": "object",
        "required": [
         "subdomains",
         "mailboxes",
         "sms_tokens",
         "agent_keys",
         "webhooks",
         "authenticators"
        ],
        "properties": {
         "webhooks": {
          "$ref": "#/components/schemas/Limit"
         },
         "authenticators": {
          "$ref": "#/components/schemas/Limit"
         },
         "subdomains": {
          "$ref": "#/components/schemas/Limit"
         },
         "agent_keys": {
          "$ref": "#/components/schemas/Limit"
         },
         "mailboxes": {
          "$ref": "#/components/schemas/Limit"
         },
         "sms_tokens": {
          "$ref": "#/components/schemas/Limit"
         }
        }
       },
       "usage": {
        "type": "object",
        "required": [
         "subdomains",
         "mailboxes",
         "sms_tokens",
         "agent_keys",
         "webhooks",
         "authenticators"
        ],
        "properties": {
         "webhooks": {
          "type": "integer",
          "minimum": 0
         },
         "authenticators": {
          "type": "integer",
          "minimum": 0
         },
         "agent_keys": {
          "type": "integer",
          "minimum": 0
         },
         "subdomains": {
          "type": "integer",
          "minimum": 0
         },
         "mailboxes": {
          "type": "integer",
          "minimum": 0
         },
         "sms_tokens": {
          "type": "integer",
          "minimum": 0
         }
        }
       }
      }
     },
     "agent_token": {
      "$ref": "#/components/schemas/AgentKey"
     }
    }
   },
   "Tier": {
    "type": "string",
    "enum": [
     "normal",
     "vip",
     "svip",
     "ssvip"
    ]
   },
   "Subdomain": {
    "type": "object",
    "required": [
     "id",
     "name",
     "domain_base",
     "domain",
     "url",
     "token",
     "online",
     "clients",
     "created_at"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "domain_base": {
      "type": "string"
     },
     "domain": {
      "type": "string"
     },
     "url": {
      "type": "string",
      "format": "uri"
     },
     "token": {
      "type": "string",
      "description": "Starts tunnels: `frontdesk-tunnel -k`.",
      "pattern": "^svc_"
     },
     "online": {
      "type": "boolean",
      "description": "A tunnel client is connected."
     },
     "clients": {
      "type": "integer",
      "minimum": 0,
      "description": "Tunnel clients that are connected now."
     },
     "created_at": {
      "$ref": "#/components/schemas/Time"
     }
    }
   },
   "SubdomainResponse": {
    "type": "object",
    "required": [
     "success",
     "subdomain"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     },
     "subdomain": {
      "$ref": "#/components/schemas/Subdomain"
     }
    }
   },
   "SubdomainRegistration": {
    "type": "object",
    "required": [
     "name"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "A DNS label: 1 to 63 letters, digits and inner hyphens, case-insensitive, not starting with `xn--`."
     },
     "domain_base": {
      "type": "string",
      "description": "The tunnel domain (default) or, from the tier vip on, the base domain."
     }
    }
   },
   "Mailbox": {
    "type": "object",
    "required": [
     "id",
     "name",
     "address",
     "token",
     "email_count",
     "created_at"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "address": {
      "type": "string"
     },
     "token": {
      "type": "string",
      "description": "Reads this mailbox.",
      "pattern": "^svcm_"
     },
     "email_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10,
      "description": "Mails stored now."
     },
     "created_at": {
      "$ref": "#/components/schemas/Time"
     }
    }
   },
   "MailboxResponse": {
    "type": "object",
    "required": [
     "success",
     "mailbox"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     },
     "mailbox": {
      "$ref": "#/components/schemas/Mailbox"
     }
    }
   },
   "MailboxRegistration": {
    "type": "object",
    "required": [
     "name"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "The local part: 1 to 64 letters, digits, and inner `.`, `_`, `-`; no `..`; case-insensitive."
     }
    }
   },
   "RejectedMail": {
    "type": "object",
    "required": [
     "recipient",
     "reason",
     "at"
    ],
    "properties": {
     "recipient": {
      "type": "string",
      "description": "The address as it was written."
     },
     "reason": {
      "type": "string",
      "enum": [
       "unknown_mailbox",
       "other_domain"
      ],
      "description": "No mailbox of this name, or not this server's mail domain."
     },
     "at": {
      "$ref": "#/components/schemas/Time"
     }
    }
   },
   "EmailSummary": {
    "type": "object",
    "required": [
     "id",
     "subject",
     "sender",
     "recipient",
     "snippet",
     "received_at",
     "authenticated"
    ],
    "properties": {
     "id": {
      "type": "string",
      "description": "Sorts by arrival within its mailbox."
     },
     "subject": {
      "type": "string"
     },
     "sender": {
      "type": "string",
      "description": "The From header's mailbox, else the envelope's sender."
     },
     "recipient": {
      "type": "string",
      "description": "The address as it was written, with any `+tag`."
     },
     "snippet": {
      "type": "string",
      "description": "The first 140 characters of the text, white space collapsed."
     },
     "received_at": {
      "$ref": "#/components/schemas/Time"
     },
     "authenticated": {
      "$ref": "#/components/schemas/Authenticated"
     },
     "via": {
      "$ref": "#/components/schemas/Via"
     }
    }
   },
   "RecentEmail": {
    "type": "object",
    "required": [
     "id",
     "subject",
     "sender",
     "recipient",
     "snippet",
     "received_at",
     "authenticated"
    ],
    "properties": {
     "id": {
      "type": "string",
      "description": "Sorts by arrival within its mailbox."
     },
     "subject": {
      "type": "string"
     },
     "sender": {
      "type": "string",
      "description": "The From header's mailbox, else the envelope's sender."
     },
     "recipient": {
      "type": "string",
      "description": "The address as it was written, with any `+tag`."
     },
     "snippet": {
      "type": "string",
      "description": "The first 140 characters of the text, white space collapsed."
     },
     "received_at": {
      "$ref": "#/components/schemas/Time"
     },
     "authenticated": {
      "$ref": "#/components/schemas/Authenticated"
     },
     "via": {
      "$ref": "#/components/schemas/Via"
     },
     "body": {
      "type": "string",
      "description": "The full text/plain; with `full=true`, as `links` and `codes`."
     },
     "truncated": {
      "type": "boolean",
      "description": "`true` if the mail's text is longer than `body`: beyond 2 MiB, or beyond 32 KiB if reading it all would have taken too long. Absent otherwise."
     },
     "links": {
      "$ref": "#/components/schemas/Links"
     },
     "codes": {
      "$ref": "#/components/schemas/Codes"
     }
    }
   },
   "Email": {
    "type": "object",
    "required": [
     "id",
     "subject",
     "sender",
     "recipient",
     "received_at",
     "authenticated",
     "body",
     "links",
     "codes"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "subject": {
      "type": "string"
     },
     "sender": {
      "type": "string"
     },
     "recipient": {
      "type": "string"
     },
     "received_at": {
      "$ref": "#/components/schemas/Time"
     },
     "authenticated": {
      "$ref": "#/components/schemas/Authenticated"
     },
     "via": {
      "$ref": "#/components/schemas/Via"
     },
     "body": {
      "type": "string",
      "description": "The full text/plain; of one beyond 2 MiB, its first 2 MiB."
     },
     "truncated": {
      "type": "boolean",
      "description": "`true` if the mail's text is longer than `body`: beyond 2 MiB, or beyond 32 KiB if reading it all would have taken too long. Absent otherwise."
     },
     "links": {
      "$ref": "#/components/schemas/Links"
     },
     "codes": {
      "$ref": "#/components/schemas/Codes"
     }
    }
   },
   "Via": {
    "type": "string",
    "description": "How the message arrived: `smtp`, `http` (`POST /svc-api/mail/push`), `program` (a program that embeds the server), `test`\n(the test mail), `phone` (a push), or the name of the provider whose API the app called, such as `resend`. More may be\nadded. Absent for messages that an earlier version stored.\n"
   },
   "Authenticated": {
    "type": "string",
    "enum": [
     "pass",
     "fail",
     "none",
     "pending"
    ],
    "description": "Whether the domain of `sender` sent the mail, by SPF, DKIM and DMARC. `pass` speaks for the domain, not for the content:\nanybody can own a domain. `fail`: no aligned signature or permitted client, or not exactly one From. `none`: not\nchecked, or nothing to check: mail from a loopback or private client, mail that did not come by SMTP, no DNS records,\na time-out, a restart before the verdict. `pending`: the check runs; it takes at most some seconds.\n"
   },
   "Links": {
    "type": "array",
    "maxItems": 100,
    "description": "What a person can follow, in the order of the message, each once. Addresses longer than 8 KiB are left out, for half a link is worse than none.",
    "items": {
     "$ref": "#/components/schemas/Link"
    }
   },
   "Link": {
    "type": "object",
    "required": [
     "url",
     "text"
    ],
    "properties": {
     "url": {
      "type": "string",
      "maxLength": 8192,
      "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://",
      "description": "The whole address, without user information."
     },
     "text": {
      "type": "string",
      "description": "The words on it, or the address where it stands bare."
     }
    }
   },
   "Codes": {
    "type": "array",
    "maxItems": 20,
    "description": "Codes of the message, best first: what is typed once to verify or to sign in, then codes of other kinds. Empty where there is none that is surer than even.",
    "items": {
     "$ref": "#/components/schemas/Code"
    }
   },
   "Code": {
    "type": "object",
    "required": [
     "value",
     "shown",
     "kind",
     "confidence"
    ],
    "properties": {
     "value": {
      "type": "string",
      "description": "What is typed: ASCII, without separators.",
      "example": "482913"
     },
     "shown": {
      "type": "string",
      "description": "As the message shows it.",
      "example": "482 913"
     },
     "kind": {
      "type": "string",
      "enum": [
       "one_time",
       "backup",
       "delivery",
       "booking",
       "reference"
      ],
      "description": "`one_time` is typed once to verify or to sign in, `backup` is one of a list kept for later, `delivery` opens a locker or names a parcel, `booking` is of a journey, a table or a ticket, `reference` names a customer, an order, a product."
     },
     "confidence": {
      "type": "number",
      "minimum": 0.5,
      "maximum": 1,
      "description": "How often such a finding is right; at 0.9, nine of ten are."
     }
    }
   },
   "Phone": {
    "type": "object",
    "required": [
     "id",
     "phone",
     "message_count",
     "last_received_at"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "phone": {
      "type": "string",
      "description": "Digits only, no country code."
     },
     "message_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10,
      "description": "Messages stored now."
     },
     "last_received_at": {
      "$ref": "#/components/schemas/NullableTime"
     }
    }
   },
   "LegacyPhone": {
    "type": "object",
    "required": [
     "id",
     "phone",
     "sms_id",
     "message_count"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "phone": {
      "type": "string"
     },
     "sms_id": {
      "type": "string",
      "description": "The SMS inbox the number belongs to."
     },
     "message_count": {
      "type": "integer",
      "minimum": 0
     }
    }
   },
   "SmsInbox": {
    "type": "object",
    "required": [
     "id",
     "token",
     "phones",
     "token_full",
     "message_count",
     "created_at"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "token": {
      "type": "string",
      "description": "Reads and pushes.",
      "pattern": "^svcsms_"
     },
     "phones": {
      "type": "array",
      "maxItems": 2,
      "items": {
       "$ref": "#/components/schemas/Phone"
      }
     },
     "token_full": {
      "type": "boolean"
     },
     "message_count": {
      "type": "integer",
      "minimum": 0
     },
     "created_at": {
      "$ref": "#/components/schemas/Time"
     }
    }
   },
   "SmsInboxResponse": {
    "type": "object",
    "required": [
     "success",
     "sms_token"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     },
     "sms_token": {
      "$ref": "#/components/schemas/SmsInbox"
     }
    }
   },
   "PhoneApp": {
    "type": "object",
    "required": [
     "name",
     "title",
     "platform",
     "lines",
     "warnings",
     "import_file"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "As `frontdesk phone setup --app` takes it."
     },
     "title": {
      "type": "string"
     },
     "platform": {
      "type": "string",
      "enum": [
       "android",
       "ios"
      ],
      "description": "System of the phone."
     },
     "lines": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "What to type where, to be shown as it is."
     },
     "warnings": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "What its user must know before trusting it."
     },
     "import_file": {
      "type": [
       "string",
       "null"
      ],
      "description": "A file that the app imports instead, where it has one."
     }
    }
   },
   "ClaimCode": {
    "type": "object",
    "required": [
     "code"
    ],
    "properties": {
     "code": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100
     }
    }
   },
   "SmsRegistration": {
    "type": "object",
    "properties": {
     "phone": {
      "type": "string",
      "description": "Legacy: attaches this number as number 1."
     }
    }
   },
   "SmsSummary": {
    "type": "object",
    "required": [
     "id",
     "sender",
     "snippet",
     "received_at",
     "phone_id",
     "phone"
    ],
    "properties": {
     "id": {
      "type": "string",
      "description": "Sorts by arrival within its SMS inbox."
     },
     "sender": {
      "type": "string"
     },
     "snippet": {
      "type": "string",
      "description": "The first 140 characters of the text, white space collapsed."
     },
     "received_at": {
      "$ref": "#/components/schemas/Time"
     },
     "phone_id": {
      "type": "string"
     },
     "phone": {
      "type": "string",
      "description": "The number it arrived on."
     },
     "via": {
      "$ref": "#/components/schemas/Via"
     }
    }
   },
   "RecentSms": {
    "type": "object",
    "required": [
     "id",
     "sender",
     "snippet",
     "received_at",
     "phone_id",
     "phone"
    ],
    "properties": {
     "id": {
      "type": "string",
      "description": "Sorts by arrival within its SMS inbox."
     },
     "sender": {
      "type": "string"
     },
     "snippet": {
      "type": "string",
      "description": "The first 140 characters of the text, white space collapsed."
     },
     "received_at": {
      "$ref": "#/components/schemas/Time"
     },
     "phone_id": {
      "type": "string"
     },
     "phone": {
      "type": "string",
      "description": "The number it arrived on."
     },
     "via": {
      "$ref": "#/components/schemas/Via"
     },
     "body": {
      "type": "string",
      "description": "The full text; with `full=true`, as `links` and `codes`."
     },
     "links": {
      "$ref": "#/components/schemas/Links"
     },
     "codes": {
      "$ref": "#/components/schemas/Codes"
     }
    }
   },
   "Sms": {
    "type": "object",
    "required": [
     "id",
     "sender",
     "body",
     "received_at",
     "phone_id",
     "phone",
     "links",
     "codes"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "sender": {
      "type": "string"
     },
     "body": {
      "type": "string"
     },
     "received_at": {
      "$ref": "#/components/schemas/Time"
     },
     "phone_id": {
      "type": "string"
     },
     "phone": {
      "type": "string"
     },
     "via": {
      "$ref": "#/components/schemas/Via"
     },
     "links": {
      "$ref": "#/components/schemas/Links"
     },
     "codes": {
      "$ref": "#/components/schemas/Codes"
     }
    }
   },
   "ReceivedAt": {
    "description": "RFC 3339 with any offset, or epoch seconds or milliseconds as a number or digits. Now when absent.",
    "type": [
     "string",
     "number",
     "null"
    ]
   },
   "PushedSms": {
    "type": "object",
    "properties": {
     "phone": {
      "type": [
       "string",
       "null"
      ],
      "description": "The number it arrived on; the push's top-level `phone` when absent."
     },
     "sender": {
      "type": "string",
      "description": "At most 256 characters."
     },
     "body": {
      "type": "string"
     },
     "received_at": {
      "$ref": "#/components/schemas/ReceivedAt"
     }
    }
   },
   "SmsPush": {
    "type": "object",
    "properties": {
     "phone": {
      "type": [
       "string",
       "null"
      ],
      "description": "For messages without one of their own."
     },
     "messages": {
      "type": "array",
      "maxItems": 1000,
      "items": {
       "$ref": "#/components/schemas/PushedSms"
      }
     },
     "sender": {
      "type": "string",
      "description": "Of a single message at the top level, at most 256 characters."
     },
     "body": {
      "type": "string",
      "description": "Of a single message at the top level."
     },
     "received_at": {
      "$ref": "#/components/schemas/ReceivedAt"
     }
    }
   },
   "SmsGateText": {
    "type": "object",
    "properties": {
     "sender": {
      "type": [
       "string",
       "null"
      ]
     },
     "phoneNumber": {
      "type": [
       "string",
       "null"
      ],
      "description": "The sender, as older versions of the app name it."
     },
     "recipient": {
      "type": [
       "string",
       "null"
      ],
      "description": "The SIM's own number, where the phone knows it."
     },
     "simNumber": {
      "type": [
       "integer",
       "null"
      ],
      "description": "The SIM slot."
     },
     "message": {
      "type": [
       "string",
       "null"
      ]
     },
     "receivedAt": {
      "$ref": "#/components/schemas/ReceivedAt"
     }
    }
   },
   "SmsGatePayload": {
    "type": "object",
    "properties": {
     "sender": {
      "type": [
       "string",
       "null"
      ]
     },
     "phoneNumber": {
      "type": [
       "string",
       "null"
      ]
     },
     "recipient": {
      "type": [
       "string",
       "null"
      ]
     },
     "simNumber": {
      "type": [
       "integer",
       "null"
      ]
     },
     "message": {
      "type": [
       "string",
       "null"
      ]
     },
     "receivedAt": {
      "$ref": "#/components/schemas/ReceivedAt"
     },
     "messages": {
      "type": "array",
      "maxItems": 1000,
      "description": "Of a batch, instead of the fields above.",
      "items": {
       "$ref": "#/components/schemas/SmsGateText"
      }
     }
    }
   },
   "SmsGateEvent": {
    "type": "object",
    "required": [
     "event"
    ],
    "properties": {
     "event": {
      "type": "string"
     },
     "payload": {
      "$ref": "#/components/schemas/SmsGatePayload"
     }
    }
   },
   "Pushed": {
    "type": "object",
    "required": [
     "success",
     "stored",
     "duplicates",
     "phones",
     "token_full"
    ],
    "properties": {
     "success": {
      "$ref": "#/components/schemas/Success"
     },
     "stored": {
      "type": "integer",
      "minimum": 0
     },
     "duplicates": {
      "type": "integer",
      "minimum": 0
     },
     "phones": {
      "type": "array",
      "maxItems": 2,
      "items": {
       "$ref": "#/components/schemas/Phone"
      }
     },
     "token_full": {
      "type": "boolean"
     }
    }
   },
   "RejectedPush": {
    "type": "object",
    "required": [
     "recipient",
     "reason"
    ],
    "properties": {
     "recipient": {
      "type": "string"
     },
     "reason": {
      "type": "string",
      "enum": [
       "unknown_mailbox",
       "other_domain",
       "deleted"
      ]
     }
    }
   },
   "AuthenticatorRegistration": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "description": "Unique in the account, spelled as a mailbox name. Generated if absent."
     },
     "uri": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "description": "`otpauth://totp/…`, instead of the fields below."
     },
     "secret": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512,
      "description": "Base32. Spaces and dashes are ignored."
     },
     "issuer": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 256,
      "description": "Who asks for the codes."
     },
     "account": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 256,
      "description": "The account there."
     },
     "digits": {
      "type": "integer",
      "minimum": 6,
      "maximum": 8,
      "default": 6
     },
     "period": {
      "type": "integer",
      "minimum": 10,
      "maximum": 300,
      "default": 30,
      "description": "Seconds that a code is valid."
     },
     "algorithm": {
      "type": "string",
      "enum": [
       "SHA1",
       "SHA256",
       "SHA512"
      ],
      "default": "SHA1"
     }
    }
   },
   "Authenticator": {
    "type": "object",
    "required": [
     "id",
     "name",
     "issuer",
     "account",
     "digits",
     "period",
     "algorithm",
     "created_at"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "issuer": {
      "type": [
       "string",
       "null"
      ]
     },
     "account": {
      "type": [
       "string",
       "null"
      ]
     },
     "digits": {
      "type": "integer",
      "minimum": 6,
      "maximum": 8
     },
     "period": {
      "type": "integer",
      "minimum": 10,
      "maximum": 300,
      "description": "Seconds that a code is valid."
     },
     "algorithm": {
      "type": "string",
      "enum": [
       "SHA1",
       "SHA256",
       "SHA512"
      ]
     },
     "created_at": {
      "$ref": "#/components/schemas/Time"
     }
    }
   },
   "AgentKey": {
    "type": "object",
    "required": [
     "id",
     "name",
     "scopes",
     "expiry",
     "created_at",
     "last_used_at"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "scopes": {
      "type": [
       "string",
       "null"
      ],
      "description": "Comma-separated, or `null` for full access."
     },
     "expiry": {
      "$ref": "#/components/schemas/NullableTime"
     },
     "created_at": {
      "$ref": "#/components/schemas/Time"
     },
     "last_used_at": {
      "$ref": "#/components/schemas/NullableTime"
     },
     "connection": {
      "$ref": "#/components/schemas/Connection"
     }
    }
   },
   "Connection": {
    "type": "object",
    "description": "Of a key that an OAuth client uses at `/mcp`. Revoking the key ends the connection.",
    "required": [
     "client",
     "host"
    ],
    "properties": {
     "client": {
      "type": "string",
      "description": "The client's name, as it says itself."
     },
     "host": {
      "type": "string",
      "description": "The host to which the client takes a person back, or the scheme of the app."
     },
     "ended": {
      "type": "string",
      "enum": [
       "token_reused"
      ],
      "description": "Set if the server has ended the connection: a used refresh token came again, so it may have been stolen. Connect again."
     }
    }
   },
   "NewAgentKey": {
    "type": "object",
    "required": [
     "id",
     "name",
     "scopes",
     "expiry",
     "created_at",
     "last_used_at",
     "token"
    ],
    "properties": {
     "id": {
      "type": "string"
     },
     "name": {
      "type": "string"
     },
     "scopes": {
      "type": [
       "string",
       "null"
      ],
      "description": "Comma-separated, or `null` for full access."
     },
     "expiry": {
      "$ref": "#/components/schemas/NullableTime"
     },
     "created_at": {
      "$ref": "#/components/schemas/Time"
     },
     "last_used_at": {
      "$ref": "#/components/schemas/NullableTime"
     },
     "token": {
      "type": "string",
      "description": "Shown this once.",
      "pattern": "^svcagt_"
     }
    }
   },
   "AgentKeyCreation": {
    "type": "object",
    "required": [
     "name"
    ],
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100
     },
     "scopes": {
      "type": [
       "string",
       "null"
      ],
      "description": "Comma-separated; omitted or `null` means full access."
     },
     "expiry": {
      "type": [
       "string",
       "null"
      ],
      "description": "RFC 3339, in the future."
     }
    }
   },
   "AgentKeyUpdate": {
    "type": "object",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100
     },
     "scopes": {
      "type": [
       "string",
       "null"
      ],
      "description": "Comma-separated, or `null` for full access."
     },
     "expiry": {
      "type": [
       "string",
       "null"
      ],
      "description": "RFC 3339, in the future; `null` removes it."
     }
    }
   }
  }
 }
};
