import { toErrorText } from '@formwork/schema';
import { quoteAddress, hideSecrets, listSecretValues } from '@formwork/schema/internal';
import { readCard, type CardView } from './card/card-view.ts';
import { findCard, type FoundCard } from './card/find-card.ts';
import { ALL_CARD_CHECKS, ALL_DOOR_CHECKS, LATE_IDS } from './checks/checks.ts';
import { toSettings, type ConformanceOptions } from './conformance-options.ts';
import { isRefusedCaller } from './doors/caller-refusal.ts';
import type { Door } from './doors/door.ts';
import { openDoors } from './doors/open-doors.ts';
import { ConformanceError } from './errors.ts';
import { findInputs, type SkillInputs } from './inputs/skill-inputs.ts';
import { createAgentNetwork } from './network/agent-network.ts';
import { summarize, type ConformanceCheck, type ConformanceReport } from './report.ts';
import { CONFORMANCE_RULES } from './rules/manifest.ts';
import { broken, UntriedError, untried, type RuleResult } from './rules/rule-result.ts';
import type { Rule } from './rules/rule.ts';
import { createCallCounter } from './session/call-counter.ts';
import { DoorSession, type DoorSessionOptions, type SharedFacts } from './session/door-session.ts';

/**
 * Checks an agent by the rules of A2A 1.0 and 0.3, of the object-schemas extension and of the
 * follow-up forms extension, over every door that its card names. It needs nothing of Formwork in
 * the agent.
 *
 * It calls the skills of the agent, with input that fits their schemas and input that does not, and
 * cancels tasks that it leaves behind: use `skills` and `calls` to restrict that.
 *
 * @throws ConformanceError if the agent cannot be reached, refuses this caller, or an input does not
 * fit; TypeError or RangeError for wrong options; the reason of the signal when that aborts
 *
 * @example
 * ```ts
 * import { checkConformance, describeFault } from '@formwork/conformance';
 *
 * const { holds, checks } = await checkConformance('http://127.0.0.1:4100');
 * for (const { rule, door, fault } of checks) {
 *   if (fault !== undefined) console.log(rule.id, door, describeFault(fault));
 * }
 * process.exitCode = holds ? 0 : 1;
 * ```
 */
export async function checkConformance(
  url: string | URL,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const settings = toSettings(options);
  const start = toUrl(url);
  const begun = performance.now();
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, ...(settings.signal ? [settings.signal] : [])]);
  const network = createAgentNetwork(start, { settings, signal });
  const counter = createCallCounter();
  const secrets = [...listCredentials(settings.headers)];
  try {
    const cardAnswer = await findCard(start, network);
    const card = cardAnswer.raw && readCard(cardAnswer.raw);
    const checks = CONFORMANCE_RULES.filter(({ places }) => places.includes('card')).map((rule) =>
      toCheck(rule, checkCard(rule, cardAnswer, card)),
    );
    if (card === undefined || !settings.calls) {
      const listed = card?.interfaces.map((entry) => ({
        ...entry,
        reason: 'only the card is checked',
      }));
      const partial = { listed: listed ?? [], calls: [], leftOut: [], secrets };
      return toReport({ cardAnswer, card, checks, begun, ...partial });
    }
    const { doors, listed } = await openDoors(card, { network, settings, signal });
    const deadline = AbortSignal.timeout(settings.totalMs);
    const inputs = findInputs(card, settings);
    secrets.push(...listInputSecrets(inputs, card));
    const shared: SharedFacts = {};
    const skipped: string[] = [];
    let refused = 0;
    for (const door of doors) {
      const session = { card, inputs, settings, shared, counter, deadline };
      const outcome = await checkDoor(door, session).finally(() => door.close());
      refused += outcome.isRefused ? 1 : 0;
      checks.push(...outcome.checks);
      skipped.push(...outcome.leftOut);
    }
    if (doors.length > 0 && refused === doors.length) {
      throw new ConformanceError(
        'Cannot check the agent because it must know this caller: it refuses every door. Pass headers that say who calls.',
        { code: 'CONFORMANCE_REFUSED' },
      );
    }
    const leftOut = [...new Set([...inputs.leftOut, ...skipped])];
    const calls = counter.list();
    return toReport({ cardAnswer, card, checks, listed, calls, leftOut, secrets, begun });
  } finally {
    ended.abort();
    await network.close();
  }
}

function toUrl(url: string | URL): URL {
  const parsed = URL.parse(String(url));
  if (parsed !== null && `${parsed.username}${parsed.password}` !== '') {
    throw new TypeError(
      'Cannot check the agent because its URL must have no user name and password, which reports would show: current value is not shown. Pass them as a header.',
    );
  }
  if (parsed !== null && /^https?:$/u.test(parsed.protocol)) return parsed;
  throw new TypeError(
    `Cannot check the agent because its URL must be one of http or https: current value is ${quoteAddress(String(url))}`,
  );
}

function checkCard(rule: Rule, cardAnswer: FoundCard, card: CardView | undefined): RuleResult {
  if (card !== undefined) {
    const isLegacy = card.form === '0.3';
    if (rule.source === 'A2A' && isLegacy && rule.legacySection === undefined) {
      return untried('A2A 0.3 has no such rule');
    }
    return ALL_CARD_CHECKS[rule.id]?.(cardAnswer, card) ?? untried('it has no check');
  }
  if (rule.id !== 'card.found') return untried('there is no card');
  return broken({
    sent: `GET ${cardAnswer.url}`,
    expected: 'a card, which is a JSON object',
    came: `HTTP ${cardAnswer.status} with something else`,
    change: 'Serve the card at /.well-known/agent-card.json, to everybody.',
  });
}

async function checkDoor(
  door: Door,
  options: DoorSessionOptions,
): Promise<{
  readonly checks: readonly ConformanceCheck[];
  readonly isRefused: boolean;
  /** The skills and schemas that were not used, each with the reason. */
  readonly leftOut: readonly string[];
}> {
  const session = new DoorSession(door, options);
  const rules = listRules(door);
  const verdicts = new Map<string, RuleResult>();
  const opening = await runCheck('door.open', session);
  const [first] = door.exchanges;
  const isRefused = first !== undefined && isRefusedCaller(door, first);
  const early = isRefused
    ? 'the door refuses this caller: pass headers, or trust its origin with them'
    : opening.kind === 'broken' && 'the door does not answer: see door.open';
  for (const { id } of [...rules.filter(isEarly), ...rules.filter((rule) => !isEarly(rule))]) {
    if (id === 'door.open') verdicts.set(id, isRefused ? untried(String(early)) : opening);
    else verdicts.set(id, early === false ? await runCheck(id, session) : untried(early));
  }
  if (early === false) await session.cleanUp();
  const checks = rules.map((rule) =>
    toCheck(rule, verdicts.get(rule.id) ?? untried('it has no check'), door),
  );
  return { checks, isRefused, leftOut: session.inputs.leftOut };
}

function isEarly({ id }: Rule): boolean {
  return !LATE_IDS.has(id);
}

/** Lists the rules that apply to a door. */
function listRules({ binding, dialect }: Door): readonly Rule[] {
  return CONFORMANCE_RULES.filter(
    ({ places, source, legacySection }) =>
      places.includes(binding) &&
      (dialect.version === '1.0' || source !== 'A2A' || legacySection !== undefined),
  );
}

async function runCheck(id: string, session: DoorSession): Promise<RuleResult> {
  try {
    return (await ALL_DOOR_CHECKS[id]?.(session)) ?? untried('it has no check');
  } catch (error) {
    if (error instanceof UntriedError) return untried(error.message);
    session.settings.signal?.throwIfAborted();
    const [text = ''] = toErrorText(error).split('\n');
    return broken({
      sent: 'the requests of this rule',
      expected: 'answers that can be read',
      came: `one that could not be: ${text}`,
      change: 'Compare the answers with the specification; if they are right, report this check.',
    });
  }
}

function toCheck(rule: Rule, verdict: RuleResult, door?: Door): ConformanceCheck {
  const base = { rule, ...(door && { door: door.name }) };
  if (verdict.kind === 'holds') return { ...base, state: 'pass' };
  if (verdict.kind === 'untried') {
    return { ...base, state: 'not-applicable', reason: verdict.reason };
  }
  return { ...base, state: rule.level === 'MUST' ? 'fail' : 'warning', fault: verdict.fault };
}

function toReport(
  parts: Pick<ConformanceReport, 'checks' | 'calls' | 'leftOut'> & {
    readonly cardAnswer: FoundCard;
    readonly card: CardView | undefined;
    readonly listed: ConformanceReport['doors'];
    readonly secrets: readonly string[];
    readonly begun: number;
  },
): ConformanceReport {
  const { cardAnswer, card, checks, listed, calls, leftOut, secrets, begun } = parts;
  const summary = summarize(checks);
  return {
    holds: summary.fail === 0,
    url: cardAnswer.url,
    agent: { name: card?.name ?? '', version: card?.version ?? '' },
    doors: listed,
    calls,
    leftOut,
    checks: checks.map((check) => hideInCheck(check, secrets)),
    summary,
    durationMs: Math.round(performance.now() - begun),
  };
}

/** The fewest characters of a header that count as a secret; fewer stand in ordinary words. */
const MIN_LENGTH = 8;

/** Lists what the values of headers hold: whole, without their scheme, and the password of Basic. */
function listCredentials(headers: Readonly<Record<string, string>>): readonly string[] {
  const credentials = Object.values(headers).flatMap((value) => {
    const [, scheme = '', token = ''] = /^(\S+) +(\S.*)$/u.exec(value) ?? [];
    const pair = /^basic$/iu.test(scheme) ? Buffer.from(token, 'base64').toString() : '';
    return [value, token, pair.slice(pair.indexOf(':') + 1)];
  });
  return credentials.filter(({ length }) => length >= MIN_LENGTH);
}

/** Lists the values of `writeOnly` fields in the inputs that are sent. */
function listInputSecrets({ inputs }: SkillInputs, card: CardView): readonly string[] {
  return inputs.flatMap(({ schema = '', valid }) => {
    const view = card.findSchema(schema);
    return view.kind === 'usable' ? listSecretValues(view.schema, valid) : [];
  });
}

/** Copies a check without secrets: agents repeat what they got, and reports stand in logs of CI. */
function hideInCheck(check: ConformanceCheck, secrets: readonly string[]): ConformanceCheck {
  const { reason, fault } = check;
  const hide = (text: string): string => hideSecrets(text, secrets);
  return {
    ...check,
    ...(reason !== undefined && { reason: hide(reason) }),
    ...(fault && {
      fault: {
        ...fault,
        sent: hide(fault.sent),
        expected: hide(fault.expected),
        came: hide(fault.came),
      },
    }),
  };
}
