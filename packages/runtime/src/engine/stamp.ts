import type { MonotonicClock } from './monotonic-clock.ts';

/** A point in time, both ways. */
export interface Stamp {
  readonly milliseconds: number;
  readonly timestamp: string;
}

/** Makes a function that tells the time; what falls within one millisecond shares one text. */
export function createStamper(clock: MonotonicClock): () => Stamp {
  let stamp = toStamp(0);
  return () => {
    const milliseconds = clock.now();
    if (milliseconds !== stamp.milliseconds) stamp = toStamp(milliseconds);
    return stamp;
  };
}

function toStamp(milliseconds: number): Stamp {
  return { milliseconds, timestamp: new Date(milliseconds).toISOString() };
}
