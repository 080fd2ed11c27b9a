/** Loads the extraction of codes and links, two thirds of this package, only if the codes of the server are not enough. */
export const loadExtraction = () => import("./extraction.ts");
