/** What a surface calls an operation, or the reason why it does not offer it. */
export type Offer = readonly string[] | { reason: string };

/** How each surface offers one operation. */
export interface Surfaces {
  /** Method of `createFrontdesk()`, or of the handles `Mailbox`, `SmsInbox` and `Authenticator`. */
  sdk: Offer;
  /** MCP tool. */
  tool: Offer;
  /** Command after `frontdesk`. */
  command: Offer;
  /** View of the dashboard. */
  dashboard: Offer;
}
