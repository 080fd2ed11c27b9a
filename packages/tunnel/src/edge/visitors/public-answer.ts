import type { Head } from "../../wire/index.ts";

const NAMING = new Set(["location", "content-location", "access-control-allow-origin"]);

/**
 * An app that is shown its own host names it in its answers: there the visitor is to find the public address. `own` and
 * `open` are origins.
 */
export function toPublicAnswer(own: string, open: string): (answer: Head) => Head {
  return (answer) => {
    const { headers } = answer;
    if (!headers.some((name, at) => at % 2 === 0 && NAMING.has(name.toLowerCase()))) return answer;
    const changed = headers.map((text, at) => (at % 2 === 1 && isNaming(headers[at - 1]!, text) ? change(text) : text));
    return { ...answer, headers: changed };
  };

  function isNaming(name: string, value: string): boolean {
    return (
      NAMING.has(name.toLowerCase()) && (value === own || value.startsWith(`${own}/`) || value.startsWith(`${own}?`))
    );
  }

  function change(value: string): string {
    return open + value.slice(own.length);
  }
}
