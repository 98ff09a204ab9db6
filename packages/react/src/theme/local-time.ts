/** As a control has it, without an offset. */
const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u;

/** A date and time of RFC 3339 as the clock here shows it; `''` if it is none. */
export function toLocalTime(text: string): string {
  if (WITHOUT_OFFSET.test(text)) return text;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/**
 * A date and time as the clock here shows it, such as `2026-01-05T10:30`, as one of RFC 3339, with
 * the offset of that moment here. Text that is no time comes back as it is, and so does a time that
 * the clock leaps over in spring: it has no offset, so no schema takes it.
 *
 * @example
 * fromLocalTime('2026-01-05T10:30'); // '2026-01-05T10:30:00+01:00' in Berlin
 */
export function fromLocalTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return text;
  // By the clock itself: the offsets of old have seconds, which those of RFC 3339 leave out.
  const isShown =
    time.getDate() === Number(text.slice(8, 10)) &&
    time.getHours() === Number(text.slice(11, 13)) &&
    time.getMinutes() === Number(text.slice(14, 16));
  if (!isShown) return text;
  return `${text.length === 16 ? `${text}:00` : text.slice(0, 19)}${toOffset(time)}`;
}

/** A time of day of RFC 3339 as the clock here shows it today; `''` if it is none. */
export function toLocalClock(text: string): string {
  const [, clock, zone] = /^(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/iu.exec(text) ?? [];
  if (clock === undefined || zone === undefined) return clock ?? '';
  return toLocalTime(`${toToday()}T${clock}${zone.toUpperCase()}`).slice(11);
}

/**
 * A time of day as the clock here shows it, such as `10:30`, as one of RFC 3339, with the offset that
 * is in use here today; text that is no time comes back as it is.
 *
 * @example
 * fromLocalClock('10:30'); // '10:30:00+02:00' in Berlin in summer
 */
export function fromLocalClock(text: string): string {
  const time = new Date(`${toToday()}T${text}`);
  if (Number.isNaN(time.getTime())) return text;
  return `${text.length === 5 ? `${text}:00` : text}${toOffset(time)}`;
}

/** The date here, as `2026-11-21`. */
function toToday(): string {
  return toLocalTime(new Date().toISOString()).slice(0, 10);
}

/** The offset of the zone here from UTC at a moment, as `+01:00`. */
function toOffset(time: Date): string {
  const minutes = -time.getTimezoneOffset();
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  const pad = (count: number): string => String(Math.trunc(count)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(size / 60)}:${pad(size % 60)}`;
}
