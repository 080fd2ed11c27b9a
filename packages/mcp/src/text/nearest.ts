import { editDistance } from "@frontdesk/basics";
/**
 * Returns the names that are most like a mistaken one: for mail and for SMS, if it does not say which of the two. Empty if none
 * is like it.
 */
export function nearest(wanted: string, names: readonly string[]): string[] {
  const words = new Set(
    wanted
      .toLowerCase()
      .split(/[^a-z]+/)
      .map((word) => synonyms[word] ?? word),
  );
  const scored = names.map((name) => {
    const shared = name.split("_").filter((word) => words.has(word)).length;
    const distance = editDistance(wanted.toLowerCase(), name);
    return { name, score: shared * 4 - distance, near: shared > 0 || distance <= 4 };
  });
  const [best] = scored.filter(({ near }) => near).sort((one, other) => other.score - one.score);
  if (best === undefined) return [];
  const twin = twinOf(best.name);
  return twin === best.name || !names.includes(twin) || namesChannel(wanted) ? [best.name] : [best.name, twin].sort();
}

/** Verbs of other APIs, and the tools' own. */
const synonyms: Record<string, string> = {
  create: "register",
  add: "register",
  new: "register",
  remove: "delete",
  cancel: "delete",
  release: "delete",
};

/** The same tool of the other channel, if it has one. */
function twinOf(name: string): string {
  if (name.startsWith("sms_inbox_")) return name.replace("sms_inbox_", "mailbox_");
  if (name.startsWith("sms_")) return name.replace("sms_", "mail_");
  return name.replace(/^mailbox_/, "sms_inbox_").replace(/^mail_/, "sms_");
}

function namesChannel(wanted: string): boolean {
  return /mail|sms|text|phone/i.test(wanted);
}
