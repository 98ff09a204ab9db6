import { createHash } from 'node:crypto';
import { toSlug } from './to-slug.ts';

/**
 * Longest name. Hosts take 64 characters, and put the name of the server in front: dots and anything
 * longer break the whole conversation in some.
 */
export const MAX_TOOL_NAME = 50;

/** The parts of a name. */
export interface ToolNameParts {
  /** Chosen by the operator: a card cannot take the prefix of another agent. */
  readonly alias: string;
  /** Id of the skill, and name of the schema if there are several. */
  readonly words: readonly string[];
  /** The identity of a tool: the address of the agent, the id, the name of the schema. */
  readonly identity: string;
}

/**
 * Names of tools, in the order of their parts: `alias_skill` or `alias_skill_schema`.
 *
 * One that is too long is cut and gets six characters of a hash; of those that would be the same all
 * get it, so that no name depends on which came first.
 */
export function nameTools(
  parts: readonly ToolNameParts[],
  { reserved = [] }: { readonly reserved?: readonly string[] } = {},
): readonly string[] {
  const plain = parts.map(toPlainName);
  const counts = new Map<string, number>(reserved.map((name) => [toKey(name), 1]));
  for (const name of plain) counts.set(toKey(name), (counts.get(toKey(name)) ?? 0) + 1);
  const taken = new Set<string>();
  return parts.map((part, index) => {
    const name = plain[index] ?? '';
    const isFine = name.length <= MAX_TOOL_NAME && counts.get(toKey(name)) === 1;
    let hashed = isFine ? name : toHashedName(name, part.identity);
    // The same skill declared twice has the same identity.
    for (let round = 2; taken.has(toKey(hashed)); round += 1) {
      hashed = toHashedName(name, `${part.identity} ${round}`);
    }
    taken.add(toKey(hashed));
    return hashed;
  });
}

function toPlainName({ alias, words }: ToolNameParts): string {
  const slugs = [alias, ...words].map(toSlug).filter((slug) => slug !== '');
  // Nothing is left of a name in a script that has no Latin letters.
  return words.every((word) => toSlug(word) === '')
    ? [...slugs, 'skill'].join('_')
    : slugs.join('_');
}

/** Some hosts compare names without case. */
function toKey(name: string): string {
  return name.toLowerCase();
}

function toHashedName(name: string, identity: string): string {
  const start = name.slice(0, MAX_TOOL_NAME - 7).replaceAll(/[-_]+$/gu, '');
  return `${start}-${toShortHash(identity)}`;
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Six characters of base 32. */
function toShortHash(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from({ length: 6 }, (_, index) => BASE32[(bytes[index] ?? 0) % 32]).join('');
}
