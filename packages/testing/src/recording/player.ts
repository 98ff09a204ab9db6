import { noteActivity, type TestClock } from '../test-clock.ts';
import { type Bindings, compareRequests } from './compare-requests.ts';
import { EventStream } from './event-stream.ts';
import type { LiveRequest } from './live-request.ts';
import {
  type Exchange,
  findRpcMethod,
  fromBody,
  type RecordedBody,
  type RecordedRequest,
  type RecordedResponse,
  withRpcId,
} from './recorded-exchange.ts';
import { createResponse, untilAborted } from './recorder.ts';
import { mapTexts, PLACEHOLDER } from './stable-text.ts';

/**
 * Answers requests from recorded exchanges. With a clock, answers take the time that they took when
 * they were recorded.
 */
export class Player {
  readonly #exchanges: readonly Exchange[];
  readonly #clock: TestClock | undefined;
  readonly #agentIds: ReadonlySet<string>;
  readonly #used = new Set<Exchange>();
  readonly #stopping = new AbortController();
  #bindings: Bindings = new Map();
  /** The ids that the recorded caller had made. */
  readonly callerIds: ReadonlySet<string>;

  constructor(
    exchanges: readonly Exchange[],
    { clock }: { readonly clock: TestClock | undefined },
  ) {
    this.#exchanges = exchanges;
    this.#clock = clock;
    const { callerIds, agentIds } = sortIds(exchanges);
    this.#agentIds = agentIds;
    this.callerIds = callerIds;
  }

  #matches(exchange: Exchange, request: RecordedRequest): boolean {
    const compared = compareRequests(exchange.request, request, {
      callerIds: this.callerIds,
      bindings: this.#bindings,
    });
    if (compared.differences.length > 0) return false;
    this.#bindings = compared.bindings;
    return true;
  }

  /** Lets the recorded time pass, if the test moves a clock. */
  async #pause(seconds: number | undefined): Promise<void> {
    noteActivity();
    if (this.#clock === undefined || seconds === undefined) return;
    await new Promise((resolve) => {
      setTimeout(resolve, seconds * 1_000);
    });
    noteActivity();
  }

  /** Puts the ids of this run into an answer or an event. */
  #toLive<Body extends RecordedBody>(body: Body, request: RecordedRequest): Body {
    const live = mapTexts(body, (text) =>
      text.replaceAll(PLACEHOLDER, (id) => this.#bindings.get(id) ?? id),
    );
    const { json } = request;
    const id = json !== null && typeof json === 'object' && 'id' in json ? json['id'] : undefined;
    return id === undefined ? live : withRpcId(live, id);
  }

  async #playEvents(
    recorded: RecordedResponse,
    { request, stream }: { readonly request: RecordedRequest; readonly stream: EventStream },
  ): Promise<void> {
    for (const event of recorded.events ?? []) {
      await this.#pause(event.afterSeconds);
      stream.send(this.#toLive(event, request));
    }
    if (recorded.end === 'broken') stream.end(new TypeError('terminated'));
    else if (recorded.end === undefined) stream.end();
  }

  async #answer(exchange: Exchange, live: LiveRequest): Promise<Response> {
    const { response } = exchange;
    if (response === undefined) return new Promise<never>(() => undefined);
    await this.#pause(response.afterSeconds);
    const { status, headers = {} } = response;
    if (response.events === undefined) {
      const body = fromBody(this.#toLive(response, live.recorded));
      return createResponse(status, headers, body as string | Uint8Array<ArrayBuffer> | undefined);
    }
    const stream = new EventStream(joinSignals(live.signal, this.#stopping.signal));
    void this.#playEvents(response, { request: live.recorded, stream });
    return new Response(stream.body, { status, headers });
  }

  /**
   * Finds the exchange whose request matches, and takes it: every exchange answers once, in the
   * order of the recording. Only questions that change nothing, such as for a card or for the state
   * of a task, get the last answer again.
   */
  take(request: RecordedRequest): Exchange | undefined {
    const next = this.#exchanges.find(
      (exchange) => !this.#used.has(exchange) && this.#matches(exchange, request),
    );
    const played =
      next ??
      (isReading(request)
        ? this.#exchanges.findLast((exchange) => this.#matches(exchange, request))
        : undefined);
    if (played !== undefined) this.#used.add(played);
    return played;
  }

  /** Answers a request as a recorded exchange says. */
  play(exchange: Exchange, live: LiveRequest): Promise<Response> {
    return untilAborted(
      this.#answer(exchange, live),
      joinSignals(live.signal, this.#stopping.signal),
    );
  }

  /** True if a request names an id that only a recorded agent knows. */
  namesRecordedId(request: RecordedRequest): boolean {
    return [...JSON.stringify(request).matchAll(PLACEHOLDER)].some(([id]) =>
      this.#agentIds.has(id),
    );
  }

  /** Ends the streams that are still open. */
  stop(): void {
    this.#stopping.abort(new Error('The recording is closed.'));
  }
}

/** True for requests that change nothing, so that they can be answered again. */
function isReading(request: RecordedRequest): boolean {
  const method = findRpcMethod(request);
  return method === undefined ? request.method === 'GET' : /(?:^|\/)(?:get|list)/iu.test(method);
}

function joinSignals(signal: AbortSignal | undefined, added: AbortSignal): AbortSignal {
  return signal === undefined ? added : AbortSignal.any([signal, added]);
}

/** Sorts the ids of a recording by who has named them first: the caller or the agent. */
function sortIds(exchanges: readonly Exchange[]): {
  readonly callerIds: ReadonlySet<string>;
  readonly agentIds: ReadonlySet<string>;
} {
  const callerIds = new Set<string>();
  const agentIds = new Set<string>();
  for (const { request, response } of exchanges) {
    for (const [id] of JSON.stringify(request).matchAll(PLACEHOLDER)) {
      if (!agentIds.has(id)) callerIds.add(id);
    }
    for (const [id] of JSON.stringify(response ?? null).matchAll(PLACEHOLDER)) {
      if (!callerIds.has(id)) agentIds.add(id);
    }
  }
  return { callerIds, agentIds };
}
