import { AgentCard } from '@a2a-js/sdk';
import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core/protocol';
import { nameUrl } from '@formwork/schema/internal/addresses';
import { isRecord, isTooDeep } from '@formwork/schema/json';
import { ConnectError } from '../errors.ts';
import { loadPart } from '../load-part.ts';
import { isLegacyCard } from './legacy-card.ts';

/** The deepest nesting of an agent card that is read, in levels; honest cards stay far below. */
const MAX_DEPTH = 200;

/** The keys of an agent card whose values are lists of objects. */
const LISTS: ReadonlySet<string> = new Set([
  'skills',
  'supportedInterfaces',
  'additionalInterfaces',
  'signatures',
  'security',
  'securityRequirements',
]);

/** The most warnings that are given about one card. */
const MAX_PLACES = 10;

type Fields = Readonly<Record<string, unknown>>;

/** Options of {@link readCard}: where the card is from, and whether parts of it may be left out. */
export interface ReadCardOptions {
  readonly url: string;
  /**
   * True if parts that the SDK cannot read may be left out of the card; false if the whole card
   * counts, as it does when its signature is verified.
   */
  readonly mayLeaveOut: boolean;
}

/**
 * Reads a card of A2A 1.0 or 0.3 into the SDK's type for 1.0; members may be missing. With
 * `mayLeaveOut`, parts for which the SDK would refuse the whole card are left out.
 *
 * @throws ConnectError if it is not a card, or nested too deep.
 */
export async function readCard(
  raw: Fields,
  { url, mayLeaveOut }: ReadCardOptions,
): Promise<{
  readonly card: AgentCard;
  /** One warning for each part that was left out of the card, at most ten. */
  readonly warnings: readonly string[];
}> {
  const shallow = leaveOutDepth(raw, { url, mayLeaveOut });
  const wholeCard = mayLeaveOut ? leaveOutGaps(shallow) : { raw: shallow, warnings: [] };
  return { card: await normalizeCard(wholeCard.raw, url), warnings: wholeCard.warnings };
}

async function normalizeCard(raw: Fields, url: string): Promise<AgentCard> {
  const toCard = isLegacyCard(raw)
    ? await loadTranslation()
    : (json: Fields) => AgentCard.fromJSON(json);
  let cause: unknown;
  for (const candidate of [raw, completeCard(raw)]) {
    try {
      const card = toCard(candidate);
      if (typeof card.name === 'string' && Array.isArray(card.supportedInterfaces)) return card;
    } catch (error) {
      cause ??= error;
    }
  }
  throw createCardError(url, cause);
}

async function loadTranslation(): Promise<(raw: Fields) => AgentCard> {
  const { translateCard } = await loadPart(
    'reads cards of A2A 0.3',
    () => import('../transport/sdk-doors.ts'),
  );
  return translateCard;
}

/** Adds members of A2A 0.3 that may be missing: the SDK refuses a card of 0.3 without them. */
function completeCard(raw: Fields): Fields {
  const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return {
    ...raw,
    capabilities: raw['capabilities'] ?? {},
    defaultInputModes: toList(raw['defaultInputModes']),
    defaultOutputModes: toList(raw['defaultOutputModes']),
    skills: toList(raw['skills']).map((skill) =>
      isRecord(skill) ? { ...skill, tags: toList(skill['tags']) } : skill,
    ),
  };
}

function createCardError(url: string, cause: unknown): ConnectError {
  return new ConnectError(
    `Cannot connect because ${nameUrl(url)} must be an agent card of A2A 1.0 or 0.3: current value is another JSON document`,
    { cause },
  );
}

/**
 * Leaves schemas that are nested too deep out of a card, because the SDK reads cards recursively.
 * Such a schema is refused by name when it is asked for; the rest of the agent works.
 *
 * @throws ConnectError if the card is too deep without them.
 */
function leaveOutDepth(raw: Fields, { url, mayLeaveOut }: ReadCardOptions): Fields {
  if (!isTooDeep(raw, MAX_DEPTH)) return raw;
  const shallow = mayLeaveOut ? leaveOutDeepSchemas(raw) : raw;
  if (!isTooDeep(shallow, MAX_DEPTH)) return shallow;
  throw new ConnectError(
    `Cannot connect because ${nameUrl(url)} must be an agent card nested at most ${MAX_DEPTH} levels deep: current value is nested deeper`,
  );
}

function leaveOutDeepSchemas(raw: Fields): Fields {
  const { capabilities } = raw;
  const extensions = isRecord(capabilities) ? capabilities['extensions'] : undefined;
  return {
    ...withShallowSchemas(raw),
    ...(isRecord(capabilities) &&
      Array.isArray(extensions) && {
        capabilities: { ...capabilities, extensions: extensions.map(withShallowParams) },
      }),
  };
}

function withShallowParams(extension: unknown): unknown {
  if (!isRecord(extension) || extension['uri'] !== OBJECT_SCHEMAS_EXTENSION_URI) return extension;
  const { params } = extension;
  return isRecord(params) ? { ...extension, params: withShallowSchemas(params) } : extension;
}

function withShallowSchemas(holder: Fields): Fields {
  const { schemas } = holder;
  if (!isRecord(schemas)) return holder;
  const shallow = Object.entries(schemas).filter(([, schema]) => !isTooDeep(schema, MAX_DEPTH / 2));
  return { ...holder, schemas: Object.fromEntries(shallow) };
}

/**
 * Leaves members that are not objects, such as `null` among the skills, out of the lists of a card:
 * the SDK would refuse the whole card for one of them.
 */
export function leaveOutGaps(raw: Fields): {
  readonly raw: Fields;
  /** One warning for each member of a list that was left out of the card, at most ten. */
  readonly warnings: readonly string[];
} {
  const places: string[] = [];
  const { capabilities, skills, securitySchemes } = raw;
  const inner = {
    ...raw,
    ...(isRecord(capabilities) && {
      capabilities: withList(capabilities, 'extensions', { pointer: '/capabilities', places }),
    }),
    ...(Array.isArray(skills) && {
      skills: skills.map((skill: unknown, index) =>
        isRecord(skill) ? withoutGaps(skill, { pointer: `/skills/${index}`, places }) : skill,
      ),
    }),
    ...(isRecord(securitySchemes) && {
      securitySchemes: withoutFields(securitySchemes, { pointer: '/securitySchemes', places }),
    }),
  };
  const card = withoutGaps(inner, { pointer: '', places });
  if (places.length === 0) return { raw, warnings: [] };
  const gapLines = places
    .slice(0, MAX_PLACES)
    .map((location) => `A part of the card is left out because it must be an object: ${location}`);
  const surplus = places.length - gapLines.length;
  return {
    raw: card,
    warnings:
      surplus === 0 ? gapLines : [...gapLines, `${surplus} more parts of the card are left out.`],
  };
}

interface Position {
  readonly pointer: string;
  /**
   * The list to which the place of each part that is left out of the card is added, in words for
   * people.
   */
  readonly places: string[];
}

function withoutGaps(fields: Fields, position: Position): Fields {
  let cleaned = fields;
  for (const name of Object.keys(fields)) {
    if (LISTS.has(name)) cleaned = withList(cleaned, name, position);
  }
  return cleaned;
}

function withList(fields: Fields, name: string, { pointer, places }: Position): Fields {
  const list = fields[name];
  if (!Array.isArray(list) || list.every(isRecord)) return fields;
  const members = list.filter((member: unknown, index) => {
    if (isRecord(member)) return true;
    places.push(describePointer(`${pointer}/${name}/${index}`, member));
    return false;
  });
  return { ...fields, [name]: members };
}

function withoutFields(fields: Fields, { pointer, places }: Position): Fields {
  const entries = Object.entries(fields).filter(([name, value]) => {
    if (isRecord(value)) return true;
    places.push(describePointer(`${pointer}/${name}`, value));
    return false;
  });
  return Object.fromEntries(entries);
}

/**
 * Describes a place in a card in words. Control characters are escaped, because names in a card may
 * hold anything, even commands for a terminal.
 */
function describePointer(pointer: string, value: unknown): string {
  return `${JSON.stringify(pointer.slice(0, 100))} is ${JSON.stringify(value).slice(0, 60)}`;
}
