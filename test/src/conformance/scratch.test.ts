import { checkConformance, describeFault } from '@formwork/conformance';
import { test } from 'vitest';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { startServer } from '../support/start-server.ts';
import { startStockAgent } from '../support/stock-agents.ts';
import { createExecutor, declared } from '../support/fight-agents.ts';
import { referee } from './referee-agent.ts';
for (const which of ['own', 'stock'])
  test(which, async () => {
    const url =
      which === 'own'
        ? (await startServer(referee, { ...WITH_GRPC, openTasks: true })).url
        : await startStockAgent(createExecutor(), declared);
    const c = process.cpuUsage();
    const r = await checkConformance(url);
    const u = process.cpuUsage(c);
    console.log(
      which,
      r.summary,
      r.durationMs,
      (u.user + u.system) / 1000,
      JSON.stringify(r.calls),
      JSON.stringify(r.doors),
    );
    console.log(
      r.checks
        .filter((x) => x.state !== 'pass')
        .map(
          (x) =>
            `${x.state} ${x.rule.id} [${x.door}] ${x.fault ? describeFault(x.fault) : x.reason}`,
        )
        .join('\n'),
    );
  });
