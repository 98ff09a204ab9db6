import type { CompatibilityChange, CompatibilityReport, VetLimits } from '@formwork/schema';
import { createReport } from '@formwork/schema/internal';
import { describeValue, isRecord, isTooDeep } from '@formwork/schema/json';
import {
  compareTexts,
  createAddition,
  createRemoval,
  listEntries,
  listTexts,
  type Loose,
  pair,
} from './card-view.ts';
import { compareCapabilities } from './compare-capabilities.ts';
import { compareCardSchemas } from './compare-card-schemas.ts';
import { compareModes } from './compare-modes.ts';
import { compareRequirements, compareSchemes } from './compare-security.ts';
import { compareSkills, countModes } from './compare-skills.ts';

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

/** The most modes of all skills of a card together: default modes count for each skill. */
const MAX_MODES = 20_000;

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
  const uses = [...skills.uses, ...shared.flatMap((comparison) => comparison.uses)];
  const changes = [
    ...skills.changes,
    ...shared.flatMap((comparison) => comparison.changes),
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
  const distinct = new Map<string, CompatibilityChange>();
  for (const change of changes) {
    const { code, pointer, was, is } = change;
    const key = JSON.stringify([code, change.in, pointer, was, is, change.kind]);
    if (!distinct.has(key)) distinct.set(key, change);
  }
  return [...distinct.values()];
}

function checkCard(card: unknown, side: 'old' | 'new'): readonly CompatibilityChange[] {
  const current = isTooDeep(card, 256) ? 'nested too deep' : describeValue(card);
  if (isRecord(card) && Array.isArray(card['skills']) && !isTooDeep(card, 256)) {
    const count = countModes(card);
    if (count <= MAX_MODES) return [];
    return [
      refuseCard(
        side,
        `have ${MAX_MODES} modes at most, those that skills inherit included: current value is ${count}`,
      ),
    ];
  }
  return [refuseCard(side, `be an agent card with a list of skills: current value is ${current}`)];
}

function refuseCard(side: 'old' | 'new', expected: string): CompatibilityChange {
  const message = `Cannot compare because the ${side} card must ${expected}.`;
  return { kind: 'unknown', code: 'card-refused', pointer: '', in: side, message };
}

/** A way to call an agent: its transport, its version of A2A and its addresses. */
interface Door {
  readonly binding: string;
  readonly version: string;
  readonly urls: readonly string[];
  readonly pointer: string;
}

/**
 * Compares the ways to call an agent in two versions of its card: transports, versions of A2A and
 * addresses.
 */
function compareInterfaces(before: Loose, after: Loose): readonly CompatibilityChange[] {
  const { removed, added, matched } = pair(listDoors(before), listDoors(after), nameDoor);
  return [
    ...removed.map((door) =>
      createRemoval({
        kind: 'breaking',
        code: 'transport-removed',
        pointer: door.pointer,
        was: door.urls,
        message: `The agent no longer speaks ${nameDoor(door)}.`,
      }),
    ),
    ...added.map((door) =>
      createAddition({
        kind: 'safe',
        code: 'transport-added',
        pointer: door.pointer,
        is: door.urls,
        message: `The agent now speaks ${nameDoor(door)}, too.`,
      }),
    ),
    ...matched.flatMap(([old, now]): readonly CompatibilityChange[] => {
      const present = new Set(now.urls);
      if (old.urls.every((url) => present.has(url))) return [];
      return [
        {
          kind: 'safe',
          code: 'address-changed',
          pointer: now.pointer,
          in: 'new',
          was: old.urls,
          is: now.urls,
          message: `The address for ${nameDoor(now)} is now ${now.urls.join(', ')}; callers that read the card again find it.`,
        },
      ];
    }),
  ];
}

function nameDoor({ binding, version }: Door): string {
  return `${binding} of A2A ${version}`;
}

function listDoors(card: Loose): readonly Door[] {
  const doors = new Map<string, Omit<Door, 'urls'> & { readonly urls: Set<string> }>();
  const legacy = readVersion(card['protocolVersion'], '0.3');
  for (const { value, pointer } of listEntries(card, 'supportedInterfaces')) {
    add(value['protocolBinding'], {
      version: readVersion(value['protocolVersion'], '1.0'),
      url: value['url'],
      pointer,
    });
  }
  // A card of A2A 0.3 names its transports and addresses in other members.
  if (typeof card['url'] === 'string') {
    const binding = card['preferredTransport'] ?? 'JSONRPC';
    add(binding, { version: legacy, url: card['url'], pointer: '/url' });
  }
  for (const { value, pointer } of listEntries(card, 'additionalInterfaces')) {
    add(value['transport'], { version: legacy, url: value['url'], pointer });
  }
  return [...doors.values()].map((door) => ({ ...door, urls: [...door.urls] }));

  function add(
    binding: unknown,
    door: { readonly version: string; readonly url: unknown; readonly pointer: string },
  ): void {
    if (typeof binding !== 'string' || typeof door.url !== 'string') return;
    const { version, url, pointer } = door;
    const key = nameDoor({ binding, version, urls: [], pointer });
    const entry = doors.get(key);
    if (entry === undefined) doors.set(key, { binding, version, urls: new Set([url]), pointer });
    else entry.urls.add(url);
  }
}

/** Returns the first two numbers of a version, which are what A2A negotiates. */
function readVersion(version: unknown, otherwise: string): string {
  const match = typeof version === 'string' ? /^\d+\.\d+/u.exec(version) : null;
  return match?.[0] ?? otherwise;
}
