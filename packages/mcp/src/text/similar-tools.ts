import { editDistance } from "@frontdesk/basics";
/**
 * Returns the tools with names similar to an unknown one: those for mail and for SMS, unless the name says which. Empty if
 * there is none.
 */
export function similarTools(name: string, names: readonly string[]): string[] {
  const words = new Set(
    name
      .toLowerCase()
      .split(/[^a-z]+/)
      .map((word) => synonyms[word] ?? word),
  );
  const scored = names.map((name) => {
    const shared = name.split("_").filter((word) => words.has(word)).length;
    const distance = editDistance(name.toLowerCase(), name);
    return { name, score: shared * 4 - distance, near: shared > 0 || distance <= 4 };
  });
  const [best] = scored.filter(({ near }) => near).sort((one, other) => other.score - one.score);
  if (best === undefined) return [];
  const twin = twinOf(best.name);
  return twin === best.name || !names.includes(twin) || namesChannel(name) ? [best.name] : [best.name, twin].sort();
}

/** Verbs of other APIs, and those that our tools use. */
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
