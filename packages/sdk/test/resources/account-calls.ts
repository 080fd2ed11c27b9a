import { agentKey, allFields, authenticator, type Call, response, subdomain, webhook } from "./account.ts";

const authenticatorList = "GET /svc-api/authenticators/list?limit=1000";

/** The calls of the account besides those of its inboxes, each with arguments that are no default. */
export const accountCalls: Record<string, Call> = {
  account: {
    run: ({ account }, options) => account(options),
    sends: ["GET /svc-api/account"],
    returns: { account: response.account, agent_token: agentKey },
  },
  version: {
    run: ({ version }, options) => version(options),
    sends: ["GET /svc-api/server/version"],
    returns: allFields,
  },
  "subdomains.register": {
    run: ({ subdomains }, options) => subdomains.register("demo", { domainBase: "vip.test", ...options }),
    sends: [["POST /svc-api/subdomain/register", { name: "demo", domain_base: "vip.test" }]],
    returns: subdomain,
  },
  "subdomains.check": {
    run: ({ subdomains }, options) => subdomains.check("demo", { domainBase: "vip.test", ...options }),
    sends: ["GET /svc-api/subdomain/check/demo?domain_base=vip.test"],
    returns: allFields,
  },
  "subdomains.list": {
    run: ({ subdomains }, options) => subdomains.list(options),
    sends: ["GET /svc-api/subdomain/list?limit=1000"],
    returns: [subdomain],
  },
  "subdomains.delete": {
    run: ({ subdomains }, options) => subdomains.delete("d1", options),
    sends: ["DELETE /svc-api/subdomain/d1"],
  },
  "subdomains.rotate": {
    run: ({ subdomains }, options) => subdomains.rotate("d1", options),
    sends: ["POST /svc-api/subdomain/d1/renew-token"],
    returns: subdomain,
  },
  "agentKeys.create": {
    run: ({ agentKeys }, options) =>
      agentKeys.create("ci", { scopes: ["sms:read", "mail:push"], expiry: new Date("2027-01-01"), ...options }),
    sends: [
      [
        "POST /svc-api/agent-tokens/create",
        { name: "ci", scopes: "sms:read,mail:push", expiry: "2027-01-01T00:00:00.000Z" },
      ],
    ],
    returns: agentKey,
  },
  "agentKeys.list": {
    run: ({ agentKeys }, options) => agentKeys.list(options),
    sends: ["GET /svc-api/agent-tokens/list?limit=1000"],
    returns: [agentKey],
  },
  "agentKeys.update": {
    run: ({ agentKeys }, options) =>
      agentKeys.update("k1", { name: "cd", scopes: ["sms:read"], expiry: "2027-01-01", ...options }),
    sends: [["PUT /svc-api/agent-tokens/k1", { name: "cd", scopes: "sms:read", expiry: "2027-01-01" }]],
    returns: agentKey,
  },
  "agentKeys.delete": {
    run: ({ agentKeys }, options) => agentKeys.delete("k1", options),
    sends: ["DELETE /svc-api/agent-tokens/k1"],
  },
  "webhooks.register": {
    run: ({ webhooks }, options) =>
      webhooks.register("https://hook.test/", { events: ["sms"], mailboxId: "m1", smsId: "s1", ...options }),
    sends: [
      [
        "POST /svc-api/webhooks/register",
        { url: "https://hook.test/", events: ["sms"], mailbox_id: "m1", sms_id: "s1" },
      ],
    ],
    returns: { ...webhook, secret: "whsec_1" },
  },
  "webhooks.list": {
    run: ({ webhooks }, options) => webhooks.list(options),
    sends: ["GET /svc-api/webhooks/list?limit=1000"],
    returns: [webhook],
  },
  "webhooks.test": {
    run: ({ webhooks }, options) => webhooks.test("w1", options),
    sends: ["POST /svc-api/webhooks/w1/test"],
    returns: response.delivery,
  },
  "webhooks.delete": {
    run: ({ webhooks }, options) => webhooks.delete("w1", options),
    sends: ["DELETE /svc-api/webhooks/w1"],
  },
  "authenticators.register": {
    run: ({ authenticators }, options) =>
      authenticators.register({ name: "github", secret: "JBSW", digits: 8 }, options),
    sends: [["POST /svc-api/authenticators/register", { name: "github", secret: "JBSW", digits: 8 }]],
    returns: authenticator,
  },
  "authenticators.list": {
    run: ({ authenticators }, options) => authenticators.list(options),
    sends: [authenticatorList],
    returns: [authenticator],
  },
  "authenticators.open": {
    run: ({ authenticators }, options) => authenticators.open("GitHub", options),
    sends: [authenticatorList],
    returns: authenticator,
  },
  "authenticators.delete": {
    run: ({ authenticators }, options) => authenticators.delete("github", options),
    sends: [authenticatorList, "DELETE /svc-api/authenticators/a1"],
  },
  "Authenticator.code": {
    run: ({ Authenticator }, options) => Authenticator.code({ minValidity: 20, allowRepeat: true, ...options }),
    sends: ["GET /svc-api/authenticators/a1/code"],
    returns: { code: "482913", validFor: 20 },
  },
  "audit.list": {
    run: ({ audit }, options) => audit.list({ limit: 1, ...options }),
    sends: ["GET /svc-api/audit?limit=1"],
    returns: response.entries,
  },
};
