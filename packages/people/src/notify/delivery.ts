import type { TaskLogger } from '@formwork/core';
import type { SharedRecords } from '@formwork/runtime';
import { type QuestionNotice, settle } from '@formwork/runtime/internal';
import { toErrorText } from '@formwork/schema';

/** A way of telling people, such as a webhook. */
export interface NoticeChannel {
  /** What people get, in the words of the log, such as `the webhook`. */
  readonly name: string;
  /**
   * Tells people. It returns the receivers that could not be reached now, which the next attempt
   * gets in `receivers`; it rejects if the whole attempt has to be made again.
   */
  send(notice: QuestionNotice, options: ChannelSendOptions): Promise<readonly string[]>;
}

/** Options of {@link NoticeChannel.send}. */
export interface ChannelSendOptions {
  /** The time after which the outcome is not waited for, in milliseconds. */
  readonly limitMs: number;
  /** Tells only these receivers, which an earlier attempt has returned. */
  readonly receivers?: readonly string[] | undefined;
}

/**
 * How far a channel has come with some news: done with them, or when the first attempt was and
 * when the next one is, in milliseconds since 1970.
 */
type Progress =
  | { readonly isDone: true }
  | { readonly since: number; readonly at: number; readonly left?: readonly string[] };

/** The progress of each channel with all news of a question, by their ids. */
type Progresses = Record<string, Record<string, Progress>>;

/** The first pause. Each further one is as long as all before together. */
const MIN_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 3_600_000;
/** The time after which a channel gives up news that it cannot deliver: three days. */
const GIVE_UP_MS = 259_200_000;
/** The time for which a record of news outlives its next attempt, in milliseconds. */
const SPARE_MS = 86_400_000;
/**
 * The time that a channel has for all news of a question at once, in milliseconds. It is shorter
 * than `QuestionReminders` wait, because what they give up is tried by all channels again.
 */
const CHANNEL_MS = 60_000;
/**
 * The most UTF-16 units of the names of receivers in one record, which has room for as many and for
 * the rest: more than two thousand browsers. Where a list has no room, all get the news again.
 */
const MAX_NAMES = 45_000;

/**
 * Makes the function that tells people all news of a question by every channel, the oldest first.
 * A channel that fails is tried again by itself, with growing pauses, and gives up after three days.
 * A channel that does not end holds up no other one.
 * The function returns the time until the next attempt, in milliseconds; `undefined` if none is left.
 */
export function createDelivery({
  records,
  logger,
  channels,
  now = Date.now,
}: {
  /** Keep what was not delivered at the first attempt. */
  readonly records: Pick<SharedRecords, 'get' | 'set' | 'delete'>;
  readonly logger: TaskLogger;
  /** The ways of telling, in the order in which they are used. */
  readonly channels: readonly NoticeChannel[];
  /** Returns the time in milliseconds since 1970. */
  readonly now?: () => number;
}): (news: readonly QuestionNotice[]) => Promise<number | undefined> {
  async function attempt(
    notice: QuestionNotice,
    {
      channel,
      before,
      endsAt,
    }: {
      readonly channel: NoticeChannel;
      readonly before: Progress | undefined;
      /** The time at which the attempt has failed, on the clock of `performance`. */
      readonly endsAt: number;
    },
  ): Promise<Progress> {
    if (before !== undefined && 'isDone' in before) return before;
    const begun = now();
    const limitMs = endsAt - performance.now();
    const sending =
      limitMs > 0
        ? settle(channel.send(notice, { limitMs, receivers: before?.left }), { limitMs })
        : Promise.reject(new Error('older news took all the time'));
    const reached = await sending.then(
      (unreached) => ({ unreached, error: `${unreached.length} receivers cannot be reached` }),
      (error: unknown) => ({
        unreached: before?.left,
        error: toErrorText(error).split('\n')[0] ?? '',
      }),
    );
    const { unreached, error } = reached;
    if (unreached?.length === 0) return { isDone: true };
    const since = before?.since ?? begun;
    const age = now() - since;
    const details = { taskId: notice.question.taskId, news: notice.kind, error };
    if (age >= GIVE_UP_MS) {
      logger.error(
        `Cannot tell people of a question by ${channel.name}: it was the last attempt`,
        details,
      );
      return { isDone: true };
    }
    const pause = Math.min(Math.max(age, MIN_PAUSE_MS), MAX_PAUSE_MS);
    logger.warn(
      `Cannot tell people of a question by ${channel.name}: it is tried again in ${Math.round(pause / 1_000)} s, or with the next news of the question`,
      details,
    );
    return { since, at: now() + pause, ...(unreached !== undefined && { left: unreached }) };
  }

  return async (news) => {
    const [first] = news;
    if (first === undefined) return undefined;
    const key = `people/news/${first.question.taskId}`;
    const stored = await records.get(key);
    const before: Progresses = stored === undefined ? {} : (JSON.parse(stored) as Progresses);
    // News that were not tried yet are a reason to try the older ones again, too.
    const time = now();
    const wait = findWait(before, { news, channels, time });
    if (wait > 0) return wait;
    const after: Progresses = Object.fromEntries(news.map(({ id }) => [id, {}]));
    await Promise.all(
      channels.map(async (channel) => {
        const { name } = channel;
        const endsAt = performance.now() + CHANNEL_MS;
        // Each channel has its own pauses, which the log has named.
        const isDue = findWait(before, { news, channels: [channel], time }) <= 0;
        for (const notice of news) {
          const previous = before[notice.id]?.[name];
          const progress =
            isDue || previous === undefined
              ? await attempt(notice, { channel, before: previous, endsAt })
              : previous;
          after[notice.id] = { ...after[notice.id], [name]: progress };
        }
      }),
    );
    const times = Object.values(after)
      .flatMap((progresses) => Object.values(progresses))
      .flatMap((progress) => ('at' in progress ? [progress.at] : []));
    if (times.length === 0) {
      // Alone: one process has claimed the question while people get news of it.
      if (stored !== undefined) await records.delete(key);
      return undefined;
    }
    const retryInMs = Math.max(Math.min(...times) - now(), 0);
    // Alone: as above.
    await records.set(key, { value: writeProgresses(after), ttlMs: MAX_PAUSE_MS + SPARE_MS });
    return retryInMs;
  };
}

/** Writes the progress of all channels, with the receivers that are left as far as there is room. */
function writeProgresses(all: Progresses): string {
  const record: Progresses = {};
  let room = MAX_NAMES;
  for (const [id, channels] of Object.entries(all)) {
    const ofNews: Record<string, Progress> = {};
    for (const [name, progress] of Object.entries(channels)) {
      const size = countNames(progress);
      ofNews[name] = size > room ? withoutNames(progress) : progress;
      if (size <= room) room -= size;
    }
    record[id] = ofNews;
  }
  return JSON.stringify(record);
}

/** Counts the UTF-16 units that the names of receivers take in a record. */
function countNames(progress: Progress): number {
  return 'left' in progress ? JSON.stringify(progress.left).length : 0;
}

function withoutNames(progress: Progress): Progress {
  return 'isDone' in progress ? progress : { since: progress.since, at: progress.at };
}

/** Returns the time until the first attempt that is due, in milliseconds. */
function findWait(
  before: Progresses,
  {
    news,
    channels,
    time,
  }: {
    readonly news: readonly QuestionNotice[];
    readonly channels: readonly NoticeChannel[];
    readonly time: number;
  },
): number {
  const waits = news.flatMap(({ id }) =>
    channels.flatMap(({ name }) => {
      const progress = before[id]?.[name];
      if (progress === undefined) return [0];
      if ('isDone' in progress) return [];
      // No pause is longer: the clock was set back.
      return [progress.at - time > MAX_PAUSE_MS ? 0 : progress.at - time];
    }),
  );
  return waits.length === 0 ? 0 : Math.min(...waits);
}
