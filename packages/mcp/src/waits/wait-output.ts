import * as v from "valibot";

const optionalText = (when: string) => v.optional(v.pipe(v.string(), v.description(when)));

/** Result of both wait tools. */
export const waitOutput = {
  status: v.string(),
  code: optionalText("If found and it has one"),
  messageId: optionalText("If found"),
  cursor: optionalText("If there is one"),
  note: optionalText("If it arrived before the call"),
  older: optionalText("If others were there"),
  begin: optionalText("If untrusted text follows"),
  from: optionalText("If found"),
  link: optionalText("If found and it has one"),
  linkHost: optionalText("If there is a link"),
  until: optionalText("If they did"),
  next: optionalText("If pending"),
};
