// The handler that the programs of this folder serve: it passes requests on to the agent that their
// path names, each of which is a handler of its own.
import { createBridge, createMcpRouter } from '@formwork/mcp';
import { type AgentHandler, createAgentHandler } from '@formwork/server';
import { AGENT, AGENT_NAMES, toOptions } from './agents.ts';
import { findGate, toClosingKey } from './gates.ts';

type Served = Pick<AgentHandler, 'fetch' | 'nodeListener' | 'close'>;

/** Makes the handler of all agents, each below the path that has its name. */
export function createTriedHandler(publicUrl: string): Served {
  const agents = new Map(AGENT_NAMES.map((name) => [name as string, serve(name)]));
  const nowhere = agents.get('open');
  if (nowhere === undefined) throw new Error('There must be an open agent.');

  function serve(name: (typeof AGENT_NAMES)[number]): Served {
    const url = `${publicUrl}/${name}`;
    const handler = createAgentHandler(AGENT, { ...toOptions(name), publicUrl: url });
    if (name !== 'open') {
      void findGate(toClosingKey(url)).opened.then(() => handler.close());
      return handler;
    }
    const bridge = createBridge({
      agents: [
        {
          alias: 'tried',
          prefix: false,
          server: handler,
          connect: { fetch: (input, init) => handler.fetch(new Request(input, init)) },
        },
      ],
      logger: { info() {}, warn() {} },
    });
    const mcp = createMcpRouter(bridge);
    const isMcp = (path: string): boolean => path.startsWith(`${new URL(url).pathname}/mcp`);
    return {
      fetch: (request, context) =>
        isMcp(new URL(request.url).pathname)
          ? mcp.fetch(request, context)
          : handler.fetch(request, context),
      nodeListener: (request, response) =>
        isMcp(request.url ?? '')
          ? void mcp.nodeListener(request, response)
          : handler.nodeListener(request, response),
      async close() {
        await mcp.close();
        await bridge.close();
        await handler.close();
      },
    };
  }

  const start = new URL(publicUrl).pathname.length + 1;
  const find = (path: string): Served =>
    agents.get(path.slice(start).split(/[/?]/u)[0] ?? '') ?? nowhere;
  return {
    fetch: (request, context) => find(new URL(request.url).pathname).fetch(request, context),
    nodeListener: (request, response) => find(request.url ?? '').nodeListener(request, response),
    async close() {
      await Promise.all([...agents.values()].map((served) => served.close()));
    },
  };
}
