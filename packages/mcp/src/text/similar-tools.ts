import { editDistance } from "@frontdesk/basics";

/** Wrong letters that a shared word makes up for: it says more than the spelling of the whole name. */
const lettersPerWord = 4;

/**
 * Returns the tool whose name is most similar to an unknown one, by shared words, which count most, and wrong letters. Returns it with
 * its twin, such as `mail_read` and `sms_read`, unless the name says whether mail or SMS is meant. Empty if none is similar.
 */
export function similarTools(unknownName: string, names: readonly string[]): string[] {
  const words = new Set(
    unknownName
      .toLowerCase()
      .split(/[^a-z]+/)
      .map((word) => synonyms[word] ?? word),
  );
  const scored = names.map((name) => {
    const sharedWords = name.split("_").filter((word) => words.has(word)).length;
    const distance = editDistance(unknownName.toLowerCase(), name);
    return {
      name,
      score: sharedWords * lettersPerWord - distance,
      isSimilar: sharedWords > 0 || distance <= maxDistance,
    };
  });
  const [best] = scored.filter(({ isSimilar }) => isSimilar).sort((one, other) => other.score - one.score);
  if (best === undefined) return [];
  const twin = twinOf(best.name);
  const hasTwin = twin !== best.name && names.includes(twin);
  return hasTwin && !namesChannel(unknownName) ? [best.name, twin].sort() : [best.name];
}

/** Largest edit distance of a similar name without a shared word. */
const maxDistance = 4;

/** Verbs of other APIs, and those that our tools use. */
const synonyms: Record<string, string> = {
  create: "register",
  add: "register",
  new: "register",
  remove: "delete",
  cancel: "delete",
  release: "delete",
};

/** Returns the name that the tool would have for the other channel; unchanged if it belongs to none. */
function twinOf(name: string): string {
  if (name.startsWith("sms_inbox_")) return name.replace("sms_inbox_", "mailbox_");
  if (name.startsWith("sms_")) return name.replace("sms_", "mail_");
  return name.replace(/^mailbox_/, "sms_inbox_").replace(/^mail_/, "sms_");
}

function namesChannel(toolName: string): boolean {
  return /mail|sms|text|phone/i.test(toolName);
}
