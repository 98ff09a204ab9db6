import { RecordingError, RequestNotRecordedError } from '../errors.ts';
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
import {
  HOW_TO_RECORD,
  readRecording,
  type RecordingFile,
  toRecordingFile,
  writeRecording,
} from './recording-file.ts';
import {
  checkRecordingOptions,
  chooseMode,
  createAddresses,
  type RecordingMode,
  type RecordingOptions,
} from './recording-options.ts';
import { createRedaction } from './redaction.ts';
import { markTimes } from './stable-text.ts';

/** The exchanges with other agents, which come from a file, or go to one. */
export interface Recording extends AsyncDisposable {
  /** The `fetch` for the client of the code under test. */
  readonly fetch: typeof fetch;
  /** What the recording does with requests. */
  readonly mode: RecordingMode;
  /**
   * Ends the recording, and writes the file if something was recorded. `await using` does the same,
   * but throws nothing about requests, because that would hide the error that ended the test.
   *
   * @throws RequestNotRecordedError if a request was not recorded, even if the code under test has
   * caught that error
   */
  close(): Promise<void>;
}

/** The files that this process has recorded, each by one recording. */
const recorded = new Set<string>();

/** Notes that a file is recorded; two recordings of it would overwrite each other. */
function claimFile({ path, shown }: RecordingFile): void {
  if (recorded.has(path)) {
    throw new RecordingError(
      `Cannot record as a file must be recorded once in a process: ${shown} was recorded already. Give each test a file, or let them share one recording.`,
    );
  }
  recorded.add(path);
}

/** True while a recording replaces the global `fetch`. */
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
  const { origins, global = false, cards = {}, clock, redact = [], fetch: given } = options;
  const mode = chooseMode(options);
  const place = toRecordingFile(file);
  const { shown } = place;
  const stored = mode === 'record' ? [] : await readRecording(place);
  if (mode === 'replay' && stored === undefined) {
    throw new RecordingError(
      `Cannot replay as ${shown} must be a recording: there is no such file. ${HOW_TO_RECORD}`,
    );
  }
  const kept = stored ?? [];
  checkRecording(kept, { shown, cards });
  if (global && isGlobal) {
    throw new RecordingError(
      'Cannot replace the global fetch because another recording has: close it first, or pass its fetch to the client.',
    );
  }
  if (mode === 'record') claimFile(place);
  const exchanges: OpenExchange[] = [];
  const redaction = createRedaction(redact);
  for (const exchange of kept) redaction.learn(exchange);
  for (const card of Object.values(cards)) redaction.learnCard(card);
  const player = createPlayer(kept, { clock });
  const realFetch = globalThis.fetch;
  const recorder = createRecorder({
    fetch: given ?? ((input, init) => realFetch(input, init)),
    ...createAddresses(options),
  });
  let missed: RequestNotRecordedError | undefined;
  let isClosed = false;

  function miss(live: LiveRequest): RequestNotRecordedError {
    redaction.learnHeaders(live.headers);
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

  async function end(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    if (global) {
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
      // Another recording may have added to the file meanwhile.
      const before = mode === 'record' ? [] : ((await readRecording(place)) ?? []);
      await writeRecording(place, [...before, ...redaction.hide(sent)]);
    }
  }

  async function close(): Promise<void> {
    await end();
    if (missed !== undefined) throw missed;
  }

  if (global) {
    isGlobal = true;
    globalThis.fetch = send;
  }
  return { fetch: send, mode, close, [Symbol.asyncDispose]: end };
}
