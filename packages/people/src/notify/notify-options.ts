import { checkOptions, createIntegerRule, type OptionRule } from '@formwork/schema/options';

/** The receiver of webhooks about questions, such as a program that sends mail. */
export interface QuestionWebhook {
  /** The address of the receiver, `http` or `https`. */
  readonly url: string;
  /** The secret that signs each webhook (Standard Webhooks), at least 16 characters. */
  readonly secret: string;
}

/** How people hear of questions that are given to them. */
export interface NotifyOptions {
  /**
   * The address of the page on which people answer, to which links lead. Default: the root of the
   * server.
   */
  readonly pageUrl?: string;
  /**
   * The receiver that hears of each question, with a link for each person by which they answer
   * without signing in. Default: no receiver.
   */
  readonly webhook?: QuestionWebhook;
  /**
   * Lets browsers be notified by Web Push. `contact` is an address, `mailto:` or `https:`, at which
   * push services reach the operator (RFC 8292). Default: no Web Push.
   */
  readonly webPush?: { readonly contact: string };
  /**
   * Finds the ids of the people with a role, for links of their own. Default: a question that is
   * given to a role has one link, which asks people to sign in.
   */
  readonly findPeople?: (role: string) => Promise<readonly string[]>;
  /**
   * The time for which a link answers a question without signing in, in milliseconds. Default
   * 604,800,000, a week.
   */
  readonly linkTtlMs?: number;
  /** The time between two looks at what is due, in milliseconds. Default 5,000. */
  readonly everyMs?: number;
  /** True also sends Web Push to private and local addresses, for tests. Default false. */
  readonly allowPrivateAddresses?: boolean;
}

const MIN_SECRET = 16;

function isWebAddress(value: unknown, ...protocols: readonly string[]): boolean {
  return (
    typeof value === 'string' && URL.canParse(value) && protocols.includes(new URL(value).protocol)
  );
}

const RULES: { readonly [Name in keyof NotifyOptions]-?: OptionRule } = {
  pageUrl: {
    expected: 'an http or https address',
    isValid: (value) => isWebAddress(value, 'http:', 'https:'),
  },
  webhook: {
    expected: `{ url, secret }: an http or https address, and a text of at least ${MIN_SECRET} characters`,
    isValid: isWebhook,
    describe: (value) => typeof value,
  },
  webPush: {
    expected: '{ contact }: an address that begins with mailto: or https:',
    isValid: (value) =>
      typeof value === 'object' &&
      value !== null &&
      isWebAddress(Reflect.get(value, 'contact'), 'mailto:', 'https:'),
  },
  findPeople: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  linkTtlMs: createIntegerRule(1),
  everyMs: createIntegerRule(1),
  allowPrivateAddresses: {
    expected: 'true or false',
    isValid: (value) => typeof value === 'boolean',
  },
};

function isWebhook(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const secret: unknown = Reflect.get(value, 'secret');
  return (
    isWebAddress(Reflect.get(value, 'url'), 'http:', 'https:') &&
    typeof secret === 'string' &&
    secret.length >= MIN_SECRET
  );
}

/** @throws TypeError or RangeError that names the option at fault */
export function checkNotifyOptions(options: NotifyOptions): void {
  checkOptions(options, { subject: 'Cannot tell people of questions', rules: RULES });
}
