/**
 * Matches a date and time without an offset, as an HTML control gives it; a year that is being typed
 * may have more digits than it will have.
 */
export const WITHOUT_OFFSET: RegExp = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u;

/**
 * Writes the milliseconds of a clock in UTC as an HTML control does; `''` outside of the years from
 * 0 to 9999, which RFC 3339 does not have.
 */
export function toWallText(clock: number): string {
  const time = new Date(clock);
  const text = Number.isNaN(time.getTime()) ? '' : time.toISOString();
  return /^\d/u.test(text) ? text.slice(0, 19) : '';
}

/**
 * Converts an RFC 3339 date and time to the local time for an HTML control; `''` for other text.
 */
export function toLocalTime(text: string): string {
  if (WITHOUT_OFFSET.test(text)) return text;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  return toWallText(time.getTime() - time.getTimezoneOffset() * 60_000);
}

/**
 * Converts a local date and time of an HTML control, such as `2026-01-05T10:30`, to RFC 3339 with
 * the local offset of that moment. Other text is returned unchanged, and so is a time that the
 * clock skips when summer time begins: without an offset no schema accepts it.
 *
 * @example
 * fromLocalTime('2026-01-05T10:30'); // '2026-01-05T10:30:00+01:00' in Berlin
 */
export function fromLocalTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return text;
  // The clock times are compared, because historical offsets have seconds, which RFC 3339 lacks.
  const isShown =
    time.getDate() === Number(text.slice(8, 10)) &&
    time.getHours() === Number(text.slice(11, 13)) &&
    time.getMinutes() === Number(text.slice(14, 16));
  if (!isShown) return text;
  return `${text.length === 16 ? `${text}:00` : text.slice(0, 19)}${toOffsetText(-time.getTimezoneOffset())}`;
}

/**
 * Converts an RFC 3339 time of day to today's local time for an HTML control; `''` for other text.
 */
export function toLocalClock(text: string): string {
  const [, clock, zone] = /^(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/iu.exec(text) ?? [];
  if (clock === undefined || zone === undefined) return clock ?? '';
  return toLocalTime(`${toToday()}T${clock}${zone.toUpperCase()}`).slice(11);
}

/**
 * Converts a local time of day, such as `10:30`, to RFC 3339 with today's local offset; other text
 * is returned unchanged.
 *
 * @example
 * fromLocalClock('10:30'); // '10:30:00+02:00' in Berlin in summer
 */
export function fromLocalClock(text: string): string {
  const time = new Date(`${toToday()}T${text}`);
  if (Number.isNaN(time.getTime())) return text;
  return `${text.length === 5 ? `${text}:00` : text}${toOffsetText(-time.getTimezoneOffset())}`;
}

/** Returns today's local date, such as `2026-11-21`. */
function toToday(): string {
  return toLocalTime(new Date().toISOString()).slice(0, 10);
}

/** Writes an offset from UTC in minutes as RFC 3339 does, such as `+01:00`. */
export function toOffsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  const pad = (count: number): string => String(Math.trunc(count)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(size / 60)}:${pad(size % 60)}`;
}
