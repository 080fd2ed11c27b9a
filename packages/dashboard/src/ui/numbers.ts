/** A count as English writes it: 10,000. By hand, for a browser takes tens of milliseconds to load its own words for it. */
export const formatCount = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
