import type { Frontdesk } from "@frontdesk/sdk";
import { ToolFailure } from "../text/failure.ts";

/** Finds an SMS inbox by id or number. @throws ToolFailure */
export async function findSmsInbox(frontdesk: Frontdesk, idOrPhone: string) {
  const { sms_tokens } = await frontdesk.smsInboxes.list();
  const record = sms_tokens.find(
    ({ id, phones }) => id === idOrPhone || phones.some(({ phone }) => phone === idOrPhone),
  );
  if (!record)
    throw new ToolFailure("not_found", "The account has no such SMS inbox; it may have been deleted.", {
      tool: "sms_inbox_list",
    });
  return record;
}
