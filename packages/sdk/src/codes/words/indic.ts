import type { Words } from "./kinds.ts";

/** Languages of India and around, one spelling for all its scripts, and Amharic. */
export const indic: Partial<Words> = {
  strong: "ओटिपि*|ஓடிபி*",
  code: "*कोड*|पासव*|पासओ*|पास्व*|पिन|पिन्*|सांकेत*|*குறியீ*|*கோட்*|*கடவுச்சொல்*|*කේතය*|*මුරපද*|*ኮድ*",
  verify: "सत्याप*|पुष्ट*|लॉग*|प्रमाण*",
  goods: "छूट|डिस्क*|कूपन*|प्रोमो*",
  share: "शेय*|साझ*|बता*|किस*",
  label: "खात*|कार्ड*|नंबर|नम्बर|कॉल",
  money: "रुप*|रु|টাকা",
  link: "है|आहे|हो|छ|ነው",
};
