import type { McpServer } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { toCheckedSchema } from "./schema.ts";

/** Registers two prompts, which people pick from a menu. */
export function attachPrompts(server: McpServer): void {
  const toUserMessage = (text: string) => ({
    messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
  });
  server.registerPrompt(
    "verify_signup",
    {
      title: "Verify a sign-up",
      description: "Sign up at a site with a fresh mail address and its code",
      argsSchema: toCheckedSchema(v.object({ site: v.pipe(v.string(), v.description("Address of the site")) })),
    },
    ({ site }) =>
      toUserMessage(
        `Sign up at ${site}. Make an address with mailbox_register, use it in the form, get the code with mail_wait_code, finish, and delete the mailbox.`,
      ),
  );
  server.registerPrompt(
    "expose_port",
    {
      title: "Expose a local port",
      description: "Put a local port under a public address",
      argsSchema: toCheckedSchema(v.object({ port: v.pipe(v.string(), v.description("The local port")) })),
    },
    ({ port }) =>
      toUserMessage(
        `Put local port ${port} under a public address: subdomain_list or subdomain_register, tunnel_start, check that the URL responds, and tell me the URL. It is public; stop it with tunnel_stop when I say so.`,
      ),
  );
}
