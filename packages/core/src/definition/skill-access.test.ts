import { expect, test } from 'vitest';
import { defineAgent, toVisibleAgent } from './define-agent.ts';
import { defineSkill } from './define-skill.ts';
import type { SkillAccess } from './skill-access.ts';

function createSkill(access: object, id = 'one') {
  return defineSkill({
    id,
    name: id,
    description: 'Does it.',
    tags: [],
    ...(access as SkillAccess),
    input: { [id]: { type: 'object' } },
    run: () => {},
  });
}

test.each<readonly [object, string]>([
  [{ scopes: [] }, 'an array of 1 to 32 different words'],
  [{ scopes: 'read' }, 'current value is string "read"'],
  [{ scopes: ['read', 'read'] }, 'current value is 2 scopes'],
  [{ scopes: ['a b'] }, 'current value is an array with "a b"'],
  [{ scopes: ['a"b'] }, 'without spaces, quotes and backslashes'],
  [{ scopes: [5] }, 'current value is an array with integer 5'],
  [{ scopes: Array.from({ length: 33 }, (_, n) => `s${n}`) }, 'current value is 33 scopes'],
  [
    { scopes: ['read'], visibility: 'hidden' },
    'must be "public" or "permitted": current value is string "hidden"',
  ],
  [{ visibility: 'permitted' }, 'only where scopes say to whom'],
])('defineSkill() reports %j', (access, says) => {
  const messages = createSkill(access).issues.map(({ message }) => message);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(says);
});

test('a skill keeps its scopes, whatever becomes of the array that they were given in', () => {
  const scopes = ['read'];
  const skill = createSkill({ scopes });
  scopes.length = 0;
  expect(skill.scopes).toEqual(['read']);
});

test('toVisibleAgent() leaves out what only callers with other scopes know of', () => {
  const shown = createSkill({ scopes: ['a'] }, 'shown');
  const hidden = createSkill({ scopes: ['a', 'b'], visibility: 'permitted' }, 'hidden');
  const agent = defineAgent({ name: 'A', version: '1', skills: [shown, hidden] });
  for (const scopes of [undefined, [], ['a'], ['b']]) {
    const visible = toVisibleAgent(agent, scopes);
    expect(visible.skills.map(({ id }) => id)).toEqual(['shown']);
    expect([...visible.schemas.keys(), ...visible.inputSchemas.keys()]).toEqual(['shown', 'shown']);
  }
  expect(toVisibleAgent(agent, ['b', 'a'])).toBe(agent);
});
