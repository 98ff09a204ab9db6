import { isRecord } from '@formwork/schema/internal';
import type { AgentSettings } from './agent-settings.ts';

type Test = (value: unknown) => boolean;

const isFlag: Test = (value) => typeof value === 'boolean';
const isTexts: Test = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');
const isOneOf =
  (...all: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && all.includes(value);

/** A name, without scheme and path, as it is compared with the host of an address. */
const isHosts: Test = (value) =>
  isTexts(value) && Array.isArray(value) && !value.some((one) => /[/@\s]/u.test(String(one)));

const TESTS: { readonly [Name in keyof Required<AgentSettings>]: Test } = {
  alias: (value) => typeof value === 'string',
  url: (value) => typeof value === 'function' || (typeof value === 'string' && URL.canParse(value)),
  prefix: isFlag,
  addresses: isOneOf('any', 'public'),
  // `connect` looks at it when the agent is looked for, but for what is known now.
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
  authorizationHosts: isHosts,
  results: isOneOf('natural', 'envelope'),
};

/** The first key of an agent's settings that is not what it must be; `alias` for what is none. */
export function findAgentFault(value: unknown): string | undefined {
  if (!isRecord(value)) return 'alias';
  const tests: Readonly<Record<string, Test>> = TESTS;
  const needed = (['alias', 'url'] as const).find((name) => value[name] === undefined);
  if (needed !== undefined) return needed;
  const wrong = Object.entries(value).find(([name, one]) => {
    const test = Object.hasOwn(tests, name) ? tests[name] : undefined;
    return test === undefined || (one !== undefined && !test(one));
  });
  return wrong?.[0];
}

function isConnect(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { trustedOrigins = [], headers } = value;
  const areOrigins =
    Array.isArray(trustedOrigins) && trustedOrigins.every((one) => URL.canParse(String(one)));
  return areOrigins && (!isRecord(headers) || areHeaders(headers));
}

function areHeaders(headers: Readonly<Record<string, unknown>>): boolean {
  try {
    const known = new Headers();
    for (const [name, value] of Object.entries(headers)) known.set(name, String(value));
    return true;
  } catch {
    return false;
  }
}
