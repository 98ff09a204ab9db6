import { isRecord } from '@formwork/schema/json';
import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';
import type { BridgeOptions } from './bridge-options.ts';
import type { AgentSettings } from './catalog/agent-settings.ts';
import { HANDLE_KEY_BYTES } from './handles/handle-cipher.ts';
import { isBridgeLock } from './lock/parse-bridge-lock.ts';

const isFlag: Test = (value) => typeof value === 'boolean';

const isTexts: Test = (value) =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && text !== '');

const isOneOf =
  (...all: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && all.includes(value);

/**
 * True for a list of host names, without scheme and path, in the form in which they are compared
 * with the host of an address.
 */
const isHosts: Test = (value) =>
  isTexts(value) && Array.isArray(value) && !value.some((host) => /[/@\s]/u.test(String(host)));

const TESTS: { readonly [Name in keyof Required<AgentSettings>]: Test } = {
  alias: (value) => typeof value === 'string',
  url: (value) => typeof value === 'function' || (typeof value === 'string' && URL.canParse(value)),
  server: (value) => isRecord(value) && typeof value['readCard'] === 'function',
  prefix: isFlag,
  addresses: isOneOf('any', 'public'),
  // `connect` checks the rest when the agent is looked for.
  connect: isConnect,
  allow: isTexts,
  deny: isTexts,
  maxSkills: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 10_000,
  ask: isFlag,
  hints: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([name, hint]) =>
        ['readOnly', 'destructive', 'idempotent'].includes(name) &&
        (hint === undefined || isFlag(hint)),
    ),
  lendModel: isFlag,
  authorizationHosts: isHosts,
  results: isOneOf('natural', 'envelope'),
};

const TIME_RULE = createTimerRule(1);

const RULES: { readonly [Name in keyof Required<BridgeOptions>]: OptionRule } = {
  agents: {
    expected:
      'a list of objects with an alias, a url or a server, and perhaps more, each as AgentSettings says',
    isValid: (value) =>
      Array.isArray(value) && value.every((agent) => findAgentFault(agent) === undefined),
    // The URL is not shown, because it may contain a password.
    describe: (value) =>
      Array.isArray(value)
        ? value
            .map((agent, index) => [index, findAgentFault(agent)] as const)
            .filter(([, fault]) => fault !== undefined)
            .map(([index, fault]) => `a list whose member ${index} has another ${fault}`)
            .join(', and ')
        : typeof value,
  },
  listAgents: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  handleKey: {
    expected: `${HANDLE_KEY_BYTES} bytes`,
    isValid: (value) => value instanceof Uint8Array && value.length === HANDLE_KEY_BYTES,
    describe: (value) => (value instanceof Uint8Array ? `${value.length} bytes` : typeof value),
  },
  handleTtlMs: {
    expected: 'a number of milliseconds from 1000',
    isValid: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 1000,
  },
  budgetMs: TIME_RULE,
  taskAfterMs: TIME_RULE,
  maxResultBytes: createIntegerRule(1000, 2_000_000),
  onDecline: {
    expected: '"cancel" or "keep"',
    isValid: (value) => value === 'cancel' || value === 'keep',
  },
  freshMs: TIME_RULE,
  cardTimeoutMs: TIME_RULE,
  listTimeoutMs: TIME_RULE,
  cardFolder: {
    expected: 'a path',
    isValid: (value) => typeof value === 'string' && value !== '',
  },
  lookup: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  app: BOOLEAN_RULE,
  lock: {
    expected: 'a lock that readBridgeLock, parseBridgeLock or acceptChanges gave',
    isValid: isBridgeLock,
    describe: (value) => typeof value,
  },
  resources: {
    expected: 'a list of objects with uri, name and mimeType, none of them at a2a://',
    isValid: (value) => Array.isArray(value) && value.every(isOwnResource),
  },
  prompts: {
    expected: 'a list of objects with a name and messages',
    isValid: (value) => Array.isArray(value) && value.every(isOwnPrompt),
  },
  name: {
    expected: 'a text of 1 to 100 characters',
    isValid: (value) => typeof value === 'string' && value.length > 0 && value.length <= 100,
  },
  identity: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  audit: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  logger: {
    expected: 'an object with info and warn',
    isValid: (value) =>
      isRecord(value) && typeof value['info'] === 'function' && typeof value['warn'] === 'function',
  },
};

/** Checks the options of a bridge. @throws RangeError or TypeError that names the option. */
export function checkBridgeOptions(options: BridgeOptions): void {
  checkOptions(options, { subject: 'Cannot make the bridge', rules: RULES });
  if (!Array.isArray(options.agents)) {
    throw new TypeError(
      'Cannot make the bridge because agents must be a list of objects with an alias and a url: current value is undefined',
    );
  }
}

function isOwnResource(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { uri, name, mimeType } = value;
  const areTexts = [uri, name, mimeType].every((text) => typeof text === 'string' && text !== '');
  return areTexts && !String(uri).startsWith('a2a:');
}

function isOwnPrompt(value: unknown): boolean {
  return isRecord(value) && typeof value['name'] === 'string' && Array.isArray(value['messages']);
}

type Test = (value: unknown) => boolean;

/**
 * Returns the first key with a fault in the settings of an agent; `alias` if the value is not an
 * object; `undefined` if there is no fault.
 */
export function findAgentFault(value: unknown): string | undefined {
  if (!isRecord(value)) return 'alias';
  const tests: Readonly<Record<string, Test>> = TESTS;
  if (value['alias'] === undefined) return 'alias';
  // The server of an agent knows the agent's address.
  if ((value['url'] === undefined) === (value['server'] === undefined)) return 'url';
  const wrong = Object.entries(value).find(([name, option]) => {
    const test = Object.hasOwn(tests, name) ? tests[name] : undefined;
    return test === undefined || (option !== undefined && !test(option));
  });
  return wrong?.[0];
}

function isConnect(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { trustedOrigins = [], headers } = value;
  const areOrigins =
    Array.isArray(trustedOrigins) && trustedOrigins.every((origin) => URL.canParse(String(origin)));
  return areOrigins && (!isRecord(headers) || areHeaders(headers));
}

function areHeaders(headers: Readonly<Record<string, unknown>>): boolean {
  try {
    const probe = new Headers();
    for (const [name, value] of Object.entries(headers)) probe.set(name, String(value));
    return true;
  } catch {
    return false;
  }
}
