import { spawnSync } from 'node:child_process';
import type { OutsideProgram } from './outside-program.ts';

/** Caddy, a web server that the documentation puts before replicas. */
export const CADDY: OutsideProgram = {
  title: 'Caddy',
  names: ['caddy'],
  packages: [['caddy']],
  advice: 'install it (Debian: apt-get install caddy)',
};

/** The command `curl`, with which the documentation calls agents. */
export const CURL: OutsideProgram = {
  title: 'curl',
  names: ['curl'],
  packages: [['curl']],
  advice: 'install it (Debian: apt-get install curl)',
};

/** PgBouncer, a pooler of PostgreSQL. */
export const PGBOUNCER: OutsideProgram = {
  title: 'PgBouncer',
  names: ['pgbouncer'],
  packages: [['pgbouncer']],
  advice: 'install it (Debian: apt-get install pgbouncer)',
};

/**
 * A PostgreSQL server of the system together with the programs of its clients, which refuse a server
 * that is newer than they are. Tests that need no such program start the server of the npm package.
 */
export const POSTGRES: OutsideProgram = {
  title: 'PostgreSQL with pg_dump',
  names: ['postgres'],
  folders: ['usr/lib/postgresql/*/bin'],
  companions: ['initdb', 'pg_dump', 'pg_restore'],
  packages: [['postgresql']],
  advice: 'install it (Debian: apt-get install postgresql)',
};

/** The command `ps`, which says in which state a process is. */
export const PS: OutsideProgram = {
  title: 'ps',
  names: ['ps'],
  packages: [['procps']],
  advice: 'install it (Debian: apt-get install procps)',
};

/** The language Python, in which some callers are written. */
export const PYTHON: OutsideProgram = {
  title: 'Python 3',
  names: ['python3'],
  packages: [['python3']],
  advice: 'install it (Debian: apt-get install python3)',
};

/** Redis, or Valkey, which is made of it. */
export const REDIS: OutsideProgram = {
  title: 'Redis or Valkey',
  names: ['valkey-server', 'redis-server'],
  packages: [['redis-server'], ['valkey-server']],
  advice: 'install one (Debian: apt-get install redis-server)',
};

/** The command `script` of util-linux, which makes a pseudo-terminal. */
export const SCRIPT: OutsideProgram = {
  title: '"script" of util-linux',
  names: ['script'],
  serves: (file) =>
    spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout.includes('util-linux'),
  packages: [['bsdutils']],
  advice: 'install the package util-linux or bsdutils',
};
