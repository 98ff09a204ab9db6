/** Milliseconds since 1970 of an ISO 8601 time. Throws `RangeError`; `purpose` begins the message. */
export function parseTime(text: string, purpose: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new RangeError(
      `${purpose} must be an ISO 8601 time: current value is ${JSON.stringify(text)}`,
    );
  }
  return time;
}
