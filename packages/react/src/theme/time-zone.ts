import { toWallText, WITHOUT_OFFSET, toOffsetText } from '../text/local-time.ts';

/** A time zone in which a person enters a time: it converts between clocks and RFC 3339. */
export interface MomentZone {
  /** The name of the zone, such as `Europe/Rome` or `UTC`. */
  readonly name: string;
  /** Returns the clock in this zone for a text of RFC 3339; `''` for other text. */
  readonly toWall: (text: string) => string;
  /**
   * Returns the text of RFC 3339 for a clock in this zone; the clock unchanged if it does not exist
   * there, because the clocks are put forward.
   */
  readonly fromWall: (wall: string) => string;
}

/** Matches a time of day, with or without its offset. */
const CLOCK = /^(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/iu;

/**
 * Makes a time zone by its name in the IANA database.
 *
 * @throws A `RangeError` for a name that the runtime does not know.
 */
export function createMomentZone(name: string, isClock: boolean): MomentZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

  /** Returns the clock of the zone at a moment, as milliseconds of a clock in UTC. */
  function toClock(time: number): number {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const at = (part: Intl.DateTimeFormatPartTypes): number => Number(parts.get(part));
    const clock = new Date(0);
    // The year before the year 1 is the first one before Christ.
    const year = parts.get('era') === 'BC' ? 1 - at('year') : at('year');
    clock.setUTCFullYear(year, at('month') - 1, at('day'));
    return clock.setUTCHours(at('hour'), at('minute'), at('second'));
  }

  /** Returns the offset of the zone at a clock, in minutes; `undefined` if the clock skips it. */
  function findOffset(clock: number): number | undefined {
    let time = clock;
    // The second guess knows the offset of about that moment, on both sides of a change.
    for (let guess = 0; guess < 3; guess += 1) {
      const ahead = toClock(time) - clock;
      if (ahead === 0) return Math.round((clock - time) / 60_000);
      time -= ahead;
    }
    return undefined;
  }

  function fromWall(wall: string): string {
    const clock = Date.parse(`${wall.slice(0, 19)}Z`);
    const minutes = Number.isNaN(clock) ? undefined : findOffset(clock);
    if (minutes === undefined) return wall;
    return `${wall.length === 16 ? `${wall}:00` : wall.slice(0, 19)}${toOffsetText(minutes)}`;
  }

  function toWall(text: string): string {
    if (WITHOUT_OFFSET.test(text)) return text;
    const time = Date.parse(text);
    if (Number.isNaN(time)) return '';
    // In minutes as in `fromWall`: offsets of the nineteenth century have seconds.
    return toWallText(time + Math.round((toClock(time) - time) / 60_000) * 60_000);
  }

  /** Returns today's date in the zone, whose offset a time of day gets. */
  function toToday(): string {
    return toWallText(toClock(Date.now())).slice(0, 10);
  }

  if (!isClock) return { name, toWall, fromWall };
  return {
    name,
    fromWall: (wall) => fromWall(`${toToday()}T${wall}`).replace(/^.*T/u, ''),
    toWall(text) {
      const [, clock = '', offset] = CLOCK.exec(text) ?? [];
      return offset === undefined
        ? clock
        : toWall(`${toToday()}T${clock}${offset.toUpperCase()}`).slice(11);
    },
  };
}
