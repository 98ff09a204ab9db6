import type { Host } from './host.ts';
import { toHost } from './program.ts';

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
    folder: 'workers',
    command: ['wrangler', 'dev', '--ip', '127.0.0.1', '--inspector-port', '0'],
    toPort: (port) => ['--port', String(port)],
    env: { CI: 'true', WRANGLER_SEND_METRICS: 'false' },
  }),
];
