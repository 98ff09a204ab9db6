/** A time in the form `YYYY-MM-DDTHH:MM:SSZ`, which the document wants ("Implementation Guidance"). */
export function toTimestamp(isoTime: string): string {
  return `${new Date(isoTime).toISOString().slice(0, 19)}Z`;
}
