/** What needs the finder, which is two thirds of this package: who is content with what the server found never loads it. */
export const loadFinder = () => import("./seeking.ts");
