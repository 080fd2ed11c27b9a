import type { Asking, Scene } from "./scene.ts";

/** Everything that could be a way in, with a secret in the wrong place. */
export function misplaced(secret: string, { key, secrets }: Scene): [path: string, asking: Asking][] {
  const the = (name: string) => secrets.all.find(([known]) => known === name)?.[1] ?? "";
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
  return [
    ...["account", "mail/recent", "sms/recent", `mail/message/${secret}`, `mailbox/${secret}/emails`].map(
      (path): [string, Asking] => [`/svc-api/${path}`, { token: secret }],
    ),
    ...["account", "mailbox/list"].map((path): [string, Asking] => [
      `/svc-api/${path}?limit=${secret}`,
      { headers: { authorization: secret, cookie: secret } },
    ]),
    ...["n", "limit", "after", "wait", "back", "to", "full", "cursor"].flatMap((name): [string, Asking][] => [
      [`/svc-api/mail/recent?${name}=${secret}`, { token: the("mailbox key") }],
      [`/svc-api/mailbox/list?${name}=${secret}`, { token: key }],
    ]),
    [`/svc-api/mailbox/${secret}/emails`, { token: key }],
    [`/svc-api/mail/message/${secret}`, { token: the("mailbox key") }],
    [`/svc-api/subdomain/check/${secret}`, {}],
    [`/svc-api/subdomain/check/shop?domain_base=${secret}`, {}],
    [`/svc-api/mailbox/check?name=${secret}`, {}],
    [`/svc-api/sms/check?phone=${secret}`, {}],
    ...["POST", "DELETE", "PATCH"].map((method): [string, Asking] => [
      `/svc-api/mailbox/${secret}`,
      { method, token: key },
    ]),
    ...bodies.flatMap(([method, path, fields]): [string, Asking][] =>
      fields.flatMap((field): [string, Asking][] => [
        [`/svc-api/${path}`, { method, token: key, body: { name: "x y", [field]: `${secret} ` } }],
        [`/svc-api/${path}`, { method, token: key, body: { name: "x y", [field]: { [secret]: secret } } }],
        [`/svc-api/${path}`, { method, token: key, body: `{"${field}": "${secret}` }],
      ]),
    ),
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
