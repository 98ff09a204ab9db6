import { createHash } from 'node:crypto';
import { toSlug } from '../../catalog/name-tools.ts';

/** The pattern of valid ids of skills, and below it that of valid names of schemas. */
const SKILL_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
const SCHEMA_NAME = /^(?!(?:__proto__|constructor|prototype)$)[A-Za-z_][A-Za-z0-9_.-]{0,63}$/u;

const MAX_NAME = 64;
const HASH_LENGTH = 8;

/** The names that a tool and its schemas have in the agent's card. */
export interface SkillNames {
  readonly skill: string;
  readonly input: string;
  readonly output: string;
}

/**
 * Makes the ids of skills from the names of tools. A name that is a valid id is used unchanged,
 * whatever other tools there are; any other is cleaned and gets a hash, and the card names the tool
 * exactly (see `listTags`).
 */
export function nameSkills(tools: readonly string[]): readonly SkillNames[] {
  const skills = allot(tools, SKILL_ID);
  const inputs = allot(skills, SCHEMA_NAME);
  const outputs = allot(
    skills.map((skill) => `${skill}.output`),
    SCHEMA_NAME,
    inputs,
  );
  return skills.map((skill, index) => ({
    skill,
    input: inputs[index] ?? '',
    output: outputs[index] ?? '',
  }));
}

function allot(
  names: readonly string[],
  legal: RegExp,
  before: readonly string[] = [],
): readonly string[] {
  const isExact = (name: string): boolean => legal.test(name) && !before.includes(name);
  const usedNames = new Set([...before, ...names.filter(isExact)]);
  return names.map((name) => {
    if (isExact(name)) return name;
    let candidate = addHash(name, name);
    for (let round = 2; usedNames.has(candidate); round += 1)
      candidate = addHash(name, `${name} ${round}`);
    usedNames.add(candidate);
    return candidate;
  });
}

function addHash(name: string, identity: string): string {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, HASH_LENGTH);
  const slug = toSlug(name);
  const start = /^[A-Za-z]/u.test(slug) ? slug : `tool-${slug}`.replace(/-$/u, '');
  return `${start.slice(0, MAX_NAME - HASH_LENGTH - 1)}-${hash}`;
}
