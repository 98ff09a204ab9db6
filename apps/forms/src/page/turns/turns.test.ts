import type { AgentSource, TaskEvent } from '@formwork/client';
import { describe, expect, test, vi } from 'vitest';
import type { Run } from '../history/run.ts';
import { createTurnBoard } from './turn-board.ts';
import { createTurn, reduceTurn, toAnswered, toListening, type Turn } from './turn.ts';

const RUN: Run = {
  id: 'm1',
  skillId: 's',
  skillName: 'Skill',
  input: { kind: 'input', schema: 'in', fingerprint: 'f', data: { a: 1 } },
  taskId: '',
  contextId: '',
  startedAt: 1,
  state: 'open',
};
const IDS = { taskId: 't1', contextId: 'c1' };
const PROGRESS: TaskEvent = { kind: 'progress', ...IDS, text: 'Thinking', fraction: 0.5 };
const RESULT: TaskEvent = {
  kind: 'result',
  ...IDS,
  schema: 'out',
  data: { b: 2 },
  text: '',
  files: [],
  problems: [],
};
const QUESTION: TaskEvent = {
  kind: 'question',
  ...IDS,
  question: { prompt: 'How long?', text: 'How long?', number: 1, refused: [] },
};
const LOST: TaskEvent = {
  kind: 'failure',
  ...IDS,
  code: 'REQUEST_FAILED',
  reason: 'NETWORK',
  message: 'The line is dead',
  problems: [],
};

function reduce(
  events: readonly TaskEvent[],
  start = toListening(createTurn(RUN, undefined)),
): Turn {
  return events.reduce((turn, event, n) => reduceTurn(turn, event, 100 + n), start);
}

describe('a turn', () => {
  test('shows what the agent does, then what came of it', () => {
    const working = reduce([PROGRESS]);
    expect(working.activity).toEqual({ text: 'Thinking', fraction: 0.5 });
    expect(working.run).toMatchObject({ ...IDS, state: 'open' });
    const done = reduce([RESULT], working);
    expect(done.activity).toBeUndefined();
    expect(done.run).toMatchObject({ state: 'done', endedAt: 100, result: { data: { b: 2 } } });
    expect(done.entries.map(({ kind }) => kind)).toEqual(['result']);
  });

  test('keeps answered questions, and asks an open one once', () => {
    const asked = reduce([QUESTION, QUESTION]);
    expect(asked.run.state).toBe('asking');
    expect(asked.entries).toHaveLength(1);
    const answered = toListening(toAnswered(asked, { days: 3 }));
    const again = reduce([QUESTION, RESULT], answered);
    expect(again.entries.map((entry) => [entry.kind, 'answer' in entry])).toEqual([
      ['question', true],
      ['question', false],
      ['result', false],
    ]);
  });

  test('puts pieces of artifacts together, and begins anew when it is told so', () => {
    const piece = { kind: 'artifact', ...IDS, artifactId: 'a', name: 'A', files: [] } as const;
    const first: TaskEvent = { ...piece, text: 'x', data: [1], append: false, last: false };
    const second: TaskEvent = { ...piece, text: 'y', data: [2], append: true, last: true };
    const { artifacts } = reduce([first, second]);
    expect(artifacts).toEqual([
      { artifactId: 'a', name: 'A', text: 'xy', data: [1, 2], files: [], isLast: true },
    ]);
    expect(reduce([first, second, first]).artifacts).toMatchObject([{ text: 'x', data: [1] }]);
  });

  test('a failure ends it unless there is a task that may go on', () => {
    expect(reduce([{ ...LOST, taskId: '', contextId: '' }]).run.state).toBe('broken');
    expect(reduce([LOST]).run.state).toBe('open');
    expect(toListening(reduce([LOST])).entries).toEqual([]);
  });

  test('from the history it has what was kept', () => {
    const result = { schema: 'out', data: 1, text: '', problems: 0, isCut: false };
    expect(createTurn({ ...RUN, state: 'done', result }, undefined).entries).toMatchObject([
      { kind: 'result', data: 1 },
    ]);
    expect(createTurn({ ...RUN, state: 'canceled' }, undefined).entries).toMatchObject([
      { kind: 'ended', state: 'canceled' },
    ]);
    expect(
      createTurn({ ...RUN, state: 'done', result: { ...result, isCut: true } }, undefined).entries,
    ).toEqual([]);
  });
});

describe('the board', () => {
  /** A source whose streams are played from lists, one for each call. */
  function play(streams: readonly (readonly TaskEvent[])[]): {
    readonly source: AgentSource;
    readonly calls: unknown[];
  } {
    const calls: unknown[] = [];
    const rest = [...streams];
    async function* next(call: unknown): AsyncGenerator<TaskEvent> {
      calls.push(call);
      yield* rest.shift() ?? [];
    }
    return {
      calls,
      source: {
        describe: () => Promise.reject(new Error('not asked')),
        send: (message) => next(message),
        watch: (task) => next({ watch: task }),
        cancel: (task) => next({ cancel: task }),
      },
    };
  }

  const message = {
    kind: 'input',
    messageId: 'm1',
    skillId: 's',
    schema: 'in',
    data: { a: 1 },
  } as const;

  test('listens again when the network was lost, and tells so', async () => {
    const { source, calls } = play([[PROGRESS, LOST], [LOST], [PROGRESS, RESULT]]);
    const connections: string[] = [];
    const states: string[] = [];
    const board = createTurnBoard({
      source,
      onChange: ({ run }) => states.push(run.state),
      toDelay: () => 0,
    });
    board.subscribe(() => connections.push(board.read().get('m1')?.connection ?? ''));
    board.begin({ run: RUN, message, inputSchema: undefined });
    await vi.waitFor(() => expect(board.read().get('m1')?.run.state).toBe('done'));
    expect(calls).toEqual([
      message,
      { watch: { taskId: 't1', skillId: 's' } },
      { watch: { taskId: 't1', skillId: 's' } },
    ]);
    expect(new Set(connections)).toEqual(new Set(['live', 'reconnecting', 'none']));
    expect(states.at(-1)).toBe('done');
  });

  test('gives up in the end, and says why', async () => {
    const { source } = play(Array.from({ length: 20 }, () => [LOST]));
    const board = createTurnBoard({ source, onChange() {}, toDelay: () => 0 });
    board.begin({ run: RUN, message, inputSchema: undefined });
    await vi.waitFor(() =>
      expect(board.read().get('m1')?.entries).toMatchObject([{ message: 'The line is dead' }]),
    );
    expect(board.read().get('m1')?.connection).toBe('none');
  });

  test('answers are untagged answers to the task', async () => {
    const { source, calls } = play([[QUESTION], [RESULT]]);
    const board = createTurnBoard({ source, onChange() {} });
    board.begin({ run: RUN, message, inputSchema: undefined });
    await vi.waitFor(() => expect(board.read().get('m1')?.run.state).toBe('asking'));
    board.answer('m1', { days: 3 });
    await vi.waitFor(() => expect(board.read().get('m1')?.run.state).toBe('done'));
    expect(calls[1]).toMatchObject({ kind: 'answer', taskId: 't1', answer: { days: 3 } });
  });

  test('runs of the history are watched if they may go on', async () => {
    const { source, calls } = play([[RESULT]]);
    const board = createTurnBoard({ source, onChange() {} });
    board.open({ ...RUN, id: 'old', state: 'canceled', taskId: 't0' }, undefined);
    board.open({ ...RUN, taskId: 't1' }, undefined);
    await vi.waitFor(() => expect(board.read().get('m1')?.run.state).toBe('done'));
    expect(calls).toEqual([{ watch: { taskId: 't1', skillId: 's' } }]);
  });

  test('a cancel tells what became of the task', async () => {
    const ended: TaskEvent = { kind: 'ended', ...IDS, state: 'canceled', text: '', problems: [] };
    const { source } = play([[QUESTION], [ended]]);
    const board = createTurnBoard({ source, onChange() {} });
    board.begin({ run: RUN, message, inputSchema: undefined });
    await vi.waitFor(() => expect(board.read().get('m1')?.run.state).toBe('asking'));
    board.cancel('m1');
    await vi.waitFor(() => expect(board.read().get('m1')?.run.state).toBe('canceled'));
    expect(board.read().get('m1')?.isCanceling).toBe(false);
  });
});
