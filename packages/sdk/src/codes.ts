export {
  type CodeCandidate,
  type CodeKind,
  extractCode,
  extractCodes,
  extractLink,
  extractLinks,
  type FindOptions,
  type LinkCandidate,
} from "@frontdesk/codes";
