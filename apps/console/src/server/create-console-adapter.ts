import {
  createPageSessions,
  createPageStep,
  PageExchange,
  RefusedError,
  SIGN_IN_PATHS,
  toPageFolder,
} from '@formwork/forms/internal';
import { createRequestGuard, isLoopbackHost, type RequestHead } from '@formwork/network';
import type { ProtocolAdapter, Step } from '@formwork/server';
import { createConsoleAccess } from './console-access.ts';
import { checkConsoleOptions, type ConsoleOptions } from './console-options.ts';
import { CONSOLE_ROUTES, createConsoleStep } from './console-routes.ts';

/**
 * Makes the adapter that serves the console of an agent: a page for operators, and the API that the
 * page needs. Give it to `adapters` of `createServer`, `createAgentRouter` or
 * `createAgentHandler`.
 *
 * Callers need the scope of the options. On a server without authentication, the console is for this
 * machine alone, and only with `onThisMachine`; else the server refuses to listen with a
 * `TypeError`, as it does at a public URL, because a proxy on this machine passes on everybody's
 * requests.
 *
 * @throws TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createConsoleAdapter } from '@formwork/console';
 * import type { Agent } from '@formwork/core';
 * import { createServer } from '@formwork/server';
 *
 * declare const agent: Agent;
 * createServer(agent, { adapters: [createConsoleAdapter({ onThisMachine: true })] });
 * ```
 */
export function createConsoleAdapter(options: ConsoleOptions = {}): ProtocolAdapter {
  checkConsoleOptions(options);
  const { scope = 'operate', path = '/console', onThisMachine = false, signIn } = options;
  const adapter: ProtocolAdapter = (host) => {
    const { operator, authentication, publicUrl } = host;
    if (operator === undefined) {
      throw new TypeError(
        'Cannot serve the console because the server must give adapters for operators what they need: current value is undefined',
      );
    }
    if (authentication === 'none' && !onThisMachine) {
      throw new TypeError(
        'Cannot serve the console because operators must be able to say who they are: the server must have authenticate, or the console onThisMachine',
      );
    }
    if (authentication === 'none' && !isLoopbackHost(new URL(publicUrl).hostname)) {
      throw new TypeError(
        `Cannot serve the console because the public URL of a server without authentication must be of this machine: current value is ${publicUrl}`,
      );
    }
    // A browser sends the cookies of forms at `/` here as well, so this one has another name.
    const sessions = createPageSessions({
      cookie: 'formwork-console',
      records: signIn?.records ?? host.records,
      client: signIn,
      logger: host.logger,
    });
    const access = createConsoleAccess({ host, sessions, scope });
    const guard = createRequestGuard({
      publicUrl: () => publicUrl,
      allowedHosts: options.allowedHosts,
      namesKnown: 'everywhere',
    });
    const reached = new Set([
      path,
      `${path}/`,
      ...SIGN_IN_PATHS.map((suffix) => `${path}/api${suffix}`),
    ]);
    const files = createPageStep(toPageFolder(import.meta.url));
    const page: Step = (exchange, next) => {
      const refusal = guard.checkHost(exchange.message) ?? findRefusal(exchange.message);
      if (refusal === undefined) files(exchange, next);
      else new PageExchange(exchange).sendText(refusal.status, `${refusal.message}\n`);
    };
    function findRefusal(request: RequestHead): RefusedError | undefined {
      try {
        access.checkLocalRequest(request);
        return undefined;
      } catch (error) {
        if (error instanceof RefusedError) return error;
        throw error;
      }
    }
    return {
      name: 'console',
      owns: (requestPath) => requestPath === path || requestPath.startsWith(`${path}/`),
      // Links of other sites lead to the page, which is static, and so does the provider's way back.
      isForPages: (requestPath) => reached.has(requestPath),
      step: createConsoleStep({
        host,
        operator,
        access,
        sessions,
        guard,
        scope,
        path,
        page,
        // A program in front may have cut off a part of the path.
        signIn: signIn && { pageUrl: `${publicUrl}${path}/`, ...signIn },
      }),
      routes: CONSOLE_ROUTES.map((route) => `${path}${route}`),
    };
  };
  return Object.assign(adapter, { forOperators: true });
}
