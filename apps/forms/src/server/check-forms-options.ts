import { isRecord } from '@formwork/schema/json';
import {
  LOGGER_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';
import { isAgentUrl } from './agents/agent-url.ts';
import type { FormsLimits, ManyAgentsForms, OneAgentForms, FormsOptions } from './forms-options.ts';

const COUNT_RULE = createIntegerRule(1);

const URL_RULE: OptionRule = {
  expected: 'an http or https URL without a user name, or a function that gives one',
  isValid: (value) => typeof value === 'function' || isAgentUrl(value),
};

/** Matches a path, which may begin at the page. */
const PATH = /^[\w.~/-]+$/u;

const LEVELS: ReadonlySet<unknown> = new Set(['listed', 'public', 'local', 'any']);

type Rules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

const LIMITS: Rules<FormsLimits> = {
  allowedHosts: {
    expected: 'an array of host names without ports, such as "agents.example.com"',
    isValid: (value) => Array.isArray(value) && value.every(isHostName),
  },
  maxBodyBytes: COUNT_RULE,
  maxEventBytes: COUNT_RULE,
  maxStreamBytes: COUNT_RULE,
  maxCardBytes: COUNT_RULE,
  maxStreams: COUNT_RULE,
  describeTimeoutMs: createTimerRule(1),
  silenceMs: createTimerRule(1),
  heartbeatMs: createTimerRule(0),
  stallMs: createTimerRule(0),
  logger: LOGGER_RULE,
  lookup: { expected: 'a function', isValid: (value) => typeof value === 'function' },
};

const MODE_RULE: OptionRule = {
  expected: '"one" or "many"',
  isValid: (value) => value === 'one' || value === 'many',
};

const ONE: Rules<OneAgentForms> = {
  ...LIMITS,
  mode: MODE_RULE,
  agentUrl: URL_RULE,
  localUrl: URL_RULE,
  fetch: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  signIn: {
    expected: 'an object with issuer and clientId, which are texts',
    isValid: (value) =>
      isRecord(value) &&
      [value['issuer'], value['clientId']].every((text) => typeof text === 'string'),
    // The value may contain a secret, so the error does not show it.
    describe: (value) => (isRecord(value) ? 'an object without them' : typeof value),
  },
  agentName: { expected: 'text', isValid: (value) => typeof value === 'string' },
  consoleUrl: {
    expected: 'an http or https URL, or a path such as "/console/"',
    isValid: (value) => isAgentUrl(value) || (typeof value === 'string' && PATH.test(value)),
  },
};

const MANY: Rules<ManyAgentsForms> = {
  ...LIMITS,
  mode: MODE_RULE,
  agents: {
    expected: 'an array of objects with an http or https url and perhaps a name',
    isValid: (value) => Array.isArray(value) && value.every(isListed),
  },
  listAgents: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  findHeaders: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  allowAddresses: {
    expected: '"listed", "public", "local" or "any"',
    isValid: (value) => LEVELS.has(value),
  },
};

/**
 * Checks the options of a forms router.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function checkFormsOptions(options: FormsOptions): void {
  const subject = 'Cannot serve forms';
  const { mode }: { readonly mode?: unknown } = options;
  if (!MODE_RULE.isValid(mode)) {
    throw new TypeError(
      `${subject} because mode must be ${MODE_RULE.expected}: current value is ${JSON.stringify(mode)}`,
    );
  }
  if (options.mode === 'many') {
    checkOptions(options, { subject, rules: MANY });
    return;
  }
  checkOptions(options, { subject, rules: ONE });
  if (!URL_RULE.isValid(options.agentUrl)) {
    throw new TypeError(
      `${subject} because agentUrl must be ${URL_RULE.expected}: current value is undefined`,
    );
  }
}

function isHostName(value: unknown): boolean {
  return typeof value === 'string' && URL.parse(`http://${value}/`)?.host === value.toLowerCase();
}

function isListed(value: unknown): boolean {
  return (
    isRecord(value) &&
    isAgentUrl(value['url']) &&
    (value['name'] === undefined || typeof value['name'] === 'string')
  );
}
