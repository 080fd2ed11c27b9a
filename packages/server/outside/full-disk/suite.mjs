export const runsBesideOthers = true;
