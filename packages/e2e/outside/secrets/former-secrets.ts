import type { Scene } from "./scene.ts";

/** Revokes a key and rotates a secret of each kind, and plants the former and the new ones. */
export async function plantFormerSecrets({ secrets, call }: Scene): Promise<void> {
  const created = (await call("POST", "agent-tokens/create", { name: "short-lived" })).agent_token;
  secrets.plant("revoked agent key", created.token);
  await call("DELETE", `agent-tokens/${created.id}`);
  for (const [path, field, rotate] of [
    ["mailbox", "mailbox", "token"],
    ["sms", "sms_token", "token"],
    ["subdomain", "subdomain", "renew-token"],
  ] as const) {
    const before = (await call("POST", `${path}/register`, { name: "rotated" }))[field];
    secrets.plant(`former ${path} secret`, before.token);
    secrets.plant(`new ${path} secret`, (await call("POST", `${path}/${before.id}/${rotate}`))[field].token);
  }
}
