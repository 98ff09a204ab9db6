/** Writes a time in milliseconds since 1970 as RFC 3339 does, in UTC. */
export function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}

/** Reads a timestamp as milliseconds since 1970, for a column that is `NULL` without one. */
export function toOptionalTime(timestamp: string | undefined): number | null {
  return timestamp === undefined ? null : Date.parse(timestamp);
}
