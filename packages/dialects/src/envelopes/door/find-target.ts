import type { Agent, AnySkill } from '@formwork/core';
import { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';

/** What a method stands for. */
export type Target =
  | { readonly kind: 'data'; readonly skillId: string; readonly schema: string }
  | { readonly kind: 'text'; readonly skillId: string };

/** How many names an error lists. */
const SHOWN_METHODS = 50;

/**
 * What a method of a `request` runs: the id of a skill, the name of an input schema, or both as
 * `SKILL/SCHEMA`.
 *
 * @throws EnvelopeRefusedError for a method that means nothing, or several things
 */
export function findTarget(agent: Agent, method: string): Target {
  const targets = agent.skills.flatMap((skill) =>
    [...skill.inputs.keys()]
      .filter((schema) => [skill.id, schema, `${skill.id}/${schema}`].includes(method))
      .map((schema): Target => ({ kind: 'data', skillId: skill.id, schema })),
  );
  const textSkill = agent.skills.find((skill) => skill.id === method && isTextOnly(skill));
  if (textSkill !== undefined) targets.push({ kind: 'text', skillId: textSkill.id });
  const [target, other] = targets;
  if (target !== undefined && other === undefined) return target;
  if (target !== undefined) throw createAmbiguousError(method, targets);
  const methods = agent.skills.map(({ id }) => id).slice(0, SHOWN_METHODS);
  throw new EnvelopeRefusedError(
    `Cannot run the request as payload.method must be the id of a skill or the name of an input schema of this agent: current value is ${JSON.stringify(method)}`,
    { errorCode: 'METHOD_NOT_ALLOWED', details: { pointer: '/payload/method', methods } },
  );
}

function createAmbiguousError(method: string, targets: readonly Target[]): EnvelopeRefusedError {
  const candidates = targets
    .map((target) =>
      target.kind === 'data' ? `${target.skillId}/${target.schema}` : target.skillId,
    )
    .slice(0, SHOWN_METHODS);
  return new EnvelopeRefusedError(
    `Cannot run the request as payload.method must mean one thing: current value is ${JSON.stringify(method)}, which may be any of ${candidates.slice(0, 5).join(', ')}`,
    { errorCode: 'METHOD_NOT_ALLOWED', details: { pointer: '/payload/method', candidates } },
  );
}

function isTextOnly(skill: AnySkill): boolean {
  return skill.inputs.size === 0 && skill.text !== undefined;
}
