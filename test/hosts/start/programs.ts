import type { Host } from './host.ts';
import { toHost } from './program.ts';

const NO_PUSH = 'a Worker does not show where a connection leads, so receivers cannot be checked.';
const NO_FILES = 'a Worker has no files beside its code, such as those of pages.';

/** The hosts with packages of their own, which only this project installs. */
export const PROGRAMS: readonly Host[] = [
  toHost({ name: 'Hono', command: [process.execPath, 'hono.ts'] }),
  toHost({ name: 'Fastify', command: [process.execPath, 'fastify.ts'] }),
  toHost({
    name: 'Next',
    folder: 'next',
    build: ['next', 'build'],
    command: ['next', 'start', '-H', '127.0.0.1'],
    toPort: (port) => ['-p', String(port)],
  }),
  toHost({
    name: 'Nitro',
    folder: 'nitro',
    build: ['nitro', 'build'],
    command: [process.execPath, '.output/server/index.mjs'],
  }),
  toHost({
    name: 'SvelteKit',
    folder: 'sveltekit',
    build: ['vite', 'build'],
    command: [process.execPath, 'build/index.js'],
  }),
  toHost({ name: 'Bun', command: ['bun', 'bun.ts'] }),
  toHost({
    name: 'Deno',
    command: ['deno', 'run', '--allow-all', '--node-modules-dir=manual', 'deno.ts'],
  }),
  toHost({
    name: 'Workers',
    limits: {
      'receivers of events are set, listed and deleted': NO_PUSH,
      'events are sent to a receiver': NO_PUSH,
      'visitors get a form, and its result': NO_FILES,
      'a visitor fills in a form in a browser': NO_FILES,
      'the page of forms in a browser': NO_FILES,
      'the console shows tasks to operators alone': NO_FILES,
    },
    folder: 'workers',
    command: ['wrangler', 'dev', '--ip', '127.0.0.1', '--inspector-port', '0'],
    toPort: (port) => [
      '--port',
      String(port),
      '--var',
      `PUBLIC_URL:http://127.0.0.1:${port}/agents`,
    ],
    env: { CI: 'true', WRANGLER_SEND_METRICS: 'false' },
  }),
];
