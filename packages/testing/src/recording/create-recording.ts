import { BOOLEAN_RULE, checkOptions, isRecord } from '@formwork/schema/internal';
import type { OptionRule } from '@formwork/schema';
import { RecordingError, RequestNotRecordedError } from '../errors.ts';
import type { TestClock } from '../test-clock.ts';
import { checkRecording } from './check-recording.ts';
import { explainMiss } from './explain-miss.ts';
import { type LiveRequest, readRequest } from './live-request.ts';
import { createPlayer } from './player.ts';
import {
  describeRequest,
  type Exchange,
  type FetchInput,
  type OpenExchange,
  RPC_ID,
  withRpcId,
} from './recorded-exchange.ts';
import { createRecorder } from './recorder.ts';
import { HOW_TO_RECORD, readRecording, toRecordingFile, writeRecording } from './recording-file.ts';
import { createRedaction, type RedactionRule } from './redaction.ts';
import { markTimes } from './stable-text.ts';

/**
 * What a recording does with a request: `replay` answers it from the file, `record` sends it and
 * writes the file anew, `record-missing` sends and adds only what the file does not have.
 */
export type RecordingMode = 'replay' | 'record' | 'record-missing';

/** Options of {@link createRecording}. */
export interface RecordingOptions {
  /**
   * What happens with requests. Default: `record` if the environment variable `FORMWORK_RECORD` is
   * `1`, `record-missing` if it is `missing`, else `replay`. If `CI` is set, it is always `replay`.
   */
  readonly mode?: RecordingMode;
  /**
   * True replaces the global `fetch` until the recording is closed, for code under test that takes
   * no `fetch`. A process can have one such recording at a time. Default false.
   */
  readonly global?: boolean;
  /**
   * The origins whose requests are recorded, such as `https://supplier.example`. Requests to others
   * are sent as without a recording. Default: all requests are recorded.
   */
  readonly origins?: readonly string[];
  /**
   * Where agents are reached while recording, by the origin that the code under test calls: `{
   * 'https://supplier.example': 'http://127.0.0.1:4101' }`. The file has only the former. Default:
   * at the origin that is called.
   */
  readonly addresses?: Readonly<Record<string, string | URL>>;
  /**
   * What else is secret and not written: a text is a name of members of data and metadata, and of
   * parameters, whose values are hidden; a pattern is hidden in every text. Always hidden are
   * headers, `writeOnly` fields, tokens of OAuth and the credentials of webhooks. Default: nothing
   * else.
   */
  readonly redact?: readonly RedactionRule[];
  /**
   * Current agent cards by their origin, such as those that the repository keeps: recorded data that
   * no longer fits their schemas is told. Default: data must fit the recorded cards.
   */
  readonly cards?: Readonly<Record<string, object>>;
  /**
   * A clock for which answers and events take the whole seconds that they took when they were
   * recorded. Default: they come at once.
   */
  readonly clock?: TestClock;
  /** The `fetch` that reaches the agents while recording. Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** The exchanges with other agents, which come from a file, or go to one. */
export interface Recording extends AsyncDisposable {
  /** The `fetch` for the client of the code under test. */
  readonly fetch: typeof fetch;
  /** What the recording does with requests. */
  readonly mode: RecordingMode;
  /**
   * Ends the recording, and writes the file if something was recorded.
   *
   * @throws RequestNotRecordedError if a request was not recorded, even if the code under test has
   * caught that error
   */
  close(): Promise<void>;
}

/** The files that this process has recorded, each by one recording. */
const recorded = new Set<string>();

let isGlobal = false;

/**
 * Opens a recording of calls to other agents: the first run sends them to the real agents and writes
 * what was exchanged to a file, and later runs get the same answers without them. A request that the
 * file does not have fails.
 *
 * @param file The path from the working directory, or a URL of the scheme `file`.
 *
 * @throws RecordingError if there is no recording to replay, or it does not fit its schemas;
 * RangeError or TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import { connect } from '@formwork/client';
 * import { createRecording } from '@formwork/testing';
 *
 * await using recording = await createRecording('recordings/supplier.json');
 * const supplier = await connect('https://supplier.example', { fetch: recording.fetch });
 * console.log(await supplier.skill('quote').call({ parts: 3 }));
 * ```
 */
export async function createRecording(
  file: string | URL,
  options: RecordingOptions = {},
): Promise<Recording> {
  checkRecordingOptions(options);
  const { origins, cards = {}, clock, redact = [], fetch: given } = options;
  const mode = chooseMode(options);
  const place = toRecordingFile(file);
  const { shown, path } = place;
  const stored = mode === 'record' ? [] : await readRecording(place);
  if (mode === 'replay' && stored === undefined) {
    throw new RecordingError(
      `Cannot replay as ${shown} must be a recording: there is no such file. ${HOW_TO_RECORD}`,
    );
  }
  if (mode !== 'replay' && recorded.has(path)) {
    throw new RecordingError(
      `Cannot record as a file must be recorded once in a process: ${shown} was recorded already. Give each test a file, or let them share one recording.`,
    );
  }
  if (mode !== 'replay') recorded.add(path);
  const kept = stored ?? [];
  checkRecording(kept, { shown, cards });
  const exchanges: OpenExchange[] = [];
  const redaction = createRedaction(redact);
  for (const exchange of kept) redaction.learn(exchange);
  const player = createPlayer(kept, { clock });
  const realFetch = globalThis.fetch;
  const recorder = createRecorder({
    fetch: given ?? ((input, init) => realFetch(input, init)),
    ...createAddresses(options),
  });
  let missed: RequestNotRecordedError | undefined;
  let isClosed = false;

  function miss(live: LiveRequest): RequestNotRecordedError {
    const [hidden] = redaction.hide([{ request: live.recorded }]);
    const error = new RequestNotRecordedError(
      explainMiss(hidden?.request ?? live.recorded, {
        shown,
        exchanges: kept,
        callerIds: player.callerIds,
      }),
    );
    missed ??= error;
    return error;
  }

  async function send(input: FetchInput, init?: RequestInit): Promise<Response> {
    if (isClosed) throw new RecordingError(`Cannot send a request as ${shown} must be open.`);
    const url = new URL(input instanceof Request ? input.url : input);
    if (origins !== undefined && !origins.includes(url.origin)) {
      return (given ?? realFetch)(input, init);
    }
    // The place in the file is that of the beginning of the request.
    const slot = mode === 'record' ? openSlot() : undefined;
    const live = await readRequest(input, init);
    const found = mode === 'record' ? undefined : player.take(live.recorded);
    if (found !== undefined) return player.play(found, live);
    if (mode === 'replay') throw miss(live);
    if (mode === 'record-missing' && player.namesRecordedId(live.recorded)) {
      throw new RecordingError(
        `Cannot add the request to ${shown} as it must begin a task: ${describeRequest(live.recorded)} continues one of the recording, which the agent does not know. ${HOW_TO_RECORD}`,
      );
    }
    const exchange = slot ?? openSlot();
    exchange.request = markTimes(withRpcId(live.recorded, RPC_ID));
    redaction.learnHeaders(live.headers);
    return recorder.send(live, exchange);
  }

  /** Adds an exchange whose request is still being read. */
  function openSlot(): OpenExchange {
    const slot: OpenExchange = { request: { method: '', url: '' } };
    exchanges.push(slot);
    return slot;
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    if (options.global === true) {
      isGlobal = false;
      globalThis.fetch = realFetch;
    }
    player.stop();
    await recorder.stop();
    // A request that reached nobody says nothing about the agent.
    const sent = exchanges
      .filter(({ request, isLost }) => request.method !== '' && isLost !== true)
      .map(({ request, response }): Exchange => ({ request, ...(response && { response }) }));
    if (sent.some(({ response }) => response !== undefined)) {
      for (const exchange of sent) redaction.learn(exchange);
      await writeRecording(place, [...kept, ...redaction.hide(sent)]);
    }
    if (missed !== undefined) throw missed;
  }

  if (options.global === true) {
    if (isGlobal) {
      throw new RecordingError(
        'Cannot replace the global fetch because another recording has: close it first, or pass its fetch to the client.',
      );
    }
    isGlobal = true;
    globalThis.fetch = send;
  }
  return { fetch: send, mode, close, [Symbol.asyncDispose]: close };
}

function chooseMode({ mode }: RecordingOptions): RecordingMode {
  const { CI = '', FORMWORK_RECORD: asked = '' } = process.env;
  if (!['', '0', 'false'].includes(CI)) return 'replay';
  if (mode !== undefined) return mode;
  if (['', '0', 'false'].includes(asked)) return 'replay';
  if (asked === '1' || asked === 'true') return 'record';
  if (asked === 'missing') return 'record-missing';
  throw new RangeError(
    `Cannot open the recording as FORMWORK_RECORD must be 1 or missing: current value is ${JSON.stringify(asked)}`,
  );
}

/** Makes the functions that exchange the origins of the code under test and the real ones. */
function createAddresses({ addresses = {} }: RecordingOptions): {
  readonly toTarget: (url: string) => string;
  readonly fromTarget: (text: string) => string;
} {
  const pairs = Object.entries(addresses).map(
    ([called, real]) => [new URL(called).origin, new URL(real).origin] as const,
  );
  return {
    toTarget(url) {
      const { origin } = new URL(url);
      const pair = pairs.find(([called]) => called === origin);
      return pair === undefined ? url : `${pair[1]}${url.slice(origin.length)}`;
    },
    fromTarget: (text) =>
      pairs.reduce((rest, [called, real]) => rest.replaceAll(real, called), text),
  };
}

const MODES: readonly unknown[] = ['replay', 'record', 'record-missing'];

const RULES: { readonly [Name in keyof Required<RecordingOptions>]: OptionRule } = {
  mode: {
    expected: 'replay, record or record-missing',
    isValid: (value) => MODES.includes(value),
  },
  global: BOOLEAN_RULE,
  origins: {
    expected: 'a list of origins, such as https://supplier.example',
    isValid: (value) => Array.isArray(value) && value.every(isOrigin),
  },
  addresses: {
    expected: 'an object of addresses by origin',
    isValid: (value) =>
      isRecord(value) &&
      Object.entries(value).every(([called, real]) => isOrigin(called) && isAddress(real)),
  },
  redact: {
    expected: 'a list of names and patterns',
    isValid: (value) =>
      Array.isArray(value) &&
      value.every((rule) => typeof rule === 'string' || rule instanceof RegExp),
  },
  cards: {
    expected: 'an object of agent cards by origin',
    isValid: (value) =>
      isRecord(value) &&
      Object.entries(value).every(([origin, card]) => isOrigin(origin) && isRecord(card)),
  },
  clock: { expected: 'a clock of createTestClock', isValid: isRecord },
  fetch: { expected: 'a function', isValid: (value) => typeof value === 'function' },
};

function checkRecordingOptions(options: RecordingOptions): void {
  checkOptions(options, { subject: 'Cannot open the recording', rules: RULES });
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, href } = new URL(value);
  return href === `${origin}/`;
}

function isAddress(value: unknown): boolean {
  return value instanceof URL || (typeof value === 'string' && URL.canParse(value));
}
