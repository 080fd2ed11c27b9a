/** Formats a count such as "10,000". Not `Intl`, which takes tens of milliseconds to load. */
export const formatCount = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
