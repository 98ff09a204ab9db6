import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { createConsoleAdapter } from '@formwork/console';
import { defineAgent, type Agent } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { createPublicFormsAdapter } from '@formwork/embed';
import { createFormsRouter } from '@formwork/forms';
import { createBridge, createMcpRouter, getCaller } from '@formwork/mcp';
import { createServer, type AgentServer, type ServerOptions } from '@formwork/server';

/** The sender id of the served agent in message envelopes. */
export const ENVELOPE_AGENT = 'all-doors-agent';

/** The path of the public forms of the served agent. */
export const PUBLIC_FORMS_PATH = '/public-forms';

/** Options of {@link serveAllDoors}. */
export interface AllDoorsOptions extends Omit<ServerOptions, 'audit'> {
  /** The agent to serve. Default: the demo agent without its slow skill `import-contacts`. */
  readonly agent?: Agent;
  /** Takes the events of security of the server and of its MCP endpoint. */
  readonly audit?: (event: object) => void;
}

/** A running server with every HTTP entrance: A2A, sessions, envelopes, forms, the console and MCP. */
export interface AllDoors {
  readonly url: string;
  readonly server: AgentServer;
  /** The messages that the server logged, newest last. */
  readonly logged: readonly string[];
  readonly close: () => Promise<void>;
}

// This agent leaves out the skill that is slow on purpose.
const quickAgent: Agent = defineAgent({
  name: 'All doors',
  version: '1',
  skills: demoAgent.skills.filter(({ id }) => id !== 'import-contacts'),
});

/**
 * Serves an agent over A2A, sessions at `/sessions-api`, envelopes at `/messages`, forms at
 * `/forms`, public forms at `/public-forms`, the console at `/console` and MCP at `/mcp`. The MCP endpoint takes the same callers as the server.
 */
export async function serveAllDoors({
  agent = quickAgent,
  authenticate,
  ...options
}: AllDoorsOptions = {}): Promise<AllDoors> {
  const logged: string[] = [];
  const log = (message: string, fields?: object): void => {
    logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
    // The list is shortened, because a long run logs tens of thousands of requests.
    if (logged.length > 1_000) logged.splice(0, 500);
  };
  const logger = { info: log, warn: log, error: log };
  const adapters = [
    createSessionAdapter({ path: '/sessions-api', waitMs: 2_000 }),
    createEnvelopeAdapter({ agentId: ENVELOPE_AGENT }),
    createConsoleAdapter({ onThisMachine: true }),
    createPublicFormsAdapter({ path: PUBLIC_FORMS_PATH }),
  ];
  const server = createServer(agent, {
    logger,
    adapters,
    ...(authenticate !== undefined && { authenticate }),
    ...options,
  });
  let url = '';
  const forms = createFormsRouter({ mode: 'one', agentUrl: () => url, logger });
  server.app.use('/forms', forms.router);
  const headers = () => server.createCallerHeaders(getCaller());
  const bridge = createBridge({
    agents: [{ alias: 'demo', server, connect: { headers } }],
    ...(options.audit && { audit: options.audit }),
  });
  const mcp = createMcpRouter(bridge, { maxSessions: 50, identify: server.identify });
  server.app.use('/mcp', mcp.router);
  ({ url } = await server.listen({ port: 0 }));
  return {
    url,
    server,
    logged,
    async close() {
      await Promise.all([forms.close(), mcp.close()]);
      await bridge.close();
      await server.close();
    },
  };
}
