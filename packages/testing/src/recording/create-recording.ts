import { RecordingError, RequestNotRecordedError } from '../errors.ts';
import { checkRecording } from './check-recording.ts';
import { explainMiss } from './explain-miss.ts';
import { type LiveRequest, readRequest } from './live-request.ts';
import { Player } from './player.ts';
import {
  describeRequest,
  type Exchange,
  type FetchInput,
  type OpenExchange,
  RPC_ID,
  withRpcId,
} from './recorded-exchange.ts';
import { createRecorder, type Recorder } from './recorder.ts';
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
import { createRedaction, type Redaction } from './redaction.ts';
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
const recordedPaths = new Set<string>();

/** Notes that a file is recorded; two recordings of it would overwrite each other. */
function claimFile({ path, label }: RecordingFile): void {
  if (recordedPaths.has(path)) {
    throw new RecordingError(
      `Cannot record because a file must be recorded once in a process: ${label} was recorded already. Give each test a file, or let them share one recording.`,
    );
  }
  recordedPaths.add(path);
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
  const { global = false, cards = {} } = options;
  const mode = chooseMode(options);
  const recordingFile = toRecordingFile(file);
  const { label } = recordingFile;
  const stored = mode === 'record' ? [] : await readRecording(recordingFile);
  if (mode === 'replay' && stored === undefined) {
    throw new RecordingError(
      `Cannot replay because ${label} must be a recording: there is no such file. ${HOW_TO_RECORD}`,
    );
  }
  const recorded = stored ?? [];
  checkRecording(recorded, { label, cards });
  if (global && isGlobal) {
    throw new RecordingError(
      'Cannot replace the global fetch because another recording has: close it first, or pass its fetch to the client.',
    );
  }
  if (mode === 'record') claimFile(recordingFile);
  const recording = new OpenRecording({ file: recordingFile, mode, recorded, options });
  const send: typeof fetch = (input, init) => recording.send(input, init);
  if (global) {
    isGlobal = true;
    globalThis.fetch = send;
  }
  const end = (): Promise<void> => recording.end();
  return { fetch: send, mode, close: () => recording.close(), [Symbol.asyncDispose]: end };
}

/** Options of {@link OpenRecording}. */
interface OpenRecordingOptions {
  readonly file: RecordingFile;
  readonly mode: RecordingMode;
  /** The exchanges that the file has already. */
  readonly recorded: readonly Exchange[];
  readonly options: RecordingOptions;
}

/** A recording that sends requests to agents or answers them itself, until it is closed. */
class OpenRecording {
  readonly #options: OpenRecordingOptions;
  /** The exchanges of this run, in the order in which their requests began. */
  readonly #exchanges: OpenExchange[] = [];
  readonly #redaction: Redaction;
  readonly #player: Player;
  readonly #recorder: Recorder;
  /** The `fetch` of the process, which the recording may replace. */
  readonly #realFetch = globalThis.fetch;
  readonly #agentFetch: typeof fetch;
  #missed: RequestNotRecordedError | undefined;
  #isClosed = false;

  constructor(opening: OpenRecordingOptions) {
    const { recorded, options } = opening;
    const { cards = {}, redact = [], clock } = options;
    const realFetch = this.#realFetch;
    this.#options = opening;
    this.#agentFetch = options.fetch ?? ((input, init) => realFetch(input, init));
    this.#redaction = createRedaction(redact);
    for (const exchange of recorded) this.#redaction.learn(exchange);
    for (const card of Object.values(cards)) this.#redaction.learnCard(card);
    this.#player = new Player(recorded, { clock });
    this.#recorder = createRecorder({ fetch: this.#agentFetch, ...createAddresses(options) });
  }

  async send(input: FetchInput, init?: RequestInit): Promise<Response> {
    const { mode, options, file } = this.#options;
    if (this.#isClosed) {
      throw new RecordingError(`Cannot send a request because ${file.label} must be open.`);
    }
    const url = new URL(input instanceof Request ? input.url : input);
    if (options.origins !== undefined && !options.origins.includes(url.origin)) {
      const agentFetch = this.#agentFetch;
      return agentFetch(input, init);
    }
    // The place in the file is that of the beginning of the request.
    const slot = mode === 'record' ? this.#openSlot() : undefined;
    const live = await readRequest(input, init);
    const played = mode === 'record' ? undefined : this.#player.take(live.recorded);
    if (played !== undefined) return this.#player.play(played, live);
    if (mode === 'replay') throw this.#miss(live);
    if (mode === 'record-missing') this.#checkBegins(live);
    const exchange = slot ?? this.#openSlot();
    exchange.request = markTimes(withRpcId(live.recorded, RPC_ID));
    this.#redaction.learnHeaders(live.headers);
    return this.#recorder.send(live, exchange);
  }

  /** Ends the recording, and writes to the file what was exchanged with agents. */
  async end(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#options.options.global === true) {
      isGlobal = false;
      globalThis.fetch = this.#realFetch;
    }
    this.#player.stop();
    await this.#recorder.stop();
    await this.#write();
  }

  /** @throws RequestNotRecordedError if a request was not in the recording */
  async close(): Promise<void> {
    await this.end();
    if (this.#missed !== undefined) throw this.#missed;
  }

  async #write(): Promise<void> {
    const { mode, file } = this.#options;
    // A request that reached no agent says nothing about one.
    const exchanges = this.#exchanges
      .filter(({ request, isLost }) => request.method !== '' && isLost !== true)
      .map(({ request, response }): Exchange => ({ request, ...(response && { response }) }));
    if (!exchanges.some(({ response }) => response !== undefined)) return;
    for (const exchange of exchanges) this.#redaction.learn(exchange);
    // Another recording may have added to the file meanwhile.
    const before = mode === 'record' ? [] : ((await readRecording(file)) ?? []);
    await writeRecording(file, [...before, ...this.#redaction.hide(exchanges)]);
  }

  /** Adds an exchange whose request is still being read. */
  #openSlot(): OpenExchange {
    const slot: OpenExchange = { request: { method: '', url: '' } };
    this.#exchanges.push(slot);
    return slot;
  }

  /** Checks that a request that is added continues no task of the recording. */
  #checkBegins({ recorded }: LiveRequest): void {
    if (!this.#player.namesRecordedId(recorded)) return;
    throw new RecordingError(
      `Cannot add the request to ${this.#options.file.label} because it must begin a task: ${describeRequest(recorded)} continues one of the recording, which the agent does not know. ${HOW_TO_RECORD}`,
    );
  }

  #miss(live: LiveRequest): RequestNotRecordedError {
    const { file, recorded } = this.#options;
    this.#redaction.learnHeaders(live.headers);
    const [hidden] = this.#redaction.hide([{ request: live.recorded }]);
    const error = new RequestNotRecordedError(
      explainMiss(hidden?.request ?? live.recorded, {
        label: file.label,
        exchanges: recorded,
        callerIds: this.#player.callerIds,
      }),
    );
    this.#missed ??= error;
    return error;
  }
}
