import { defineAgent, defineSkill, type Agent } from '@formwork/core';

/** Markup with scripts, which a view must show as plain text. */
export const ATTACK = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

/** Makes an agent whose every text contains {@link ATTACK}. */
export function createHostileAgent(): Agent {
  const report = {
    type: 'object',
    title: ATTACK,
    properties: {
      html: { type: 'string', title: ATTACK },
      link: { type: 'string', format: 'uri' },
      script: { type: 'string', format: 'uri' },
      markdown: { type: 'string', contentMediaType: 'text/markdown' },
    },
  } as const;
  const wish = {
    type: 'object',
    title: ATTACK,
    properties: {
      wish: { type: 'string', title: ATTACK, description: ATTACK, default: ATTACK },
      code: { type: 'string', pattern: '^a+$', description: 'javascript:alert(3)' },
      kind: { enum: [ATTACK, 'plain'] },
    },
    required: ['wish', 'kind'],
  } as const;
  const grant = defineSkill({
    id: 'grant',
    name: ATTACK,
    description: ATTACK,
    tags: ['test'],
    input: { wish },
    output: { report },
    run: ({ input }) => ({
      html: `${ATTACK} ${input.kind}`,
      link: 'https://evil.example/path?from=you',
      script: 'javascript:alert(4)',
      markdown: `# ${ATTACK}\n\n![x](https://evil.example/pixel.png) [here](https://evil.example/go)`,
    }),
  });
  const ask = defineSkill({
    id: 'tell',
    name: 'Tell',
    description: ATTACK,
    tags: ['test'],
    input: { any: { type: 'object' } as const },
    run: async ({ task }) => {
      await task.ask(ATTACK, { schema: wish });
      return ATTACK;
    },
  });
  return defineAgent({ name: ATTACK, version: '1.0.0', skills: [grant, ask] });
}
