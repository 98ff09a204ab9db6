import { checkOptions } from '@formwork/schema/options';
import type { ProtocolAdapter } from '@formwork/server';
import { checkFormsOptions } from './check-forms-options.ts';
import { createFormsDoor, FORMS_ROUTES } from './create-forms-router.ts';
import type { OneAgentForms } from './forms-options.ts';
import { SIGN_IN_PATHS } from './page-api.ts';

/** Options of {@link createFormsAdapter}. */
export interface FormsAdapterOptions extends Omit<
  OneAgentForms,
  'mode' | 'agentUrl' | 'localUrl' | 'fetch'
> {
  /** The path of the page below that of the agent. Default `/`. */
  readonly path?: string;
}

/** Matches a path of characters that need no escape, without `.` and `..`. */
const PATH = /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+)$/u;

/**
 * Makes the adapter that serves the page of forms of an agent on whatever serves the agent: give it
 * to `adapters` of `createAgentHandler`, `createAgentRouter` or `createServer`. The page calls the
 * agent within the process.
 *
 * @throws RangeError or TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createFormsAdapter } from '@formwork/forms';
 * import { createAgentHandler } from '@formwork/server';
 *
 * declare const agent: Agent;
 * export const handler = createAgentHandler(agent, {
 *   publicUrl: 'https://example.com/agents',
 *   adapters: [createFormsAdapter()],
 * });
 * ```
 */
export function createFormsAdapter(options: FormsAdapterOptions = {}): ProtocolAdapter {
  const { path = '/', ...given } = options;
  checkPath(path);
  // Who makes the adapter learns of a fault, and not who serves it.
  checkFormsOptions({ ...given, mode: 'one', agentUrl: 'http://localhost' });
  const mount = path === '/' ? '' : path;
  return (host) => {
    const { publicUrl, records } = host;
    const forms: OneAgentForms = {
      logger: host.logger,
      agentName: host.agent.name,
      ...given,
      mode: 'one',
      agentUrl: publicUrl,
      fetch: host.fetch,
      allowedHosts: [new URL(publicUrl).hostname, ...(given.allowedHosts ?? [])],
      ...(given.signIn && {
        signIn: { pageUrl: `${publicUrl}${mount}/`, ...(records && { records }), ...given.signIn },
      }),
    };
    const { step, close } = createFormsDoor(forms, mount);
    const reached = new Set([
      path,
      `${mount}/`,
      ...SIGN_IN_PATHS.map((suffix) => `${mount}/api${suffix}`),
    ]);
    return {
      name: 'forms',
      // Links of other sites lead to the page, which is static, and so does the provider's way back.
      isForPages: (requestPath) => reached.has(requestPath),
      step,
      routes: FORMS_ROUTES.map((route) => `${mount}${route}`),
      close,
    };
  };
}

function checkPath(path: unknown): void {
  checkOptions(
    { path },
    {
      subject: 'Cannot serve forms',
      rules: {
        path: {
          expected: 'a path such as "/forms"',
          isValid: (value) => typeof value === 'string' && PATH.test(value),
        },
      },
    },
  );
}
