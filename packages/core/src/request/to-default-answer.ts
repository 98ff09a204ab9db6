import { toPlainText } from '@formwork/schema';
import type { Agent } from '../definition/agent.ts';
import type { AnySkill } from '../definition/skill.ts';
import { toSchemaMode } from '../media-type/media-type.ts';
import type { UntaggedMatch } from './match-untagged.ts';

/** The maximum number of characters of a skill's id that an answer shows. */
const MAX_ID = 100;

/**
 * Answers text that no handler takes: says what the agent can do, which schemas it takes, and, when
 * the text was JSON, why it could not be used.
 *
 * @example
 * ```ts
 * import { toDefaultAnswer, type Agent } from '@formwork/core';
 *
 * declare const agent: Agent;
 * const text = toDefaultAnswer(agent, { kind: 'none' });
 * ```
 */
export function toDefaultAnswer(
  agent: Agent,
  match: UntaggedMatch,
  {
    skillId,
  }: {
    /** The id of the skill that the caller named. Default: none. */
    readonly skillId?: string;
  } = {},
): string {
  const skill = agent.skills.find(({ id }) => id === skillId);
  const reason =
    skillId !== undefined && skill === undefined
      ? `There is no skill ${JSON.stringify(skillId.slice(0, MAX_ID))}. These are there:`
      : explainMismatch(agent, match, skill);
  return [
    ...(reason === undefined ? [] : [reason, '']),
    `${agent.name}: ${agent.description}`,
    '',
    ...agent.skills.flatMap(listSkillLines),
    '',
    adviseCaller(agent),
  ].join('\n');
}

function adviseCaller({ inputSchemas, skills, text }: Agent): string {
  if (inputSchemas.size > 0) {
    return 'Send JSON as text, or as a data part whose metadata.mimeType is the mode of its schema.';
  }
  return text === undefined && skills.length > 1
    ? 'Send text, with the id of the skill as metadata.skillId.'
    : 'Send text.';
}

function listSkillLines(skill: AnySkill): string[] {
  const lines = [`- ${skill.name} (${skill.id}): ${skill.description}`];
  for (const name of skill.inputs.keys()) {
    const example = skill.exampleData.get(name);
    const exampleText = example === undefined ? '' : `, for example ${JSON.stringify(example)}`;
    lines.push(`  Takes ${toSchemaMode(name)}${exampleText}`);
  }
  return lines;
}

function explainMismatch(
  agent: Agent,
  match: UntaggedMatch,
  skill: AnySkill | undefined,
): string | undefined {
  if (match.kind !== 'unclear') return undefined;
  if (match.fits.length > 1) {
    return `The JSON you sent fits several schemas (${match.fits.join(', ')}). Say which one you mean by its mode.`;
  }
  const schemas = skill !== undefined && skill.inputs.size > 0 ? skill.inputs : agent.inputSchemas;
  const [input, second] = schemas.values();
  if (input === undefined) return 'The message has data, but this agent takes text.';
  if (second !== undefined) {
    return `The JSON you sent fits none of the schemas (${[...schemas.keys()].join(', ')}).`;
  }
  return toPlainText(input.validator.check(match.data), { schema: input.name });
}
