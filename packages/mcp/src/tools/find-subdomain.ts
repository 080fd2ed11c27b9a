import type { Frontdesk, Subdomain } from "@frontdesk/sdk";
import { ToolFailure } from "../text/failure.ts";

const listTool = "subdomain_list";

/**
 * Finds a subdomain by id, domain or name.
 *
 * @throws ToolFailure that suggests `suggestedTool`: `subdomain_register` to register one, or `subdomain_list` to list them
 */
export async function findSubdomain(
  frontdesk: Frontdesk,
  idOrName: string,
  suggestedTool = "subdomain_register",
): Promise<Subdomain> {
  const lowerCased = idOrName.toLowerCase();
  const subdomains = await frontdesk.subdomains.list();
  const subdomain = subdomains.find(
    ({ id, domain, name }) => id === idOrName || domain === lowerCased || name === lowerCased,
  );
  if (!subdomain)
    throw new ToolFailure("not_found", "The account has no such subdomain.", {
      tool: suggestedTool,
      hint: suggestedTool === listTool ? "to list the subdomains" : "to reserve it",
    });
  return subdomain;
}
