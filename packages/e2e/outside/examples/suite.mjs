export const runsBesideOthers = true;
export const repeatsOnce = true;
