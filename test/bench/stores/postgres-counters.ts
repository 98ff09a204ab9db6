import type { TestPostgres } from '@formwork/postgres/testing';
import { readdirSync } from 'node:fs';
import pg from 'pg';
import { readCpuSeconds } from '../servers/read-cpu-seconds.ts';
import { readProcess } from '../servers/read-process.ts';

/** Reads from a PostgreSQL server how much work it has done. */
export interface PostgresCounters {
  /** Returns the work that the server has done since it started. */
  read(): Promise<PostgresCounts>;
  close(): Promise<void>;
}

/** The work of a PostgreSQL server since it began. */
export interface PostgresCounts {
  /** The number of committed transactions, without those of this reader. */
  readonly transactions: number;
  /** The number of bytes that were written to the write-ahead log. */
  readonly logBytes: number;
  /** The size of all databases in bytes, including the tables of the system. */
  readonly tableBytes: number;
  /** The processor time of all processes of the server, in seconds. */
  readonly cpuSeconds: number;
}

/**
 * The time after which all backends have reported their transactions to the server, in
 * milliseconds.
 */
const FLUSH_MS = 1_100;

/** Connects to a server and counts the work that it does. */
export async function openPostgresCounters(server: TestPostgres): Promise<PostgresCounters> {
  const client = new pg.Client(server.connection);
  await client.connect();
  const { rows } = await client.query<{ text: string }>(
    `select pg_read_file('postmaster.pid') as text`,
  );
  const pid = Number(rows[0]?.text.split('\n')[0]);
  let own = 2;
  return {
    async read() {
      await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
      const { rows: found } = await client.query<Record<'transactions' | 'log' | 'tables', string>>(
        `select (select sum(xact_commit) from pg_stat_database) as transactions,
          pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log,
          (select sum(pg_database_size(oid)) from pg_database) as tables`,
      );
      own += 1;
      return {
        transactions: Number(found[0]?.transactions) - own,
        logBytes: Number(found[0]?.log),
        tableBytes: Number(found[0]?.tables),
        cpuSeconds: readFamilyCpuSeconds(pid),
      };
    },
    async close() {
      await client.end();
    },
  };
}

/** Adds up the processor time of a process, of its children, and of children that have ended. */
function readFamilyCpuSeconds(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter(
      (name) => Number(readProcess(Number(name), 'stat').split(') ')[1]?.split(' ')[1]) === pid,
    );
  // Fields 16 and 17 are the times of children that have ended; the times of the process precede
  // them.
  const ended = readProcess(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  const past = (Number(ended[13]) + Number(ended[14])) / 100;
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + readCpuSeconds(one), past);
}
