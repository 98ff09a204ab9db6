/** How old a message may be at most, in milliseconds: one of exactly this age is too old. */
export const MAX_AGE_MS = 300_000;

/** How far ahead of us a sender's clock may be, in milliseconds. */
const MAX_AHEAD_MS = 60_000;

/** Why a time is not fresh, in words to follow a field's name; `undefined` if it is. */
export function findStaleness(timestamp: string, now: number): string | undefined {
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return `must be a time: current value is ${JSON.stringify(timestamp)}`;
  const shown = `current value is ${timestamp}, and it is ${new Date(now).toISOString()}`;
  if (now - time >= MAX_AGE_MS) return `must be less than 5 minutes ago: ${shown}`;
  if (time - now > MAX_AHEAD_MS) return `must be at most 60 seconds ahead: ${shown}`;
  return undefined;
}
