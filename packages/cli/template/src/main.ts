// Serves the agent for production: `npm start`. While you write it, `npm run dev` serves it as
// well, with forms for people and tools for models.
import { openStore } from '@formwork/runtime/store';
import { createApiKeyAuthentication, createServer, refuseUnreadVariables } from '@formwork/server';
import agent from './agent.ts';

/** The variables that this file reads: another one of Formwork is refused, so that none is in vain. */
const VARIABLES = [
  'FORMWORK_ALLOW_ANONYMOUS',
  'FORMWORK_API_KEY',
  'FORMWORK_HOST',
  'FORMWORK_PORT',
  'FORMWORK_PUBLIC_URL',
  'FORMWORK_STORE',
] as const;

type Variable = (typeof VARIABLES)[number] | 'DATABASE_URL' | 'PORT';

/** Serves the agent until SIGTERM or SIGINT arrives. */
async function serve(): Promise<void> {
  refuseUnreadVariables(VARIABLES);
  // Empty variables count as absent.
  const read = (name: Variable): string | undefined => process.env[name] || undefined;
  const publicUrl = read('FORMWORK_PUBLIC_URL');
  const apiKey = read('FORMWORK_API_KEY');

  // A file, or a database that several machines share (npm install @formwork/postgres).
  const store = read('FORMWORK_STORE') ?? read('DATABASE_URL') ?? 'data/tasks.sqlite';
  const engine = await openStore(store);
  const server = createServer(agent, {
    engine,
    ...(publicUrl !== undefined && { publicUrl }),
    // Running tasks are stopped in an orderly way, and continue after the next start.
    closeOnSignals: true,
    // Callers from other machines need credentials, unless the settings allow anybody.
    allowAnonymous: read('FORMWORK_ALLOW_ANONYMOUS') === 'true',
    ...(apiKey !== undefined && {
      authenticate: createApiKeyAuthentication({ keys: { [apiKey]: 'owner' } }),
      requireAuthentication: true,
    }),
  });
  const { url } = await server.listen({
    host: read('FORMWORK_HOST') ?? '127.0.0.1',
    port: Number(read('FORMWORK_PORT') ?? read('PORT') ?? 4100),
  });
  console.log(`${agent.name} is at ${url}`);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // The process ends when the server and the store are closed.
    process.on(signal, () => void server.close().then(() => engine.close()));
  }
}

// The image is built by an import of this file, which serves nothing. Older versions of Node do not
// say what is imported.
// oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare -- It may be undefined.
if (import.meta.main !== false) {
  try {
    await serve();
  } catch (error) {
    // The message says what is wrong and what to do; a stack would not help.
    console.error(error instanceof Error ? error.message : error);
    // Ends the process also while the store is open.
    process.exit(1);
  }
}
