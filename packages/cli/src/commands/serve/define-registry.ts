import type { RegistryStore } from '@formwork/registry';
import type { Command } from 'commander';
import { once } from 'node:events';
import { UsageError } from '../../errors/errors.ts';
import { collect } from '../../input/flag-values.ts';
import { assertAddress } from '../../remote/connect-options.ts';
import { makeFolderOf } from '../../save/folders.ts';
import { loadPostgres, openEngine, parseStore } from '../../serve/open-engine.ts';
import { readSettings, type ServeSettings } from '../../serve/read-settings.ts';
import { parseDuration } from '../../serve/settings-table.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags, addServeFlags } from '../common-flags.ts';

interface RegistryFlags extends CommonFlags, Readonly<Record<string, unknown>> {
  readonly allowPrivate?: boolean;
  readonly allowOrigin?: readonly string[];
  readonly ttl?: string;
  readonly checkEvery?: string;
}

/**
 * The time after which finished tasks of the registry are deleted. It is short because every
 * heartbeat is a task.
 */
const DEFAULT_RETENTION = { maxAgeMs: 3_600_000 };

/** Adds the command `formwork registry`, which serves a registry of agents. */
export function defineRegistry(program: Command, console: Console): void {
  const command = program
    .command('registry')
    .description('serve a registry of agents, which is an agent itself')
    .option('--allow-private', 'list agents at private addresses as well')
    .option(
      '--allow-origin <origin>',
      'an origin where agents may be, wherever it leads; may be repeated',
      collect,
    )
    .option('--ttl <time>', 'how long an agent is healthy after it was heard of (default: 3m)')
    .option('--check-every <time>', 'how often each card is looked at (default: 1m)')
    .action((flags: RegistryFlags) => serveRegistry(flags, console));
  addCommonFlags(addServeFlags(command), [
    'formwork registry --store data/registry.sqlite',
    'formwork registry --host 0.0.0.0 --public-url https://registry.example.com --config registry.json',
    'formwork call http://127.0.0.1:4100 register --url http://127.0.0.1:4200',
  ]);
}

async function serveRegistry(flags: RegistryFlags, console: Console): Promise<void> {
  // Loaded here, because no other command needs it.
  const { createRegistry, createRegistryAgent, RegistryStorageError } =
    await import('@formwork/registry');
  const { isLoopbackHost } = await import('@formwork/network');
  const { EngineSchemaUnknownError } = await import('@formwork/runtime');
  const { serveAgent } = await import('../../serve/serve-agent.ts');
  const { createConsoleLogger } = await import('@formwork/schema/options');
  for (const origin of flags.allowOrigin ?? []) assertAddress(origin, '--allow-origin');
  const settings: ServeSettings = {
    retention: DEFAULT_RETENTION,
    ...(await readSettings({ flags, env: process.env })),
  };
  const store = await openStore(settings);
  // Agents on this machine are reachable only for people on this machine.
  const isLocal = isLoopbackHost(settings.host ?? '127.0.0.1') && settings.publicUrl === undefined;
  const ttlMs = toTime('--ttl', flags.ttl);
  const checkIntervalMs = toTime('--check-every', flags.checkEvery);
  const registry = createRegistry({
    logger: createConsoleLogger(),
    ...(store !== undefined && { store }),
    allowAddresses: flags.allowPrivate === true ? 'any' : isLocal ? 'local' : 'public',
    allowOrigins: (flags.allowOrigin ?? []).map((text) => new URL(text).origin),
    ...(ttlMs !== undefined && { ttlMs }),
    ...(checkIntervalMs !== undefined && { checkIntervalMs }),
  });
  const agent = createRegistryAgent(registry);
  const interrupt = createInterrupt();
  try {
    await store?.count().catch(async (error: unknown) => {
      if (error instanceof EngineSchemaUnknownError) throw error;
      // Whether a database is away or refuses, the store of the tasks says in its own words.
      if (!(error instanceof RegistryStorageError) || !error.isLasting) return;
      const engine = await openEngine(settings.store ?? 'memory:');
      await engine?.close();
      throw error;
    });
    const served = await serveAgent(agent, { settings });
    registry.start();
    const { url, formsUrl, consoleUrl, mcpUrl } = served;
    const doors = { forms: formsUrl, console: consoleUrl, mcp: mcpUrl };
    if (flags.json === true) console.out(toSafeJson({ name: agent.name, url, ...doors }, 0));
    else {
      const { formatDoors } = await import('./format-doors.ts');
      const { paint } = console;
      console.out(formatDoors(agent, { url, formsUrl, consoleUrl, mcpUrl, settings, paint }));
    }
    if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
    await served.close();
  } finally {
    await registry.close();
  }
  // A handler that ignores its signal must not keep the process alive.
  process.exit(0);
}

/**
 * Opens the registry's store, in the same file or database as the tasks; `undefined` if the
 * settings name none.
 */
async function openStore({ store }: ServeSettings): Promise<RegistryStore | undefined> {
  const location = parseStore(store ?? 'memory:');
  if (location.kind === 'memory') return undefined;
  if (location.kind === 'postgres') {
    const { url, schema, isPooled } = location;
    if (isPooled) {
      throw new UsageError(
        'Cannot keep the registry behind PgBouncer because its tables are found by a setting of the connection. Name the database itself with --store.',
      );
    }
    const { createPostgresPool } = await loadPostgres();
    const { createPostgresRegistryStore } = await import('@formwork/registry/postgres');
    const pool = createPostgresPool({ url, ...(schema !== undefined && { schema }) });
    return createPostgresRegistryStore({ pool });
  }
  const { createSqliteRegistryStore } = await import('@formwork/registry/sqlite');
  await makeFolderOf(location.file);
  return createSqliteRegistryStore({ file: location.file });
}

function toTime(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseDuration(text);
  if (time !== undefined && time >= 1000 && time <= 86_400_000) return time;
  throw new UsageError(
    `Cannot serve because ${flag} must be a time from 1s to 24h: current value is ${JSON.stringify(text)}`,
  );
}
