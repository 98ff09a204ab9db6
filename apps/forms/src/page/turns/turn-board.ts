import type { AgentSource, SourceMessage, TaskEvent } from '@formwork/client';
import type { Json, JsonSchema } from '@formwork/core';
import type { Run } from '../history/run.ts';
import { createTurn, reduceTurn, toAnswered, toListening, type Turn } from './turn.ts';

/** The turns of one agent: they go on while somebody looks elsewhere. */
export interface TurnBoard {
  /** The same object until something changes. */
  readonly read: () => ReadonlyMap<string, Turn>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends what is new. */
  readonly begin: (begin: BeginTurn) => void;
  /** Shows a run of the history, and listens if it may go on. */
  readonly open: (run: Run, inputSchema: JsonSchema | undefined) => void;
  readonly answer: (id: string, answer: Json) => void;
  readonly proceed: (id: string) => void;
  readonly cancel: (id: string) => void;
  /** Listens again, now. */
  readonly resume: (id: string) => void;
  /** Stops listening; tasks go on. */
  readonly close: () => void;
}

/** What {@link TurnBoard.begin} takes. */
export interface BeginTurn {
  readonly run: Run;
  readonly message: SourceMessage;
  readonly inputSchema: JsonSchema | undefined;
}

/** Options of {@link createTurnBoard}. */
export interface TurnBoardOptions {
  readonly source: AgentSource;
  /** Called when something of a turn is worth keeping: its ids, its state, its result. */
  readonly onChange: (turn: Turn) => void;
  /** Milliseconds before listening is tried again, by number of the try from 0. */
  readonly toDelay?: (attempt: number) => number;
}

/** Failures after which the task is likely to go on, and can be heard again. */
const PASSING: ReadonlySet<string> = new Set(['NETWORK', 'UNAVAILABLE', 'TIMEOUT', 'INTERRUPTED']);
const MAX_ATTEMPTS = 8;

/** Makes the board of an agent. */
export function createTurnBoard(options: TurnBoardOptions): TurnBoard {
  const { source, onChange, toDelay = (n) => Math.min(15_000, 500 * 2 ** n) } = options;
  const control = new AbortController();
  const listeners = new Set<() => void>();
  /** Only the latest stream of a turn counts. */
  const streams = new Map<string, AbortController>();
  let turns: ReadonlyMap<string, Turn> = new Map();

  function put(turn: Turn): void {
    const before = turns.get(turn.run.id);
    turns = new Map([...turns, [turn.run.id, turn]]);
    if (before !== undefined && isNews(before, turn)) onChange(turn);
    for (const listener of listeners) listener();
  }

  function update(id: string, change: (turn: Turn) => Turn): void {
    const turn = turns.get(id);
    if (turn !== undefined) put(change(turn));
  }

  async function listen(
    id: string,
    start: (signal: AbortSignal) => AsyncIterable<TaskEvent>,
  ): Promise<void> {
    streams.get(id)?.abort();
    const own = new AbortController();
    streams.set(id, own);
    const signal = AbortSignal.any([control.signal, own.signal]);
    let next = start;
    for (let attempt = 0; ; attempt += 1) {
      let lost: TaskEvent | undefined;
      for await (const event of next(signal)) {
        if (signal.aborted) return;
        const taskId = turns.get(id)?.run.taskId ?? '';
        const isPassing = event.kind === 'failure' && PASSING.has(event.reason);
        if (isPassing && (event.taskId || taskId) !== '') {
          lost = event;
          break;
        }
        // Whatever comes shows that there is a connection.
        if (event.kind !== 'exchange') attempt = 0;
        update(id, (turn) => reduceTurn(turn, event, Date.now()));
      }
      if (lost === undefined || signal.aborted) return;
      const failure = lost;
      if (attempt >= MAX_ATTEMPTS) {
        update(id, (turn) => reduceTurn(turn, failure, Date.now()));
        return;
      }
      update(id, (turn) => ({ ...turn, connection: 'reconnecting' }));
      await wait(toDelay(attempt), signal);
      if (signal.aborted) return;
      next = (inner) => source.watch(toTask(id), { signal: inner });
    }
  }

  function toTask(id: string): { readonly taskId: string; readonly skillId?: string } {
    const run = turns.get(id)?.run;
    const skillId = run?.skillId ?? '';
    return { taskId: run?.taskId ?? '', ...(skillId !== '' && { skillId }) };
  }

  function resume(id: string): void {
    const turn = turns.get(id);
    if (turn === undefined || turn.run.taskId === '') return;
    put(toListening(turn));
    void listen(id, (signal) => source.watch(toTask(id), { signal }));
  }

  function reply(id: string, message: SourceMessage, answer: Json | undefined): void {
    update(id, (turn) => toListening(toAnswered(turn, answer)));
    void listen(id, (signal) => source.send(message, { signal }));
  }

  return {
    read: () => turns,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin({ run, message, inputSchema }) {
      const turn = toListening(createTurn(run, inputSchema));
      put(turn);
      onChange(turn);
      void listen(run.id, (signal) => source.send(message, { signal }));
    },
    open(run, inputSchema) {
      if (turns.has(run.id)) return;
      put(createTurn(run, inputSchema));
      const isOver = run.state !== 'open' && run.state !== 'asking' && run.result?.isCut !== true;
      if (!isOver) resume(run.id);
    },
    answer(id, answer) {
      const messageId = crypto.randomUUID();
      reply(id, { messageId, kind: 'answer', ...toTask(id), answer }, answer);
    },
    proceed(id) {
      const messageId = crypto.randomUUID();
      reply(id, { messageId, kind: 'proceed', ...toTask(id) }, undefined);
    },
    cancel(id) {
      update(id, (turn) => ({ ...turn, isCanceling: true }));
      void listen(id, (signal) => source.cancel(toTask(id), { signal }));
    },
    resume,
    close() {
      control.abort();
    },
  };
}

function isNews(before: Turn, after: Turn): boolean {
  const { run } = before;
  return (
    run.state !== after.run.state ||
    run.taskId !== after.run.taskId ||
    run.result !== after.run.result ||
    run.contextId !== after.run.contextId
  );
}

/** Waits, or less if the network comes back. */
function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    globalThis.addEventListener?.('online', end);
    signal.addEventListener('abort', end);
  });
}
