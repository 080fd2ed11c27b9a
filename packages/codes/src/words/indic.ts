import type { Words } from "./kinds.ts";

/** Languages of India and around, one spelling for all its scripts, and Amharic. */
export const indic: Partial<Words> = {
  strong: ["", "ओटिपि|ஓடிபி"],
  code: ["पिन", "पासव|पासओ|पास्व|पिन्|सांकेत", "कोड|குறியீ|கோட்|கடவுச்சொல்|කේතය|මුරපද|ኮድ"],
  verify: ["", "सत्याप|पुष्ट|लॉग|प्रमाण"],
  goods: ["छूट", "डिस्क|कूपन|प्रोमो"],
  share: ["", "शेय|साझ|बता|किस"],
  label: ["नंबर|नम्बर|कॉल", "खात|कार्ड"],
  money: ["रु|টাকা", "रुप"],
  link: "है|आहे|हो|छ|ነው",
};
