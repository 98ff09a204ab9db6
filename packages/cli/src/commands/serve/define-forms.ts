import type { ListedAgent } from '@formwork/forms';
import type { Command } from 'commander';
import { once } from 'node:events';
import { parsePort } from '../../input/flag-values.ts';
import { assertAddress } from '../../remote/connect-options.ts';
import { refuseUnread } from '../../serve/unread-variables.ts';
import { createSavedHeaders } from '../../sign-in/saved-sign-ins.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { toSafeJson, toSafeLine } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from '../common-flags.ts';

interface FormsFlags extends CommonFlags {
  readonly port: number;
  readonly host: string;
  readonly allowPrivate?: boolean;
  readonly listedOnly?: boolean;
  readonly allowHost?: readonly string[];
  readonly registry?: string;
}

/** Adds the command `formwork forms [URL...]`, which serves the page of forms for agents. */
export function defineForms(program: Command, console: Console): void {
  const command = program
    .command('forms')
    .description('serve a page with forms for agents, those you name and those people type')
    .argument('[urls...]', 'agents to list, or their cards')
    .option('--port <number>', 'port to listen on; 0 takes any that is free', parsePort, 4200)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--registry <url>', 'list the healthy agents of a registry as well')
    .option('--allow-private', 'let people call agents at private addresses as well')
    .option('--listed-only', 'let people call no agents but those that are listed')
    .option(
      '--allow-host <name>',
      'name that pages come under besides those of this machine; can be repeated',
      (name: string, names: readonly string[] | undefined) => [...(names ?? []), name],
    )
    .action((urls: readonly string[], flags: FormsFlags) => serveForms(urls, flags, console));
  addCommonFlags(command, [
    'formwork forms',
    'formwork forms http://127.0.0.1:4100 https://agents.example.com --port 8080',
    'formwork forms https://agents.example.com --listed-only --host 0.0.0.0',
    'formwork forms --registry http://127.0.0.1:4100',
  ]);
}

async function serveForms(
  urls: readonly string[],
  flags: FormsFlags,
  console: Console,
): Promise<void> {
  // The page has no key of its own: a person who sets one believes that it is asked for.
  refuseUnread([], { env: process.env });
  for (const url of urls) assertAddress(url);
  if (flags.registry !== undefined) assertAddress(flags.registry, '--registry');
  const { createFormsServer } = await import('@formwork/forms');
  const { isLoopbackHost } = await import('@formwork/network');
  const { port, host, allowHost, json } = flags;
  // Agents on this machine are reachable only for people on this machine.
  const isLocal = isLoopbackHost(host) && allowHost === undefined;
  const addressRule = flags.allowPrivate === true ? 'any' : isLocal ? 'local' : 'public';
  const interrupt = createInterrupt();
  const server = createFormsServer({
    mode: 'many',
    // A registry is also an agent, with forms to search it and to register agents.
    agents: [...urls, ...(flags.registry === undefined ? [] : [flags.registry])].map((url) => ({
      url,
    })),
    ...(flags.registry !== undefined && { listAgents: await createLister(flags.registry) }),
    allowAddresses: flags.listedOnly === true ? 'listed' : addressRule,
    ...(allowHost !== undefined && { allowedHosts: allowHost }),
    // No other person may call agents as the one who has signed in here.
    ...(isLocal && { findHeaders: createSavedHeaders }),
  });
  const { url } = await server.listen({ port, host });
  if (json === true) console.out(toSafeJson({ url, agents: urls }, 0));
  else {
    const lines = urls.map((agent) => `  ${toSafeLine(agent)}`);
    const title = `${console.paint('bold', 'Forms')} are at ${url}/`;
    console.out([title, ...lines, 'Ctrl-C stops it.'].join('\n'));
  }
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  await server.close();
  interrupt.dispose();
}

/**
 * The highest number of a registry's agents that the page lists. A longer list would help no reader,
 * and the registry has a form to search it.
 */
const MAX_LISTED = 200;

async function createLister(url: string): Promise<() => Promise<readonly ListedAgent[]>> {
  const { createRegistryClient } = await import('@formwork/registry');
  const client = createRegistryClient(url, { cardTimeoutMs: 5_000, retry: { attempts: 2 } });
  return () => client.list({ status: 'healthy' }, MAX_LISTED);
}
