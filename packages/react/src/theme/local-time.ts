/** A time of RFC 3339 as the clock here shows it; `''` if it is none. */
export function toLocalTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** What the clock here shows as a time of RFC 3339, in UTC. */
export function fromLocalTime(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString().replace('.000Z', 'Z');
}
