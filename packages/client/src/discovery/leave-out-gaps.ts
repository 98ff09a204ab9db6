import { isRecord } from '@formwork/core';

type Fields = Readonly<Record<string, unknown>>;

/** Lists of a card whose members are objects. */
const LISTS: ReadonlySet<string> = new Set([
  'skills',
  'supportedInterfaces',
  'additionalInterfaces',
  'signatures',
  'security',
  'securityRequirements',
]);

/** Most places that are named. */
const MAX_PLACES = 10;

/** A card without what is none of its parts. */
export interface WholeCard {
  readonly raw: Fields;
  /** One for each member that was left out, up to ten. */
  readonly warnings: readonly string[];
}

/**
 * The card without members of its lists that are no objects, such as `null` among the skills: the
 * SDK would refuse the whole card for one of them.
 */
export function leaveOutGaps(raw: Fields): WholeCard {
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
  const named = places
    .slice(0, MAX_PLACES)
    .map((place) => `A part of the card is left out as it must be an object: ${place}`);
  const rest = places.length - named.length;
  return {
    raw: card,
    warnings: rest === 0 ? named : [...named, `${rest} more parts of the card are left out.`],
  };
}

interface Place {
  readonly pointer: string;
  /** What is left out, for people. */
  readonly places: string[];
}

function withoutGaps(fields: Fields, place: Place): Fields {
  let whole = fields;
  for (const name of Object.keys(fields)) {
    if (LISTS.has(name)) whole = withList(whole, name, place);
  }
  return whole;
}

function withList(fields: Fields, name: string, { pointer, places }: Place): Fields {
  const list = fields[name];
  if (!Array.isArray(list) || list.every(isRecord)) return fields;
  const kept = list.filter((member: unknown, index) => {
    if (isRecord(member)) return true;
    places.push(toPlace(`${pointer}/${name}/${index}`, member));
    return false;
  });
  return { ...fields, [name]: kept };
}

function withoutFields(fields: Fields, { pointer, places }: Place): Fields {
  const kept = Object.entries(fields).filter(([name, value]) => {
    if (isRecord(value)) return true;
    places.push(toPlace(`${pointer}/${name}`, value));
    return false;
  });
  return Object.fromEntries(kept);
}

/** Names of a card may hold anything, also what a terminal acts on. */
function toPlace(pointer: string, value: unknown): string {
  return `${JSON.stringify(pointer.slice(0, 100))} is ${JSON.stringify(value).slice(0, 60)}`;
}
