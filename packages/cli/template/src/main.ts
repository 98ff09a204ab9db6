// Serves the agent for production: `npm start`. While you write it, `npm run dev` serves it as
// well, with forms for people and tools for models.
import { openStore } from '@formwork/runtime/store';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import agent from './agent.ts';

const { env } = process;
const publicUrl = env['FORMWORK_PUBLIC_URL'];
const apiKey = env['FORMWORK_API_KEY'];

// A file, or a database that several machines share (npm install @formwork/postgres).
const engine = await openStore(env['FORMWORK_STORE'] ?? env['DATABASE_URL'] ?? 'data/tasks.sqlite');
const server = createServer(agent, {
  engine,
  ...(publicUrl !== undefined && { publicUrl }),
  // Callers from other machines need credentials, unless the settings allow anybody.
  allowAnonymous: env['FORMWORK_ALLOW_ANONYMOUS'] === 'true',
  ...(apiKey !== undefined && {
    authenticate: createApiKeyAuthentication({ keys: { [apiKey]: 'owner' } }),
    requireAuthentication: true,
  }),
});
const { url } = await server.listen({
  host: env['FORMWORK_HOST'] ?? '127.0.0.1',
  port: Number(env['FORMWORK_PORT'] ?? 4100),
});
console.log(`${agent.name} is at ${url}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // Running tasks are stopped in an orderly way, and continue after the next start.
  process.once(signal, () => void server.close().then(() => engine.close()));
}
