import { createHash } from 'node:crypto';

/**
 * The highest number of characters in a tool's name. Hosts accept 64 and put the server's name in
 * front; in some of them, dots or a longer name break the whole conversation.
 */
export const MAX_TOOL_NAME = 50;

/** The parts that the name of a tool is made of. */
export interface ToolNameParts {
  /**
   * The alias of the agent. The operator chooses it, so that no card can take another agent's
   * prefix.
   */
  readonly alias: string;
  /** The id of the skill, and the name of the schema if the skill has several. */
  readonly words: readonly string[];
  /**
   * The identity of the tool: the address of the agent, the id of the skill, the name of the
   * schema.
   */
  readonly identity: string;
}

/**
 * Makes the names of tools, in the order of their parts: `alias_skill` or `alias_skill_schema`.
 *
 * A name that is too long is cut and ends with six characters of a hash. If several names would be
 * the same, all of them get a hash, so that no name depends on the order.
 */
export function nameTools(
  parts: readonly ToolNameParts[],
  { reserved = [] }: { readonly reserved?: readonly string[] } = {},
): readonly string[] {
  const plain = parts.map(toPlainName);
  const counts = new Map<string, number>(reserved.map((name) => [toKey(name), 1]));
  for (const name of plain) counts.set(toKey(name), (counts.get(toKey(name)) ?? 0) + 1);
  const usedKeys = new Set<string>();
  // The same skill declared twice has the same identity. What was tried for one is not tried again.
  const rounds = new Map<string, number>();
  return parts.map((part, index) => {
    const name = plain[index] ?? '';
    const isFine = name.length <= MAX_TOOL_NAME && counts.get(toKey(name)) === 1;
    let hashed = isFine ? name : toHashedName(name, part.identity);
    while (usedKeys.has(toKey(hashed))) {
      const identity = JSON.stringify([toKey(name), part.identity]);
      const round = (rounds.get(identity) ?? 1) + 1;
      rounds.set(identity, round);
      hashed = toHashedName(name, `${part.identity} ${round}`);
    }
    usedKeys.add(toKey(hashed));
    return hashed;
  });
}

function toPlainName({ alias, words }: ToolNameParts): string {
  const slugs = [alias, ...words].map(toSlug).filter((slug) => slug !== '');
  // A name without Latin letters leaves nothing.
  return words.every((word) => toSlug(word) === '')
    ? [...slugs, 'skill'].join('_')
    : slugs.join('_');
}

/**
 * Turns a text into a name of ASCII letters, digits, `-` and `_`; `''` if nothing of the text is
 * left.
 */
export function toSlug(text: string): string {
  return text
    .slice(0, 1000)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/gu, '-')
    .replaceAll(/-{2,}/gu, '-')
    .replaceAll(/_{2,}/gu, '_')
    .replaceAll(/^[-_]+|(?<![-_])[-_]+$/gu, '');
}

/** Returns a name in the form in which names are compared: some hosts ignore capitals. */
function toKey(name: string): string {
  return name.toLowerCase();
}

function toHashedName(name: string, identity: string): string {
  const start = name.slice(0, MAX_TOOL_NAME - 7).replace(/(?<![-_])[-_]+$/u, '');
  return `${start}-${toShortHash(identity)}`;
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns six characters, in base 32, of the hash of a text. */
function toShortHash(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from({ length: 6 }, (_, index) => BASE32[(bytes[index] ?? 0) % 32]).join('');
}
