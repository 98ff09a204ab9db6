import type { Agent } from '@formwork/core';
import type { BridgeOptions } from '@formwork/mcp';
import { createServer } from '@formwork/server';
import { afterAll, beforeAll } from 'vitest';
import { serveBridge } from '../hosts.ts';
import { openAppHosts, type AppHosts } from './open-app-host.ts';

/** Opens hosts with views over a bridge to the given agents, by alias, for all tests of a file. */
export function startAppHosts(
  agents: Readonly<Record<string, Agent>>,
  options: Omit<BridgeOptions, 'agents'> = {},
): Pick<AppHosts, 'open'> {
  const ends: (() => Promise<void>)[] = [];
  let hosts: AppHosts | undefined;
  beforeAll(async () => {
    const served = await Promise.all(
      Object.entries(agents).map(async ([alias, agent]) => {
        const server = createServer(agent, { openTasks: true });
        const { url } = await server.listen({ port: 0 });
        ends.unshift(() => server.close());
        return { alias, url };
      }),
    );
    const bridge = await serveBridge({ agents: served, ...options }, {}, (end) => {
      ends.unshift(end);
    });
    const opened = await openAppHosts(bridge);
    ends.unshift(() => opened.close());
    hosts = opened;
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return {
    open(tool, settings) {
      if (hosts === undefined) throw new Error('The hosts have not been opened yet.');
      return hosts.open(tool, settings);
    },
  };
}
