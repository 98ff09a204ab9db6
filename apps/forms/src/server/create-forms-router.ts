import { createCheckedNetwork } from '@formwork/network';
import { createConsoleLogger } from '@formwork/server';
import { Router } from 'express';
import { createAgentConnections } from './agents/agent-connections.ts';
import { createAgentDirectory } from './agents/agent-directory.ts';
import { checkFormsOptions } from './check-forms-options.ts';
import { createCallStreams } from './create-call-streams.ts';
import { createGatewayRouter } from './create-gateway-router.ts';
import { createPageRouter } from './create-page-router.ts';
import type { FormsOptions } from './forms-options.ts';
import { PAGE_FOLDER } from './page-folder.ts';

/** Forms, to be mounted anywhere in an express app. */
export interface FormsRouter {
  readonly router: Router;
  /** Ends the streams of pages and the connections to agents. Tasks go on. */
  close(): Promise<void>;
}

/**
 * Serves a page that draws the skills of agents as forms, and what the page needs of a server: it
 * calls agents itself, so that a page reaches no address but where it came from. Paths that are
 * neither are left to whatever comes after.
 *
 * Throws a `RangeError` or a `TypeError` that names the option at fault.
 */
export function createFormsRouter(options: FormsOptions): FormsRouter {
  checkFormsOptions(options);
  const { logger = createConsoleLogger(), describeTimeoutMs = 15_000 } = options;
  const closing = new AbortController();
  const network = createCheckedNetwork({
    lookup: options.lookup,
    silenceMs: options.silenceMs ?? 300_000,
  });
  const connections = createAgentConnections({
    network,
    timeoutMs: describeTimeoutMs,
    maxCardBytes: options.maxCardBytes ?? 1_048_576,
    maxStreamBytes: options.maxStreamBytes ?? 268_435_456,
  });
  const streams = createCallStreams({
    maxStreams: options.maxStreams ?? 100,
    maxEventBytes: options.maxEventBytes ?? 16_777_216,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    stallMs: options.stallMs ?? 60_000,
    closing: closing.signal,
    onError: (error) => logger.error('Cannot go on with a call', { error: String(error) }),
  });
  const router = Router();
  router.use(
    '/api',
    createGatewayRouter({
      directory: createAgentDirectory(options, logger),
      connections,
      network,
      maxDocumentBytes: options.maxCardBytes ?? 1_048_576,
      streams,
      allowedHosts: new Set(options.allowedHosts?.map((host) => host.toLowerCase())),
      maxBodyBytes: options.maxBodyBytes ?? 16_777_216,
      describeTimeoutMs,
      closing: closing.signal,
      logger,
    }),
  );
  router.use(createPageRouter(PAGE_FOLDER));
  return {
    router,
    async close() {
      closing.abort();
      connections.close();
      await network.close();
    },
  };
}
