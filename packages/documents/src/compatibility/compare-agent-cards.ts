import { isRecord, describeValue, isTooDeep, createReport } from '@formwork/schema/internal';
import type { VetLimits, CompatibilityChange, CompatibilityReport } from '@formwork/schema';
import { listTexts, type Loose, compareTexts } from './card-view.ts';
import { compareCapabilities } from './compare-capabilities.ts';
import { compareCardSchemas } from './compare-card-schemas.ts';

import { compareInterfaces } from './compare-interfaces.ts';
import { compareModes } from './compare-modes.ts';
import { compareRequirements, compareSchemes } from './compare-security.ts';
import { compareSkills } from './compare-skills.ts';

/** Options of {@link compareAgentCards}: limits on the schemas of the cards. */
export interface CompareAgentCardsOptions {
  /** The limits on the schemas of both cards. Default: those of `vetSchema`. */
  readonly limits?: Partial<VetLimits>;
}

const TEXTS = [
  'name',
  'description',
  'version',
  'provider',
  'documentationUrl',
  'iconUrl',
] as const;

/**
 * Judges whether callers of an agent can go on when its card changes: inputs as the agent reads
 * them, outputs as it writes them. It takes cards of A2A 1.0 (section 4.4.1) and 0.3 (section 5.5)
 * as JSON, from any origin, and never throws for data. Pointers start at the root of the card.
 *
 * Breaking: a skill, mode, transport, capability or extension that is gone; a renamed skill or
 * schema, because callers use the name; a mode of outputs that is new; a required extension;
 * security that refuses callers who were let in; and whatever `compareSchemas` finds. Signatures
 * are ignored.
 *
 * @example
 * ```ts
 * import { compareAgentCards } from '@formwork/documents';
 *
 * declare const before: unknown;
 * declare const after: unknown;
 * const { verdict, changes } = compareAgentCards(before, after);
 * ```
 */
export function compareAgentCards(
  oldCard: unknown,
  newCard: unknown,
  { limits = {} }: CompareAgentCardsOptions = {},
): CompatibilityReport {
  const faults = [...checkCard(oldCard, 'old'), ...checkCard(newCard, 'new')];
  if (faults.length > 0 || !isRecord(oldCard) || !isRecord(newCard)) return createReport(faults);
  try {
    return compare(oldCard, newCard, limits);
  } catch (error) {
    const message = `The cards could not be compared: ${String(error)}.`;
    return createReport([
      { kind: 'unknown', code: 'card-refused', pointer: '', in: 'new', message },
    ]);
  }
}

function compare(before: Loose, after: Loose, limits: Partial<VetLimits>): CompatibilityReport {
  const skills = compareSkills(before, after);
  const entries = [
    { value: before, pointer: '' },
    { value: after, pointer: '' },
  ] as const;
  const shared = (['input', 'output'] as const).map((side) => {
    const name = side === 'input' ? 'defaultInputModes' : 'defaultOutputModes';
    const [was, is] = [before, after].map((card) => ({
      modes: listTexts(card, name),
      pointer: `/${name}`,
    }));
    const none = { modes: [], pointer: `/${name}` };
    return compareModes({
      before,
      after,
      side,
      was: was ?? none,
      is: is ?? none,
      subject: 'The agent',
    });
  });
  const uses = [...skills.uses, ...shared.flatMap((found) => found.uses)];
  const changes = [
    ...skills.changes,
    ...shared.flatMap((found) => found.changes),
    ...compareCardSchemas(uses, { before, after, limits }),
    ...compareInterfaces(before, after),
    ...compareCapabilities(before, after),
    ...compareRequirements(...entries),
    ...compareSchemes(before, after),
    ...compareTexts(TEXTS, entries),
  ];
  return createReport(dropRepeated(changes));
}

/**
 * Drops repeated changes: one that several skills inherit is reported once, for the agent or the
 * first skill.
 */
function dropRepeated(changes: readonly CompatibilityChange[]): readonly CompatibilityChange[] {
  const seen = new Map<string, CompatibilityChange>();
  for (const change of changes) {
    const { code, pointer, was, is } = change;
    const key = JSON.stringify([code, change.in, pointer, was, is, change.kind]);
    if (!seen.has(key)) seen.set(key, change);
  }
  return [...seen.values()];
}

function checkCard(card: unknown, side: 'old' | 'new'): readonly CompatibilityChange[] {
  const current = isTooDeep(card, 256) ? 'nested too deep' : describeValue(card);
  if (isRecord(card) && Array.isArray(card['skills']) && !isTooDeep(card, 256)) return [];
  const message = `Cannot compare as the ${side} card must be an agent card with a list of skills: current value is ${current}.`;
  return [{ kind: 'unknown', code: 'card-refused', pointer: '', in: side, message }];
}
