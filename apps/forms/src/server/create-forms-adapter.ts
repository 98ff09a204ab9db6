import { checkOptions } from '@formwork/schema/options';
import type { AdapterHost, ProtocolAdapter } from '@formwork/server';
import { checkFormsOptions } from './check-forms-options.ts';
import { createFormsDoor, FORMS_ROUTES } from './create-forms-router.ts';
import type { FormsOptions, ManyAgentsForms, OneAgentForms } from './forms-options.ts';
import { SIGN_IN_PATHS } from './page-api.ts';

/** The options of a page for the agent that it stands beside. */
interface OwnAgentForms extends Omit<OneAgentForms, 'mode' | 'agentUrl' | 'localUrl' | 'fetch'> {
  /** `one` is for the agent itself, `many` for those that the options name. Default `one`. */
  readonly mode?: 'one';
}

/** Options of {@link createFormsAdapter}. */
export type FormsAdapterOptions = (OwnAgentForms | ManyAgentsForms) & {
  /** The path of the page below that of the agent. Default `/`. */
  readonly path?: string;
};

/** Matches a path of characters that need no escape, without `.` and `..`. */
const PATH = /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+)$/u;

/**
 * Makes the adapter that serves the page of forms of an agent on whatever serves the agent: give it
 * to `adapters` of `createAgentHandler`, `createAgentRouter` or `createServer`. The page calls the
 * agent within the process, and with the mode `many` others by the network.
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
  checkFormsOptions(
    given.mode === 'many' ? given : { ...given, mode: 'one', agentUrl: 'http://localhost' },
  );
  const mount = path === '/' ? '' : path;
  return (host) => {
    const forms = given.mode === 'many' ? given : completeForms(given, { host, mount });
    const { hostname } = new URL(host.publicUrl);
    const allowedHosts = [hostname, ...(given.allowedHosts ?? [])];
    const { step, close } = createFormsDoor({ logger: host.logger, ...forms, allowedHosts }, mount);
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

/** Makes the options of the page of an agent that calls it within the process. */
function completeForms(
  { signIn, ...given }: OwnAgentForms,
  { host, mount }: { readonly host: AdapterHost; readonly mount: string },
): FormsOptions {
  const { agent, publicUrl, records } = host;
  return {
    agentName: agent.name,
    ...given,
    mode: 'one',
    agentUrl: publicUrl,
    fetch: host.fetch,
    ...(signIn && {
      signIn: { pageUrl: `${publicUrl}${mount}/`, ...(records && { records }), ...signIn },
    }),
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
