import { parseMediaType, fromSchemaMode } from '@formwork/core';
import { acceptsMediaType } from '@formwork/core/internal';
import type { CompatibilityChange } from '@formwork/schema';
import { getOwn, isRecord, toSortedJson } from '@formwork/schema/json';
import { readCardSchemas, createAddition, createRemoval, type Loose } from './card-view.ts';
import type { SchemaUse } from './compare-card-schemas.ts';

/** The beginning of the key of a mode that names a schema. */
const SCHEMA = 'schema ';

/**
 * The modes, which are media types, of the inputs or outputs of a skill or the whole agent, and the
 * JSON pointer to them.
 */
export interface ModeSide {
  readonly modes: readonly string[];
  readonly pointer: string;
}

interface ModeComparison {
  readonly before: Loose;
  readonly after: Loose;
  readonly side: 'input' | 'output';
  readonly was: ModeSide;
  readonly is: ModeSide;
  /** The skill or agent whose modes are compared, as the beginning of a sentence. */
  readonly subject: string;
}

/**
 * Compares the modes that a skill takes or gives, and returns the changes and the named schemas
 * whose content is still to be compared.
 */
export function compareModes(comparison: ModeComparison): {
  readonly changes: readonly CompatibilityChange[];
  readonly uses: readonly SchemaUse[];
} {
  const { side, was, is, subject } = comparison;
  const [olds, news] = [new Map(was.modes.map(toEntry)), new Map(is.modes.map(toEntry))];
  const changes: CompatibilityChange[] = [];
  const uses: SchemaUse[] = [];
  const fresh = new Set([...news.keys()].filter((key) => !olds.has(key)));
  const takes = side === 'input' ? 'takes' : 'gives';
  const findSuccessor = createSuccession(comparison, fresh);
  for (const [key, mode] of olds) {
    const name = fromSchemaMode(mode);
    if (news.has(key)) {
      if (name !== undefined) uses.push({ side, was: name, is: name });
      continue;
    }
    const successor = name === undefined ? undefined : findSuccessor(name);
    // The mode is still accepted, because a new range of media types includes it.
    if (side === 'input' && name === undefined && acceptsMediaType(is.modes, mode)) continue;
    if (name === undefined || successor === undefined) {
      changes.push(
        createRemoval({
          kind: 'breaking',
          code: `${side}-mode-removed`,
          pointer: was.pointer,
          was: mode,
          message:
            side === 'input'
              ? `${subject} no longer takes "${mode}".`
              : `${subject} no longer gives "${mode}", and callers may accept nothing else.`,
        }),
      );
      continue;
    }
    fresh.delete(`${SCHEMA}${successor}`);
    uses.push({ side, was: name, is: successor });
    changes.push({
      kind: 'breaking',
      code: 'schema-renamed',
      pointer: is.pointer,
      in: 'new',
      was: name,
      is: successor,
      message: `${subject} ${takes} the schema "${name}" under the name "${successor}" now; callers go by the name.`,
    });
  }
  for (const key of fresh) {
    const mode = news.get(key) ?? key;
    changes.push(
      createAddition({
        kind: side === 'input' ? 'safe' : 'breaking',
        code: `${side}-mode-added`,
        pointer: is.pointer,
        is: mode,
        message:
          side === 'input'
            ? `${subject} now takes "${mode}", too.`
            : `${subject} may now give "${mode}", which callers do not know.`,
      }),
    );
  }
  return { changes, uses };
}

/**
 * Makes the function that finds the new name of a renamed schema: a new name with the same schema,
 * or else the only new name. Each schema is written as text once.
 */
function createSuccession(
  { before, after, was }: ModeComparison,
  fresh: ReadonlySet<string>,
): (name: string) => string | undefined {
  const [olds, news] = [readCardSchemas(before).value, readCardSchemas(after).value];
  const names = [...fresh].flatMap((key) =>
    key.startsWith(SCHEMA) ? [key.slice(SCHEMA.length)] : [],
  );
  const count = was.modes.filter((mode) => fromSchemaMode(mode) !== undefined).length;
  const byText = new Map<string, string[]>();
  for (const name of names) {
    const text = toSortedJson(withoutName(getOwn(news, name)));
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [name]);
    else same.push(name);
  }
  return (name) => {
    const same = byText.get(toSortedJson(withoutName(getOwn(olds, name))));
    // A name that another schema has taken is no longer among the fresh ones.
    const next = same?.find((candidate) => fresh.has(`${SCHEMA}${candidate}`));
    if (next !== undefined) return next;
    if (count !== 1 || Object.hasOwn(news, name)) return undefined;
    const candidates = names.filter((candidate) => fresh.has(`${SCHEMA}${candidate}`));
    return candidates.length === 1 ? candidates[0] : undefined;
  };
}

function withoutName(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const { $id: _, title: __, ...unnamed } = schema;
  return unnamed;
}

/** Returns a mode with a key that is the same for every spelling of its media type. */
function toEntry(mode: string): readonly [string, string] {
  const name = fromSchemaMode(mode);
  if (name !== undefined) return [`${SCHEMA}${name}`, mode];
  const parsed = parseMediaType(mode);
  return [parsed === undefined ? mode : `${parsed.type} ${toSortedJson(parsed.parameters)}`, mode];
}
