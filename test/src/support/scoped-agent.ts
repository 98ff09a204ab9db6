import { type Agent, defineAgent, defineSkill, type SkillAccess } from '@formwork/core';

function createSkill(id: string, access: SkillAccess) {
  return defineSkill({
    id,
    name: id,
    description: 'Says who called.',
    tags: [],
    input: { [id]: { type: 'object', properties: { word: { type: 'string' } } } },
    output: { [`${id}-done`]: { type: 'object', properties: { by: { type: 'string' } } } },
    ...access,
    run: ({ task }) => ({ by: task.user?.id ?? 'nobody' }),
  });
}

/**
 * An agent for tests with a skill for everybody, a skill that requires an OAuth scope, and a skill
 * that is hidden from callers without its scope.
 */
export const scopedAgent: Agent = defineAgent({
  name: 'Scoped',
  version: '1.0.0',
  skills: [
    createSkill('open', {}),
    createSkill('scoped', { scopes: ['pairs:read'] }),
    createSkill('hidden', { scopes: ['pairs:write'], visibility: 'permitted' }),
  ],
});
