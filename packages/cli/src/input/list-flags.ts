import type { JsonSchema } from '@formwork/schema';
import {
  countTuple,
  getText,
  listAlternatives,
  listProperties,
  listRequired,
  listTypes,
  listValues,
  stepInto,
  toRootNode,
  type InputNode,
} from './schema-facets.ts';

/** A flag for the input of a skill, as its help shows it. */
export interface SkillFlag {
  /** The flag itself, such as `--items.0.amount`. */
  readonly flag: string;
  /** The values that the flag takes, such as `number` or `a|b`. */
  readonly takes: string;
  readonly isRequired: boolean;
  /** True if some alternatives of the schema require the value and others do not. */
  readonly isAlternative: boolean;
  readonly description: string;
  /** False if the property's name cannot be written as a flag; `--json` can still send it. */
  readonly isWritable: boolean;
}

const MAX_DEPTH = 3;
const MAX_FLAGS = 60;

/** Lists the flags for the input that a skill's schema describes. */
export function listFlags(schema: JsonSchema): readonly SkillFlag[] {
  const flags: SkillFlag[] = [];
  // A schema of an agent may refer to itself from each of its properties, so that there are millions.
  for (const flag of walk(toRootNode(schema), { prefix: '--', depth: 0, isRequired: true })) {
    if (flags.push(flag) === MAX_FLAGS) break;
  }
  return flags;
}

function* walk(
  node: InputNode,
  {
    prefix,
    depth,
    isRequired,
  }: {
    readonly prefix: string;
    readonly depth: number;
    readonly isRequired: boolean;
  },
): Generator<SkillFlag> {
  const required = listRequired(node);
  const alternatives = listAlternatives(node);
  const names = listProperties(node);
  for (const name of names) {
    const inner = stepInto(node, name);
    if (inner === undefined) continue;
    const isNeeded = isRequired && required.includes(name);
    const isAlternative = isRequired && !isNeeded && alternatives.includes(name);
    const flag = `${prefix}${toWord(name, names)}`;
    const next = { depth: depth + 1, isRequired: isNeeded };
    const item = listTypes(inner).has('array') ? stepInto(inner, '0') : undefined;
    if (depth < MAX_DEPTH && listProperties(inner).length > 0) {
      yield* walk(inner, { ...next, prefix: `${flag}.` });
    } else if (depth < MAX_DEPTH && item !== undefined && listProperties(item).length > 0) {
      yield* walk(item, { ...next, prefix: `${flag}.0.` });
    } else {
      const description = getText(inner, 'description') || getText(inner, 'title');
      const isWritable = flag !== '--' && !flag.includes('=');
      const takes = toTakes(inner, item);
      yield { flag, takes, isRequired: isNeeded, isAlternative, description, isWritable };
    }
  }
}

/**
 * Returns the name of a property as shells write it, `pause-ms` for `pauseMs`, unless another
 * property has that name.
 */
function toWord(name: string, names: readonly string[]): string {
  if (!/^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+$/u.test(name)) return name;
  const word = name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  return names.includes(word) ? name : word;
}

function toTakes(node: InputNode, item: InputNode | undefined, depth = 0): string {
  const count = countTuple(node);
  // A tuple may contain itself.
  if (count > 0 && depth < MAX_DEPTH) {
    const items = Array.from({ length: Math.min(count, 8) }, (_, index) => {
      const element = stepInto(node, String(index));
      return element === undefined ? 'value' : toTakes(element, undefined, depth + 1);
    });
    return items.join(', then ');
  }
  if (item !== undefined) return `${toTakes(item, undefined)}, several times`;
  const values = listValues(node).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  if (values.length > 0) return values.slice(0, 8).join('|');
  return [...listTypes(node)].join('|') || 'value';
}
