import type { StreamResponse } from '@a2a-js/sdk';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { callHandler, type EventStream, type Operation, type OperationName } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** A call of an A2A request handler: its method, parameters and context. */
export interface HandlerCall {
  readonly method: OperationName;
  readonly params: object;
  readonly context: ServerCallContext;
}

/**
 * Wraps the methods of a request handler, except for the card that endpoints read for themselves.
 */
export function wrapHandler(
  handler: A2ARequestHandler,
  wrapper: {
    answer(call: HandlerCall, proceed: () => Promise<unknown>): Promise<unknown>;
    stream(call: HandlerCall, open: () => EventStream): EventStream;
  },
): A2ARequestHandler {
  const wrap = (operation: Operation) => (params: object, context: ServerCallContext) => {
    const call = { method: operation.name, params, context };
    const target = { handler, context };
    return operation.kind === 'unary'
      ? wrapper.answer(call, () => callHandler(operation, params, target))
      : wrapper.stream(call, () => callHandler(operation, params, target));
  };
  const wrapped = OPERATIONS.map((operation) => [operation.handles, wrap(operation)] as const);
  return {
    getAgentCard: () => handler.getAgentCard(),
    ...(Object.fromEntries(wrapped) as unknown as Omit<A2ARequestHandler, 'getAgentCard'>),
  };
}

/**
 * Wraps the steps of a stream by an object that is no generator, so that `return` reaches the
 * stream at once.
 */
export function wrapStream(
  stream: EventStream,
  step: (
    next: () => Promise<IteratorResult<StreamResponse, void>>,
  ) => Promise<IteratorResult<StreamResponse, void>>,
): EventStream {
  return {
    next: () => step(() => stream.next()),
    return: () => step(() => stream.return()),
    throw: (error) => step(() => stream.throw(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await this.return();
    },
  };
}

/** An observer of a stream: it sees each event and the end. */
export interface StreamObserver {
  /** Takes a step of the stream, such as inside of a span. Default: as it is. */
  readonly run?: <Result>(step: () => Result) => Result;
  /** Called with the first event. */
  readonly begin?: (event: StreamResponse) => void;
  /** Called for each step that fails. */
  readonly fail: (error: unknown) => void;
  /** Called once when the stream has ended or failed. */
  readonly end?: () => void;
}

/** A stream whose beginning, failures and end an observer learns. */
class ObservedStream {
  readonly #observer: StreamObserver;
  #isNew = true;
  #isOver = false;

  constructor(observer: StreamObserver) {
    this.#observer = observer;
  }

  async step(
    next: () => Promise<IteratorResult<StreamResponse, void>>,
  ): Promise<IteratorResult<StreamResponse, void>> {
    const { run, fail } = this.#observer;
    try {
      const result = await (run === undefined ? next() : run(next));
      if (result.done === true) this.#end();
      else this.#begin(result.value);
      return result;
    } catch (error) {
      fail(error);
      this.#end();
      throw error;
    }
  }

  #begin(event: StreamResponse): void {
    if (!this.#isNew) return;
    this.#isNew = false;
    this.#observer.begin?.(event);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#observer.end?.();
  }
}

/** Wraps a stream so that an observer learns of its events and its end. */
export function observeStream(stream: EventStream, observer: StreamObserver): EventStream {
  const observed = new ObservedStream(observer);
  return wrapStream(stream, (next) => observed.step(next));
}
