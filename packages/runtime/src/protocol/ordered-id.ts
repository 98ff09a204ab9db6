import { randomBytes } from 'node:crypto';

/**
 * Makes the UUID of version 7 (RFC 9562, section 5.7) of a task or a context: ids of about the same
 * time are neighbours in an engine's index, so tasks created together are written together. All
 * other 74 bits are random, because a task may be reachable by its id alone; the counter that the
 * section permits would make ids easier to guess.
 */
export function createOrderedId(): string {
  const time = Date.now();
  if (time !== timed.time) timed = createTimedStart(time);
  const random = takeDigits();
  const variant = VARIANTS[Number.parseInt(random.charAt(3), 16) % 4];
  return `${timed.start}${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7)}`;
}

/** The digits that may begin the fourth group of a UUID. */
const VARIANTS = ['8', '9', 'a', 'b'] as const;

let timed = createTimedStart(0);

function createTimedStart(time: number): {
  readonly time: number;
  readonly start: string;
} {
  const digits = time.toString(16).padStart(12, '0');
  return { time, start: `${digits.slice(0, 8)}-${digits.slice(8)}-7` };
}

/** The number of random hexadecimal digits in an id. */
const DIGITS = 19;

/** The number of ids whose digits are drawn together, because drawing takes longer than the rest. */
const DRAWN_IDS = 256;

let drawn = '';
let offset = 0;

/** Returns random hexadecimal digits, each time others. */
function takeDigits(): string {
  if (offset === drawn.length) {
    drawn = randomBytes((DIGITS * DRAWN_IDS) / 2).toString('hex');
    offset = 0;
  }
  offset += DIGITS;
  return drawn.slice(offset - DIGITS, offset);
}
