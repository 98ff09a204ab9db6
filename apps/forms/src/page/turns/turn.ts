import type { Json, JsonSchema, Problem } from '@formwork/core';
import type { ExchangeEvent, SourceFile, SourceQuestion, TaskEvent } from '@formwork/client';
import type { Run } from '../history/run.ts';

/** An artifact as far as it has come. */
export interface TurnArtifact {
  readonly artifactId: string;
  readonly name: string;
  readonly text: string;
  readonly data: readonly Json[];
  readonly files: readonly SourceFile[];
  readonly isLast: boolean;
}

/** One card of the thread after what was sent. */
export type TurnEntry =
  | {
      readonly kind: 'question';
      readonly at: number;
      readonly question: SourceQuestion;
      /** What was answered; absent while it is open. */
      readonly answer?: Json;
    }
  | {
      readonly kind: 'authorization';
      readonly at: number;
      readonly text: string;
      readonly url: string | undefined;
      readonly isOver: boolean;
    }
  | {
      readonly kind: 'result';
      readonly at: number;
      readonly schema: string;
      readonly data?: Json;
      readonly text: string;
      readonly files: readonly SourceFile[];
      readonly problems: readonly Problem[];
    }
  | {
      readonly kind: 'ended';
      readonly at: number;
      readonly state: 'failed' | 'canceled' | 'rejected';
      readonly text: string;
      readonly problems: readonly Problem[];
    }
  | {
      readonly kind: 'failure';
      readonly at: number;
      readonly code: string;
      readonly reason: string;
      readonly message: string;
      readonly problems: readonly Problem[];
    };

/** What was sent, and all that came of it. */
export interface Turn {
  readonly run: Run;
  /** Of the input, when it was sent; lets a summary have labels. */
  readonly inputSchema: JsonSchema | undefined;
  readonly entries: readonly TurnEntry[];
  readonly artifacts: readonly TurnArtifact[];
  /** What the agent does now; `undefined` when the task rests. */
  readonly activity: { readonly text: string; readonly fraction?: number } | undefined;
  readonly connection: 'none' | 'live' | 'reconnecting';
  readonly isCanceling: boolean;
  /** The last that went over the wire, the oldest first. */
  readonly exchanges: readonly ExchangeEvent[];
}

const MAX_EXCHANGES = 40;

/** A turn that has just been sent, or is taken from the history. */
export function createTurn(run: Run, inputSchema: JsonSchema | undefined): Turn {
  return {
    run,
    inputSchema,
    entries: toStoredEntries(run),
    artifacts: [],
    activity: undefined,
    connection: 'none',
    isCanceling: false,
    exchanges: [],
  };
}

/** Listens (again): what the task has sent so far comes once more. */
export function toListening(turn: Turn): Turn {
  const entries = turn.entries.filter(({ kind }) => kind !== 'failure');
  const activity = turn.activity ?? { text: '' };
  const { endedAt: _, ...rest } = turn.run;
  const run: Run = { ...rest, state: 'open' };
  return { ...turn, run, entries, artifacts: [], activity, connection: 'live' };
}

/** The turn with the answer to its open question. */
export function toAnswered(turn: Turn, answer: Json | undefined): Turn {
  const entries = turn.entries.map((entry): TurnEntry => {
    if (entry.kind === 'authorization') return { ...entry, isOver: true };
    if (entry.kind !== 'question' || 'answer' in entry || answer === undefined) return entry;
    return { ...entry, answer };
  });
  return { ...turn, entries, activity: { text: '' } };
}

/** The turn after an event. `at` is the time, in milliseconds since 1970. */
export function reduceTurn(turn: Turn, event: TaskEvent, at: number): Turn {
  if (event.kind === 'exchange') {
    return { ...turn, exchanges: [...turn.exchanges, event].slice(-MAX_EXCHANGES) };
  }
  const named = {
    taskId: event.taskId || turn.run.taskId,
    contextId: event.contextId || turn.run.contextId,
  };
  const next: Turn = { ...turn, connection: 'live', run: { ...turn.run, ...named } };
  switch (event.kind) {
    case 'progress': {
      const { text, fraction } = event;
      const activity = {
        text: text || (turn.activity?.text ?? ''),
        ...(fraction !== undefined && { fraction }),
      };
      return { ...next, activity };
    }
    case 'artifact':
      return { ...next, artifacts: toArtifacts(turn.artifacts, event) };
    case 'question': {
      const { question } = event;
      return toResting(addQuestion(next, question, at), 'asking', undefined);
    }
    case 'authorization': {
      const { text, url } = event;
      const others = next.entries.filter((entry) => entry.kind !== 'authorization' || entry.isOver);
      const entries: readonly TurnEntry[] = [
        ...others,
        { kind: 'authorization', at, text, url, isOver: false },
      ];
      return toResting({ ...next, entries }, 'asking', undefined);
    }
    case 'result': {
      const { schema, text, files, problems, data } = event;
      const shared = { schema, text, ...(data !== undefined && { data }) };
      const result = { ...shared, problems: problems.length, isCut: false };
      const entry: TurnEntry = { kind: 'result', at, ...shared, files, problems };
      return toResting(addLast({ ...next, run: { ...next.run, result } }, entry), 'done', at);
    }
    case 'ended': {
      const { state, text, problems } = event;
      return toResting(addLast(next, { kind: 'ended', at, state, text, problems }), state, at);
    }
    case 'failure': {
      const { code, reason, message, problems } = event;
      const entry: TurnEntry = { kind: 'failure', at, code, reason, message, problems };
      const ended = addLast(next, entry);
      // A task that is known may go on without us: it is looked at again when somebody looks here.
      return toResting(ended, next.run.taskId === '' ? 'broken' : 'open', at);
    }
    default:
      return event satisfies never;
  }
}

function toResting(turn: Turn, state: Run['state'], endedAt: number | undefined): Turn {
  const { endedAt: _, ...rest } = turn.run;
  const run: Run = { ...rest, state, ...(endedAt !== undefined && { endedAt }) };
  return { ...turn, run, activity: undefined, connection: 'none', isCanceling: false };
}

function addQuestion(turn: Turn, question: SourceQuestion, at: number): Turn {
  // A question that is asked again, or heard again after a reload, is not another card.
  const entries = turn.entries.filter((entry) => entry.kind !== 'question' || 'answer' in entry);
  return { ...turn, entries: [...entries, { kind: 'question', at, question }] };
}

function addLast(turn: Turn, entry: TurnEntry): Turn {
  const entries = turn.entries.filter(
    (other) => other.kind !== entry.kind || other.kind === 'question',
  );
  return { ...turn, entries: [...entries, entry] };
}

function toArtifacts(
  artifacts: readonly TurnArtifact[],
  event: Extract<TaskEvent, { readonly kind: 'artifact' }>,
): readonly TurnArtifact[] {
  const { artifactId, name, text, data, files, append, last } = event;
  const before = artifacts.find((artifact) => artifact.artifactId === artifactId);
  const goesOn = append && before !== undefined;
  const after: TurnArtifact = {
    artifactId,
    name: name || (before?.name ?? ''),
    text: goesOn ? before.text + text : text,
    data: goesOn ? [...before.data, ...data] : data,
    files: goesOn ? [...before.files, ...files] : files,
    isLast: last,
  };
  return before === undefined
    ? [...artifacts, after]
    : artifacts.map((artifact) => (artifact === before ? after : artifact));
}

/** What the history knows of the end of a run. */
function toStoredEntries(run: Run): readonly TurnEntry[] {
  const { result, state, endedAt: at = run.startedAt } = run;
  if (state === 'done' && result !== undefined && !result.isCut) {
    const { schema, text, data } = result;
    return [
      {
        kind: 'result',
        at,
        schema,
        text,
        files: [],
        problems: [],
        ...(data !== undefined && { data }),
      },
    ];
  }
  if (state === 'failed' || state === 'canceled' || state === 'rejected') {
    return [{ kind: 'ended', at, state, text: result?.text ?? '', problems: [] }];
  }
  return [];
}
