// The handler that the programs of this folder serve: it passes requests on to the agent that their
// path names, each of which is a handler of its own.
import { type AgentHandler, createAgentHandler } from '@formwork/server';
import { AGENT, AGENT_NAMES, type FurtherDoors, toOptions } from './agents.ts';
import { findGate, toClosingKey } from './gates.ts';

type Served = Pick<AgentHandler, 'fetch' | 'nodeListener' | 'close'>;

/** Makes the handler of all agents, each below the path that has its name. */
export function createTriedHandler(publicUrl: string, further: FurtherDoors): Served {
  const agents = new Map<string, Served>(
    AGENT_NAMES.map((name) => {
      const url = `${publicUrl}/${name}`;
      const handler = createAgentHandler(AGENT, { ...toOptions(name, further), publicUrl: url });
      void findGate(toClosingKey(url)).opened.then(() => handler.close());
      return [name, handler] as const;
    }),
  );
  const start = new URL(publicUrl).pathname.length + 1;

  function find(path: string): Served {
    const handler = agents.get(path.slice(start).split(/[/?]/u)[0] ?? '') ?? agents.get('open');
    if (handler === undefined) throw new Error('There must be an open agent.');
    return handler;
  }

  return {
    fetch: (request, context) => find(new URL(request.url).pathname).fetch(request, context),
    nodeListener: (request, response) => find(request.url ?? '').nodeListener(request, response),
    async close() {
      await Promise.all([...agents.values()].map((handler) => handler.close()));
    },
  };
}
