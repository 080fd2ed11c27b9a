/** The finder is two thirds of this package: who never waits for a code or a link never loads it. */
export const loadFinder = () => import("./codes.ts");

export type Finder = Awaited<ReturnType<typeof loadFinder>>;
