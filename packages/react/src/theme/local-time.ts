/** A date and time of RFC 3339 as the clock here shows it; `''` if it is none. */
export function toLocalTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** What the clock here shows as a date and time of RFC 3339, with the offset of that moment here. */
export function fromLocalTime(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : `${toLocalTime(text)}${toOffset(time)}`;
}

/** A time of day of RFC 3339 as the clock here shows it today; `''` if it is none. */
export function toLocalClock(text: string): string {
  const [, clock, zone] = /^(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/iu.exec(text) ?? [];
  if (clock === undefined || zone === undefined) return clock ?? '';
  return toLocalTime(`${toToday()}T${clock}${zone.toUpperCase()}`).slice(11);
}

/** What the clock here shows as a time of day of RFC 3339, with the offset that is in use here today. */
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
