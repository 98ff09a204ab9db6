import type { Agent } from '@formwork/core';
import { createServer, type ServerOptions } from '@formwork/server';
import { bindingOptions } from './bindings.ts';
import { onTestFinished } from './test-end.ts';
import { openTestEngine } from './test-engine.ts';

/** A server that a test calls over real HTTP. */
export interface TestServer {
  readonly url: string;
  /** The messages that the server logged, newest last. */
  readonly logged: readonly string[];
}

/** Serves an agent on a free port of this machine until the test is over. */
export async function startServer(agent: Agent, options: ServerOptions = {}): Promise<TestServer> {
  const logged: string[] = [];
  const log = (message: string, fields?: object): void => {
    logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  const engine = options.engine ?? openTestEngine();
  const server = createServer(agent, {
    logger: { info: log, warn: log, error: log },
    ...bindingOptions(),
    ...options,
    ...(engine && { engine }),
  });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  return { url, logged };
}
