import { checkOptions, createIntegerRule, type OptionRule } from '@formwork/schema/options';
import type { RequestHead } from '@formwork/server';
import { checkSecret } from './form-link.ts';

/** Options of `createPublicFormsAdapter`. */
export interface PublicFormsOptions {
  /** The path of the forms: the form of a skill is at this path and its id. Default `/forms`. */
  readonly path?: string;
  /**
   * The origins whose pages may use the forms, such as `https://www.example.com`; `any` for all.
   * The agent's own pages always may. Default `any`.
   */
  readonly allowedOrigins?: 'any' | readonly string[];
  /**
   * The origins whose pages may show a form in a frame, by its address with `?embed`; `any` for all.
   * Default: those of {@link allowedOrigins}.
   */
  readonly frameAncestors?: 'any' | readonly string[];
  /**
   * The secrets of signed links, each of 32 characters or more; the first one is the newest. Default:
   * none, and every signed link is refused.
   */
  readonly linkSecrets?: readonly string[];
  /** The number of submissions from one address to one form in any minute. Default 10. */
  readonly submissionsPerMinutePerAddress?: number;
  /** The number of submissions to one form in any minute. Default 600. */
  readonly submissionsPerMinute?: number;
  /**
   * The number of other requests from one address in any minute, such as for the state of a task.
   * Default 300.
   */
  readonly requestsPerMinutePerAddress?: number;
  /** The number of tasks that are watched at once, from everywhere. Default 1,000. */
  readonly openStreams?: number;
  /** The number of tasks that are watched at once from one address. Default 50. */
  readonly openStreamsPerAddress?: number;
  /**
   * Returns the IP address that the limits count a request by, such as the one that a trusted proxy
   * names in a header; `undefined` for none. Default: the address of the connection, and none for
   * connections from this machine, where a proxy may pass on everybody's requests.
   */
  readonly findAddress?: (request: RequestHead) => string | undefined;
}

/**
 * Matches a base path: segments of characters that need no escape (RFC 3986 section 3.3), without
 * `.` and `..`.
 */
const PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/u;

const COUNT_RULE: OptionRule = {
  expected: 'an integer from 1, or Infinity',
  isValid: (value) => value === Infinity || createIntegerRule(1).isValid(value),
};

const ORIGINS_RULE: OptionRule = {
  expected: '"any", or a list of origins such as https://www.example.com',
  isValid: (value) => value === 'any' || (Array.isArray(value) && value.every(isOrigin)),
};

const RULES: { readonly [Name in keyof Required<PublicFormsOptions>]: OptionRule } = {
  path: {
    expected: 'a path such as "/forms"',
    isValid: (value) => typeof value === 'string' && PATH.test(value),
  },
  allowedOrigins: ORIGINS_RULE,
  frameAncestors: ORIGINS_RULE,
  linkSecrets: {
    expected: 'a list of texts',
    isValid: (value) => Array.isArray(value),
    // An error never shows a secret.
    describe: (value) => typeof value,
  },
  submissionsPerMinutePerAddress: COUNT_RULE,
  submissionsPerMinute: COUNT_RULE,
  requestsPerMinutePerAddress: COUNT_RULE,
  openStreams: COUNT_RULE,
  openStreamsPerAddress: COUNT_RULE,
  findAddress: { expected: 'a function', isValid: (value) => typeof value === 'function' },
};

/**
 * Checks the options of the adapter.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function checkPublicFormsOptions(options: PublicFormsOptions): void {
  checkOptions(options, { subject: 'Cannot serve public forms', rules: RULES });
  for (const secret of options.linkSecrets ?? []) checkSecret(secret, 'linkSecrets');
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const url = URL.parse(value);
  return url !== null && /^https?:$/u.test(url.protocol) && url.origin === value.toLowerCase();
}
