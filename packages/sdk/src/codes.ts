export {
  type CodeCandidate,
  extractCode,
  extractLink,
  type FindOptions,
  findCodes,
  findLinks,
  type LinkCandidate,
} from "@frontdesk/codes";
