/** A badge for each scope of a comma-separated list. */
export function ScopeBadges({ scopes }: { scopes: string }) {
  return (
    <>
      {scopes.split(",").map((scope) => (
        <span class="badge" key={scope}>
          {scope}
        </span>
      ))}
    </>
  );
}
