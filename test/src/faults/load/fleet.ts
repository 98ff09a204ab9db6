import { endListeners, type TestPostgres } from '@formwork/postgres/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FreezingProxy, startFreezingProxy } from '../../support/freezing-proxy.ts';
import { onTestFinished } from '../../support/test-end.ts';
import type { CalledServer } from './caller.ts';
import { type MortalServer, startMortalServer } from './mortal-server.ts';
import type { Random } from './random.ts';

/** Replicas of one agent on one database, which callers use in turn and which a test can harm. */
export interface Fleet extends CalledServer {
  /**
   * Harms replicas or the database in a random way, waits until that is over, and resolves with a
   * description of each harm.
   */
  harm(random: Random): Promise<readonly string[]>;
  /** Restarts the database as its operator does, and resolves with a description of the harm. */
  restartDatabase(): Promise<readonly string[]>;
  /** Kills the processes of all replicas. */
  kill(): Promise<void>;
}

/**
 * The options of {@link startFleet}: the database, the number of replicas, and their lease time.
 */
export interface FleetOptions {
  readonly database: TestPostgres;
  readonly schema: string;
  readonly journal: string;
  readonly replicas: number;
  readonly leaseMs: number;
}

/** The error of the clocks of the first replicas, in milliseconds. */
const CLOCK_ERRORS = [3_600_000, -3_600_000];

/** The time for which a replica is stopped or cut off, as a multiple of the lease time. */
const OUTAGE_FACTOR = 2;

/** Starts the replicas, each with a connection to the database that a test can cut. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { database, schema, journal, replicas, leaseMs } = options;
  const databaseUrl = new URL(database.url);
  const members = await Promise.all(
    Array.from({ length: replicas }, async (_, index) => {
      const proxy = await startFreezingProxy(Number(databaseUrl.port));
      onTestFinished(() => proxy.close());
      const url = new URL(databaseUrl);
      url.port = String(proxy.port);
      url.searchParams.set('schema', schema);
      const clock = `clock=${CLOCK_ERRORS[index] ?? 0}`;
      const server = await startMortalServer([url.href, journal, String(leaseMs), clock]);
      return { proxy, server };
    }),
  );
  let turn = 0;
  let outages = 0;

  /** Cuts a replica off from the database for a while: nothing arrives, and no connection ends. */
  async function cutOff(proxy: FreezingProxy): Promise<void> {
    proxy.freeze();
    // Real time: leases run out meanwhile by the clock of the database.
    await sleep(leaseMs * OUTAGE_FACTOR);
    proxy.thaw();
  }

  async function harmReplica(index: number, random: Random): Promise<string> {
    const { proxy, server } = pick(members, index);
    switch (random.below(6)) {
      case 0:
      case 1:
        await server.freeze(leaseMs * OUTAGE_FACTOR);
        return 'freeze';
      case 2:
        await cutOff(proxy);
        return 'cut off';
      case 3:
        proxy.silence('listen "');
        return 'lost notices';
      default:
        await server.restart();
        return 'kill';
    }
  }

  async function harmDatabase(random: Random): Promise<string> {
    switch (random.below(3)) {
      case 0:
        await database.crash();
        return 'database crash';
      case 1:
        await database.restart();
        return 'database restart';
      default:
        await endListeners(database);
        return 'ended listeners';
    }
  }

  /** Harms one replica, and sometimes another one or the database at the same time. */
  async function doHarm(random: Random): Promise<readonly string[]> {
    const index = random.below(replicas);
    switch (random.below(5)) {
      case 0:
        return Promise.all([harmReplica(index, random), harmDatabase(random)]);
      case 1:
        return Promise.all([index, (index + 1) % replicas].map((one) => harmReplica(one, random)));
      case 2:
        return [await harmDatabase(random)];
      default:
        return [await harmReplica(index, random)];
    }
  }

  /**
   * Runs a harm and counts its beginning and its end as outages, because requests may break at
   * both.
   */
  async function duringOutage(harm: () => Promise<readonly string[]>): Promise<readonly string[]> {
    outages += 1;
    try {
      return await harm();
    } finally {
      outages += 1;
    }
  }

  return {
    mayBeUnavailable: true,
    async url() {
      turn += 1;
      return pick(members, turn % replicas).server.url();
    },
    lives: () => outages + members.reduce((sum, { server }) => sum + server.lives(), 0),
    harm: (random) => duringOutage(() => doHarm(random)),
    restartDatabase: () =>
      duringOutage(async () => {
        await database.restart();
        return ['database restart'];
      }),
    async kill() {
      await Promise.all(members.map(({ server }) => server.kill()));
    },
  };
}

function pick(
  members: readonly { readonly proxy: FreezingProxy; readonly server: MortalServer }[],
  index: number,
): { readonly proxy: FreezingProxy; readonly server: MortalServer } {
  const member = members[index];
  if (member === undefined) throw new RangeError(`There is no replica ${index}.`);
  return member;
}
