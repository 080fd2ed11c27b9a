import type { Asking, Scene } from "./scene.ts";

type Misplaced = [path: string, asking: Asking][];

/** Everything that could be a way in, with a secret in the wrong place. */
export function misplaced(secret: string, { key, secrets }: Scene): Misplaced {
  const the = (name: string) => secrets.all.find(([known]) => known === name)?.[1] ?? "";
  return [
    ...asCredential(secret),
    ...inQueries(secret, { key, mailboxKey: the("mailbox key") }),
    ...inPaths(secret, { key, mailboxKey: the("mailbox key") }),
    ...inBodies(secret, key),
    [
      "/svc-api/sms/push",
      {
        method: "POST",
        token: the("SMS key"),
        body: { messages: [{ phone: secret, sender: secret, body: secret }] },
      },
    ],
    ...[`/${secret}`, `/downloads/${secret}`, `/svc-api/%zz/${secret}`, `/docs/${secret}?${secret}`].map(
      (path): [string, Asking] => [path, {}],
    ),
    ["/", { host: `${secret}.tunnel.localhost` }],
    [`/tls/ask?domain=${secret}`, {}],
    [`/mcp`, { method: "POST", body: { jsonrpc: "2.0", id: 1, method: secret, params: { [secret]: secret } } }],
  ];
}

/** The secret as a credential of the wrong kind, and in headers that hold none. */
function asCredential(secret: string): Misplaced {
  return [
    ...["account", "mail/recent", "sms/recent", `mail/message/${secret}`, `mailbox/${secret}/emails`].map(
      (path): [string, Asking] => [`/svc-api/${path}`, { token: secret }],
    ),
    ...["account", "mailbox/list"].map((path): [string, Asking] => [
      `/svc-api/${path}?limit=${secret}`,
      { headers: { authorization: secret, cookie: secret } },
    ]),
  ];
}

/** The secret as each parameter of a query. */
function inQueries(secret: string, { key, mailboxKey }: { key: string; mailboxKey: string }): Misplaced {
  return ["n", "limit", "after", "wait", "back", "to", "full", "cursor"].flatMap(
    (name): Misplaced => [
      [`/svc-api/mail/recent?${name}=${secret}`, { token: mailboxKey }],
      [`/svc-api/mailbox/list?${name}=${secret}`, { token: key }],
    ],
  );
}

/** The secret as an id in a path, or as the name that a check asks about. */
function inPaths(secret: string, { key, mailboxKey }: { key: string; mailboxKey: string }): Misplaced {
  return [
    [`/svc-api/mailbox/${secret}/emails`, { token: key }],
    [`/svc-api/mail/message/${secret}`, { token: mailboxKey }],
    [`/svc-api/subdomain/check/${secret}`, {}],
    [`/svc-api/subdomain/check/shop?domain_base=${secret}`, {}],
    [`/svc-api/mailbox/check?name=${secret}`, {}],
    [`/svc-api/sms/check?phone=${secret}`, {}],
    ...["POST", "DELETE", "PATCH"].map((method): [string, Asking] => [
      `/svc-api/mailbox/${secret}`,
      { method, token: key },
    ]),
  ];
}

/** The secret as each field of a body: as its value, as a value of a wrong type, and in JSON that breaks off. */
function inBodies(secret: string, key: string): Misplaced {
  const bodies: [string, string, string[]][] = [
    ["POST", "mailbox/register", ["name"]],
    ["POST", "subdomain/register", ["name", "domain_base"]],
    ["POST", "sms/register", ["phone"]],
    ["POST", "agent-tokens/create", ["scopes", "expiry"]],
    ["PUT", `agent-tokens/${secret}`, ["scopes", "expiry"]],
    ["POST", "authenticators/register", ["name", "uri", "secret", "algorithm"]],
    ["POST", "sms/pair", ["code"]],
    ["POST", "sign-in", ["code"]],
  ];
  return bodies.flatMap(([method, path, fields]) =>
    fields.flatMap(
      (field): Misplaced => [
        [`/svc-api/${path}`, { method, token: key, body: { name: "x y", [field]: `${secret} ` } }],
        [`/svc-api/${path}`, { method, token: key, body: { name: "x y", [field]: { [secret]: secret } } }],
        [`/svc-api/${path}`, { method, token: key, body: `{"${field}": "${secret}` }],
      ],
    ),
  );
}
