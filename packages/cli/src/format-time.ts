/** Formats a time of the API as "2027-03-01 14:05:09". Leaves out the zone, because the server sends UTC. */
export function formatTime(time: string): string {
  return time.slice(0, 19).replace("T", " ");
}
