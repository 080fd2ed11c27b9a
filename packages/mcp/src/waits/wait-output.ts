import * as v from "valibot";

const sometimes = (when: string) => v.optional(v.pipe(v.string(), v.description(when)));

/** What both waits answer. */
export const waitOutput = {
  status: v.string(),
  code: sometimes("If found and it has one"),
  messageId: sometimes("If found"),
  cursor: sometimes("If there is one"),
  note: sometimes("If it arrived before the call"),
  older: sometimes("If others were there"),
  begin: sometimes("If untrusted text follows"),
  from: sometimes("If found"),
  link: sometimes("If found and it has one"),
  linkHost: sometimes("If there is a link"),
  until: sometimes("If they did"),
  next: sometimes("If pending"),
};
