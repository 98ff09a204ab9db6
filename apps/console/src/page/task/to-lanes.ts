import type { QuestionChange, ConsoleSpan, ConsoleTask } from '../../api/console-api.ts';

/** The lanes of a timeline, from top to bottom. */
export const LANES = ['state', 'attempts', 'steps', 'questions', 'events', 'webhooks'] as const;

/** The name of a lane. */
type LaneName = (typeof LANES)[number];

/** How a bar is drawn: a person waits or works, or it ended well or badly. */
type Tone = 'wait' | 'run' | 'ask' | 'good' | 'bad' | 'plain';

/** Something that lasted, or happened at one moment, in a lane of a timeline. */
export interface Bar {
  readonly lane: LaneName;
  /** The state, the number of the attempt or question, the key of the step, or what the event is. */
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly start: number;
  /** The end in milliseconds since 1970, the start for a moment; the present while it goes on. */
  readonly end: number;
  readonly tone: Tone;
  readonly isOpen: boolean;
  /** The number of answers before an attempt. */
  readonly answers?: number;
  /** The change of a question at this moment. */
  readonly change?: QuestionChange;
}

/** The bars of a task's timeline, and the time that they are in. */
export interface Timeline {
  readonly start: number;
  readonly end: number;
  readonly bars: readonly Bar[];
}

const STATE_TONES: Readonly<Record<string, Tone>> = {
  submitted: 'wait',
  working: 'run',
  'input-required': 'ask',
  'auth-required': 'ask',
  completed: 'good',
  failed: 'bad',
  rejected: 'bad',
  canceled: 'plain',
};

/** The outcomes of attempts and notifications that are bad. */
const BAD = new Set([
  'failed',
  'rejected',
  'retry',
  'timeout',
  'lost',
  'refused-by-receiver',
  'refused',
]);

/** Makes the timeline of a task from its log and the spans that the process remembers. */
export function toTimeline(value: ConsoleTask): Timeline {
  const { task, events, process } = value;
  const spans = listSpans(value);
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const hasEnded = ['completed', 'failed', 'canceled', 'rejected'].includes(task.state);
  const moments = [
    ...times,
    ...spans.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt ?? startedAt]),
  ];
  const start = moments.reduce(
    (least, time) => Math.min(least, time),
    Date.parse(task.statusTimestamp),
  );
  const last = moments.reduce((most, time) => Math.max(most, time), start);
  const end = hasEnded ? last : Math.max(last, process.now);
  return {
    start,
    end: Math.max(end, start + 1),
    bars: [
      ...toStates(events, { end, hasEnded }),
      ...spans.map((span) => toBar(span, end)),
      ...toStoredSteps(events, spans),
      ...toQuestions(events, end),
      ...toMoments(events),
    ],
  };
}

/**
 * Lists the spans of a task. None is before the task was submitted: the clock of an engine may be a
 * little behind that of the process.
 */
export function listSpans({ events: [first], spans }: ConsoleTask): readonly ConsoleSpan[] {
  const least = first?.seq === 1 ? Date.parse(first.timestamp) : 0;
  return spans.map(({ endedAt, ...span }) => ({
    ...span,
    startedAt: Math.max(least, span.startedAt),
    ...(endedAt !== undefined && { endedAt: Math.max(least, endedAt) }),
  }));
}

function toStates(
  events: ConsoleTask['events'],
  { end, hasEnded }: { readonly end: number; readonly hasEnded: boolean },
): readonly Bar[] {
  const bars: Bar[] = [];
  for (const { timestamp, shape } of events) {
    if (shape.kind !== 'status') continue;
    const time = Date.parse(timestamp);
    const before = bars.at(-1);
    if (before?.name === shape.state) continue;
    if (before !== undefined) bars[bars.length - 1] = { ...before, end: time, isOpen: false };
    const tone = STATE_TONES[shape.state] ?? 'plain';
    bars.push({ lane: 'state', name: shape.state, start: time, end, tone, isOpen: !hasEnded });
  }
  return bars;
}

function toBar(span: ConsoleSpan, now: number): Bar {
  const { kind, name, startedAt, endedAt, outcome, answers } = span;
  const lane = { attempt: 'attempts', step: 'steps', webhook: 'webhooks' } as const;
  const isOpen = endedAt === undefined;
  const isBad = outcome !== undefined && (kind === 'step' || BAD.has(outcome));
  const tone = isOpen ? 'run' : isBad ? 'bad' : outcome === 'suspended' ? 'ask' : 'good';
  const times = { start: startedAt, end: endedAt ?? now };
  return { lane: lane[kind], name, ...times, tone, isOpen, ...(answers && { answers }) };
}

/** Lists the steps whose results are in the log, but of which this process knows no time. */
function toStoredSteps(events: ConsoleTask['events'], spans: ConsoleTask['spans']): readonly Bar[] {
  const stepNames = new Set(spans.filter(({ kind }) => kind === 'step').map(({ name }) => name));
  return events.flatMap(({ timestamp, shape }) => {
    const name = shape.kind === 'memo' ? toStepName(shape.key) : undefined;
    if (name === undefined || stepNames.has(name)) return [];
    return [toMoment(timestamp, { lane: 'steps', name, tone: 'good' })];
  });
}

/** Returns the key of a step from the key of its memo; `undefined` for the memo of an answer. */
export function toStepName(key: string): string | undefined {
  return key.startsWith('step:') ? key.slice('step:'.length) : undefined;
}

/** Makes one bar for each question, and a moment for each change of it. */
function toQuestions(events: ConsoleTask['events'], end: number): readonly Bar[] {
  const bars: Bar[] = [];
  const moments: Bar[] = [];
  for (const [index, { timestamp, shape }] of events.entries()) {
    if (shape.kind !== 'status' || shape.question === undefined) continue;
    const next = events[index + 1];
    const name = `${shape.question.number}`;
    const until = next === undefined ? end : Date.parse(next.timestamp);
    const isOpen = next === undefined;
    const change = findChange(events, index);
    const before = change && bars.pop();
    const start = before?.start ?? Date.parse(timestamp);
    bars.push({ lane: 'questions', name, start, end: until, tone: 'ask', isOpen });
    if (change) {
      moments.push({ ...toMoment(timestamp, { lane: 'questions', name, tone: 'ask' }), change });
    }
  }
  return [...bars, ...moments];
}

/**
 * Returns what has become of a question that the event at a place asks again; `undefined` if it asks
 * the question for the first time, or again because an answer did not fit.
 */
export function findChange(
  events: ConsoleTask['events'],
  index: number,
): QuestionChange | undefined {
  const [before, event] = [events[index - 1], events[index]];
  if (event?.shape.kind !== 'status' || before?.shape.kind === 'message') return undefined;
  return event.shape.question?.change;
}

function toMoments(events: ConsoleTask['events']): readonly Bar[] {
  return events.flatMap(({ timestamp, shape }) => {
    switch (shape.kind) {
      case 'artifact':
        return [toMoment(timestamp, { lane: 'events', name: shape.name, tone: 'good' })];
      case 'message':
      case 'metadata':
        return [toMoment(timestamp, { lane: 'events', name: shape.kind, tone: 'plain' })];
      case 'status':
        return shape.state === 'working' && shape.hasMessage
          ? [toMoment(timestamp, { lane: 'events', name: 'progress', tone: 'run' })]
          : [];
      case 'memo':
        return [];
    }
  });
}

/** Makes a bar without a length, for something that happened at one time. */
function toMoment(timestamp: string, shown: Pick<Bar, 'lane' | 'name' | 'tone'>): Bar {
  const time = Date.parse(timestamp);
  return { ...shown, start: time, end: time, isOpen: false };
}

/** Places times on a line from 0 to 1. */
export type Scale = (time: number) => number;

/**
 * Makes the scale of a timeline. To scale, every second has the same length. Otherwise the time
 * between two things that happened grows with its logarithm, so that a step of milliseconds can
 * still be seen beside a question of days.
 */
export function createScale(
  { start, end, bars }: Pick<Timeline, 'start' | 'end' | 'bars'>,
  isToScale: boolean,
): Scale {
  if (isToScale) return (time) => clamp((time - start) / (end - start));
  const marks = [...new Set([start, ...bars.flatMap((bar) => [bar.start, bar.end]), end])]
    .filter((time) => time >= start && time <= end)
    .toSorted((a, b) => a - b);
  const places = [0];
  for (const [index, time] of marks.entries()) {
    const next = marks[index + 1];
    if (next !== undefined) places.push((places[index] ?? 0) + Math.log1p(next - time));
  }
  const whole = places.at(-1) || 1;
  return (time) => {
    const after = marks.findIndex((mark) => mark >= time);
    if (after === -1) return 1;
    if (after === 0) return 0;
    const [from, to] = [marks[after - 1] ?? start, marks[after] ?? end];
    const [low, high] = [places[after - 1] ?? 0, places[after] ?? whole];
    return clamp((low + (high - low) * ((time - from) / (to - from))) / whole);
  };
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
