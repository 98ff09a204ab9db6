import { isRecord } from '@formwork/schema/json';
import { BOOLEAN_RULE, checkOptions, type OptionRule } from '@formwork/schema/options';
import type { TestClock } from '../test-clock.ts';
import type { RedactionRule } from './redaction.ts';

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
   * no longer fits their schemas is reported. Default: data must fit the recorded cards.
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

/** Chooses what a recording does with requests. */
export function chooseMode({ mode }: RecordingOptions): RecordingMode {
  const { CI = '', FORMWORK_RECORD: variable = '' } = process.env;
  if (!['', '0', 'false'].includes(CI)) return 'replay';
  if (mode !== undefined) return mode;
  if (['', '0', 'false'].includes(variable)) return 'replay';
  if (variable === '1' || variable === 'true') return 'record';
  if (variable === 'missing') return 'record-missing';
  throw new RangeError(
    `Cannot open the recording because FORMWORK_RECORD must be 1 or missing: current value is ${JSON.stringify(variable)}`,
  );
}

/** Makes the functions that exchange the origins of the code under test and the real ones. */
export function createAddresses({ addresses = {} }: RecordingOptions): {
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
      pairs.reduce((rewritten, [called, real]) => rewritten.replaceAll(real, called), text),
  };
}

const MODES: ReadonlySet<unknown> = new Set(['replay', 'record', 'record-missing']);

const RULES: { readonly [Name in keyof Required<RecordingOptions>]: OptionRule } = {
  mode: {
    expected: 'replay, record or record-missing',
    isValid: (value) => MODES.has(value),
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

/** Checks the options of a recording. @throws RangeError, TypeError that name the option. */
export function checkRecordingOptions(options: RecordingOptions): void {
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
