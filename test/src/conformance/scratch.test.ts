import { checkConformance } from '@formwork/conformance';
import { createServer } from '@formwork/server';
import { Session } from 'node:inspector/promises';
import { test } from 'vitest';
import { startFaultyAgent } from './faulty-agent.ts';
import { referee } from './referee-agent.ts';
test('x', async () => {
  const server = createServer(referee, { openTasks: true });
  const { url: good } = await server.listen({ port: 0 });
  const url = await startFaultyAgent(good, { name: '', rules: [] });
  const m = async (name: string, n: number, f: () => Promise<unknown>) => {
    await f();
    const c = process.cpuUsage();
    for (let i = 0; i < n; i++) await f();
    const u = process.cpuUsage(c);
    console.log(name, (u.user + u.system) / 1000 / n, 'ms');
  };
  await m('card', 10, () => checkConformance(url, { calls: false }));
  await m('proxy', 10, () => checkConformance(url, { timeoutMs: 1000 }));
  await m('fight', 10, () => checkConformance(url, { timeoutMs: 1000, skills: ['fight'] }));
  await m('direct4', 10, () => checkConformance(good, { timeoutMs: 1000 }));
  const s = new Session();
  s.connect();
  await s.post('Profiler.enable');
  await s.post('Profiler.start');
  for (let i = 0; i < 20; i++) await checkConformance(url, { timeoutMs: 1000 });
  const { profile } = await s.post('Profiler.stop');
  const self = new Map<string, number>();
  const dt = profile.timeDeltas!;
  const byId = new Map(profile.nodes.map((n) => [n.id, n]));
  profile.samples!.forEach((id, i) => {
    const n = byId.get(id)!;
    const k =
      n.callFrame.functionName +
      ' ' +
      n.callFrame.url.split('/').slice(-3).join('/') +
      ':' +
      n.callFrame.lineNumber;
    self.set(k, (self.get(k) ?? 0) + dt[i]!);
  });
  console.log(
    [...self]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 40)
      .map(([k, v]) => `${(v / 1000).toFixed(0)} ${k}`)
      .join('\n'),
  );
  await server.close();
}, 60000);
