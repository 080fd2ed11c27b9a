import { type FrontdeskClient, unwrap } from "./client.ts";
import { FrontdeskError } from "./errors.ts";
import { SmsInbox } from "./sms-inbox.ts";

/** The account's SMS tokens (later edition). */
export function createSmsTokens(client: FrontdeskClient, connect: (token: string) => FrontdeskClient) {
  const toHandle = (record: { id: string; token: string }, isNew: boolean) =>
    new SmsInbox(connect(record.token), record, isNew ? { type: "seen", ids: new Set() } : "now");

  return {
    /** Creates a bare SMS token, or one with its first number attached. @throws FrontdeskError `limit_reached` */
    async register({ phone }: { phone?: string } = {}): Promise<SmsInbox> {
      const body = phone === undefined ? {} : { phone };
      const answer = await unwrap(client.POST("/svc-api/sms/register", { body }));
      return toHandle(answer.sms_token, true);
    },

    /** Records of all SMS tokens, with their keys, and how many there may be (`null`: unlimited). */
    async list() {
      const { sms_tokens, limit, used } = await unwrap(client.GET("/svc-api/sms/list"));
      return { sms_tokens, limit, used };
    },

    /** A handle on an existing SMS token, by id; its place is where the inbox stands now. */
    async open(id: string): Promise<SmsInbox> {
      const { sms_tokens } = await this.list();
      const record = sms_tokens.find((token) => token.id === id);
      if (!record)
        throw new FrontdeskError(
          404,
          "not_found",
          `This account has no SMS token ${id}. \`list()\` shows those it has.`,
        );
      const inbox = toHandle(record, false);
      await inbox.mark();
      return inbox;
    },

    /** Deletes an SMS token, its numbers and all its texts. */
    async delete(token: string | SmsInbox): Promise<void> {
      await unwrap(client.DELETE("/svc-api/sms/{id}", { params: { path: { id: toId(token) } } }));
    },

    /** Gives the SMS token a new key; the phone must be told. */
    async rotate(token: string | SmsInbox): Promise<SmsInbox> {
      const params = { path: { id: toId(token) } };
      const answer = await unwrap(client.POST("/svc-api/sms/{id}/token", { params }));
      return toHandle(answer.sms_token, false);
    },
  };
}

function toId(token: string | SmsInbox): string {
  const id = typeof token === "string" ? token : token.id;
  if (id === undefined)
    throw new TypeError("An SMS inbox opened by its key alone has no id. Use `smsTokens.open(id)`.");
  return id;
}
