// The handler of an agent, which programs serve: those of `test/hosts/programs`, and in-your-app.ts.
import { createAgentHandler } from '@formwork/server';
import { agent } from './agent.ts';

export const handler = createAgentHandler(agent, { publicUrl: 'https://example.com/agents' });
