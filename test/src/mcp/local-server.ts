import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { createServer, type AgentServer, type ServerOptions } from '@formwork/server';

/** Makes an agent with a visible skill, `say`, and one that only permitted callers see. */
export function createLocalAgent(skill = 'say'): Agent {
  const input = { ask: { type: 'object', properties: { to: { type: 'string' } } } } as const;
  const output = { said: { type: 'object', properties: { word: { type: 'string' } } } } as const;
  const texts = { name: 'Say', description: 'Says a word.', tags: [] };
  return defineAgent({
    name: 'Speaker',
    version: '1.0.0',
    skills: [
      defineSkill({ ...texts, id: skill, input, output, run: () => ({ word: 'hello' }) }),
      defineSkill({
        ...texts,
        id: 'hidden',
        scopes: ['admin'],
        visibility: 'permitted',
        input: { hidden: input.ask },
        run: () => 'Done.',
      }),
    ],
  });
}

/** Makes a server whose agent cannot be found by its card, because requests for it get no answer. */
export function createLocalServer(options: ServerOptions = {}): {
  readonly agent: Agent;
  readonly server: AgentServer;
} {
  const agent = createLocalAgent();
  const server = createServer(agent, {
    logger: { info() {}, warn() {}, error() {} },
    authenticate: () => undefined,
    ...options,
  });
  server.app.use('/.well-known', () => {});
  return { agent, server };
}
