/** The same text without the rest of a token that was sent in the wrong place. What is shorter may be somebody's name. */
export function maskTokens(text: string): string {
  return text.replace(/\b(svc(?:agt|m|sms)?_)[A-Za-z0-9]{20,256}/gi, "$1…");
}
