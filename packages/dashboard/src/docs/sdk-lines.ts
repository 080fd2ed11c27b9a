/** Calls of the SDK's high-level API by operation id. Other operations are shown with its low-level client. */
export const sdkLines: Record<string, string> = {
  getAccount: "const { account, agent_token } = await frontdesk.account();",
  listSubdomains: "const subdomains = await frontdesk.subdomains.list();",
  registerSubdomain:
    'const subdomain = await frontdesk.subdomains.register("demo");\nawait subdomain.openTunnel({ port: 3000 });',
  renewSubdomainToken: 'const { token } = await frontdesk.subdomains.rotate("s7c1n2b8q0d5e4r6");',
  deleteSubdomain: 'await frontdesk.subdomains.delete("s7c1n2b8q0d5e4r6");',
  registerMailbox: 'const mailbox = await frontdesk.mailboxes.register("signup");',
  listMailboxes: "const { mailboxes, limit, used } = await frontdesk.mailboxes.list();",
  clearMailbox: 'await frontdesk.mailboxes.clear("signup");',
  rotateMailboxToken: 'const mailbox = await frontdesk.mailboxes.rotate("signup");',
  deleteMailbox: 'await frontdesk.mailboxes.delete("signup");',
  getRecentMail: "const { code } = await mailbox.waitForCode();",
  getMail: 'const { body, links, codes } = await mailbox.message("000000001m3t9k1w7");',
  registerSmsInbox: "const phoneInbox = await frontdesk.smsInboxes.register();",
  listSmsInboxes: "const { sms_tokens, limit, used } = await frontdesk.smsInboxes.list();",
  rotateSmsInboxKey: 'const phoneInbox = await frontdesk.smsInboxes.rotate("t6y2u8i4o0p1a5s3");',
  deleteSmsInbox: 'await frontdesk.smsInboxes.delete("t6y2u8i4o0p1a5s3");',
  getRecentSms: "const { code } = await inbox.waitForCode();",
  getSms: 'const { body, links, codes } = await inbox.message("000000001t6y2u8i4");',
  pushSms:
    'const { stored } = await inbox.push({ phone: "5550123456", sender: "EXAMPLE", body: "903114 is your sign-in code." });',
  listAgentKeys: "const keys = await frontdesk.agentKeys.list();",
  createAgentKey:
    'const { token } = await frontdesk.agentKeys.create("ci", { scopes: ["mailbox:read", "mailbox:create"] });',
  updateAgentKey: 'await frontdesk.agentKeys.update("k4f0v6w2zq1m9x3c", { expiry: "2027-01-01T00:00:00Z" });',
  deleteAgentKey: 'await frontdesk.agentKeys.delete("k4f0v6w2zq1m9x3c");',
};
