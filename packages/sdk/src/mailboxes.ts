import { type FrontdeskClient, unwrap } from "./client.ts";
import { FrontdeskError } from "./errors.ts";
import { Mailbox } from "./mailbox.ts";

/** The account's mailboxes. */
export function createMailboxes(client: FrontdeskClient, connect: (token: string) => FrontdeskClient) {
  const toHandle = (record: ConstructorParameters<typeof Mailbox>[1], isNew: boolean) =>
    new Mailbox(connect(record.token), record, isNew ? { type: "seen", ids: new Set() } : "now");

  return {
    /** Registers a mailbox; a free random name when none is given. @throws FrontdeskError `already_taken`, `limit_reached` */
    async register(name: string = randomName()): Promise<Mailbox> {
      const { mailbox } = await unwrap(client.POST("/svc-api/mailbox/register", { body: { name } }));
      return toHandle(mailbox, true);
    },

    /** Records of all mailboxes, with their keys, and how many there may be (`null`: unlimited). */
    async list() {
      const { mailboxes, limit, used } = await unwrap(client.GET("/svc-api/mailbox/list"));
      return { mailboxes, limit, used };
    },

    /** A handle on an existing mailbox, by id, name or address; its place is where the mailbox stands now. */
    async open(idOrName: string): Promise<Mailbox> {
      const { mailboxes } = await this.list();
      const wanted = idOrName.toLowerCase();
      const record = mailboxes.find(({ id, name, address }) => [id, name, address].includes(wanted));
      if (!record)
        throw new FrontdeskError(
          404,
          "not_found",
          `This account has no mailbox ${idOrName}. \`list()\` shows those it has.`,
        );
      const mailbox = toHandle(record, false);
      await mailbox.mark();
      return mailbox;
    },

    /** Deletes a mailbox and all its mails. */
    async delete(mailbox: string | Mailbox): Promise<void> {
      await unwrap(client.DELETE("/svc-api/mailbox/{id}", { params: { path: { id: toId(mailbox) } } }));
    },

    /** Gives the mailbox a new key; the old one, and handles that hold it, stop working at once. */
    async rotate(mailbox: string | Mailbox): Promise<Mailbox> {
      const params = { path: { id: toId(mailbox) } };
      const answer = await unwrap(client.POST("/svc-api/mailbox/{id}/token", { params }));
      return toHandle(answer.mailbox, false);
    },
  };
}

function toId(mailbox: string | Mailbox): string {
  const id = typeof mailbox === "string" ? mailbox : mailbox.id;
  if (id === undefined) throw new TypeError("A mailbox opened by its key alone has no id. Use `mailboxes.open(name)`.");
  return id;
}

function randomName(): string {
  return `box-${crypto.randomUUID().slice(0, 13)}`;
}
