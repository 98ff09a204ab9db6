import { createConsoleAdapter } from '@formwork/console';
import type { Agent } from '@formwork/core';
import { createFormsAdapter } from '@formwork/forms';
import { isLoopbackHost } from '@formwork/network';
import type { ProtocolAdapter } from '@formwork/server';
import { UsageError } from '../errors/errors.ts';
import type { ServeSettings } from './read-settings.ts';

/** The path of the console. */
export const CONSOLE_PATH = '/console';

/** The scope that the credentials of an operator need. */
const OPERATOR_SCOPE = 'operate';

/** Says why the console can be served to no caller, or would be to all; `undefined` if neither. */
export function findConsoleFault({
  apiKeys,
  issuer,
  publicUrl,
}: ServeSettings): string | undefined {
  // Tokens of an issuer may have any scope.
  if (issuer !== undefined) return undefined;
  if (apiKeys !== undefined) {
    const holders = Object.values(apiKeys);
    const isHeld = holders.some(
      (holder) => typeof holder !== 'string' && holder.scopes?.includes(OPERATOR_SCOPE),
    );
    return isHeld
      ? undefined
      : `Cannot serve the console because a key in "apiKeys" of the config file must be of an operator: { "id": "ada", "scopes": ["${OPERATOR_SCOPE}"] }`;
  }
  if (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname)) return undefined;
  return `Cannot serve the console because operators must have to say who they are where others can reach it: current public URL is ${publicUrl}. Set FORMWORK_API_KEY, "apiKeys" in the config file or --issuer.`;
}

/**
 * Makes the console if the settings ask for it.
 *
 * @throws UsageError if no caller could use it, or everybody
 */
export function createAgentConsole(
  settings: ServeSettings,
  visitSecret: Uint8Array | undefined,
): readonly ProtocolAdapter[] {
  const { console: isServed, allowedHosts } = settings;
  if (isServed !== true) return [];
  const fault = findConsoleFault(settings);
  if (fault !== undefined) throw new UsageError(fault);
  const signIn = createPageSignIn(settings);
  return [
    createConsoleAdapter({
      path: CONSOLE_PATH,
      scope: OPERATOR_SCOPE,
      onThisMachine: true,
      ...(allowedHosts && { allowedHosts }),
      ...(signIn && { signIn: { ...signIn, ...(visitSecret && { visitSecret }) } }),
    }),
  ];
}

/** Makes the forms for an agent, unless the settings leave them out. */
export function createAgentForms(
  settings: ServeSettings,
  {
    agent,
    visitSecret,
  }: {
    readonly agent: Agent;
    /** The secret that all processes on the store share; absent if each has its own. */
    readonly visitSecret: Uint8Array | undefined;
  },
): readonly ProtocolAdapter[] {
  if (settings.forms === false) return [];
  const { allowedHosts } = settings;
  const signIn = createPageSignIn(settings);
  const scope = [...new Set(['openid', 'offline_access', ...listScopes(agent)])].join(' ');
  return [
    createFormsAdapter({
      ...(signIn && { signIn: { ...signIn, scope, ...(visitSecret && { visitSecret }) } }),
      ...(settings.console === true && { consoleUrl: `${CONSOLE_PATH.slice(1)}/` }),
      ...(allowedHosts && { allowedHosts }),
    }),
  ];
}

/** Makes the OAuth client of the pages; `undefined` if people enter tokens and keys. */
function createPageSignIn({
  issuer,
  clientId,
  audience,
  publicUrl,
}: ServeSettings):
  | { readonly issuer: string; readonly clientId: string; readonly resource?: string }
  | undefined {
  if (issuer === undefined || clientId === undefined) return undefined;
  const resource = audience ?? publicUrl ?? '';
  return { issuer, clientId, ...(URL.canParse(resource) && { resource }) };
}

function listScopes({ skills }: Agent): readonly string[] {
  return skills.flatMap(({ scopes = [] }) => scopes);
}
