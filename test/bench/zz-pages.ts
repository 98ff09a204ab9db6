// scratch: pages per task by table
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import Database from 'better-sqlite3';
import { createBenchFile } from './stores/bench-file.ts';
import { createChunk, createMessage } from './stores/payload.ts';
import { createId } from './growth/seed-tasks.ts';
const { file, remove } = createBenchFile();
const engine: any = createSqliteEngine({ file });
const CLAIM = { worker: 'bench', ttlMs: 60_000 };
async function run(): Promise<void> {
  const message = createMessage('Lion or tiger?');
  let ran: Promise<unknown> | undefined;
  const contextId = process.env['V7'] ? createId(Date.now()) : randomUUID();
  const { lease } = await engine.create(
    { id: createId(Date.now()), scope: 'alice', contextId, idempotencyKey: message.messageId, message, metadata: {}, invocation: { kind: 'text', text: 'x', acceptedOutputModes: [] } },
    { ...CLAIM, start: (lease: any) => { ran = engine.append(lease, [{ kind: 'artifact', artifact: createChunk(300), append: false, lastChunk: true }, { kind: 'status', state: 'completed' }]); } },
  );
  await ran;
}
const N = Number(process.env['N'] ?? 20000), C = 8;
let left = N;
await Promise.all(Array.from({ length: C }, async () => { while (left-- > 0) await run(); }));
const rate: number[] = [];
for (let r = 0; r < 5; r++) { left = 4000; const c0 = process.cpuUsage(); const t0 = performance.now(); await Promise.all(Array.from({ length: C }, async () => { while (left-- > 0) await run(); })); const c = process.cpuUsage(c0); rate.push((c.user + c.system) / 4000); process.stderr.write(`${((performance.now() - t0) / 4).toFixed(0)} us wall, cpu ${((c.user + c.system) / 4000).toFixed(1)} us (sys ${(c.system / 4000).toFixed(1)})\n`); }
const side = new Database(file);
side.pragma('wal_checkpoint(TRUNCATE)');
left = 160; await Promise.all(Array.from({ length: C }, async () => { while (left-- > 0) await run(); }));
const wal = readFileSync(`${file}-wal`);
const names = new Map<number, string>();
try { for (const row of side.prepare('select name, pageno from dbstat').all() as any[]) names.set(row.pageno, row.name); } catch (e) { console.log(String(e)); }
const counts = new Map<string, number>(); let frames = 0, commits = 0;
for (let o = 32; o + 4120 <= wal.length; o += 4120) { const p = wal.readUInt32BE(o); if (p === 0) break; frames++; if (wal.readUInt32BE(o + 4) > 0) commits++; const n = names.get(p) ?? '?'; counts.set(n, (counts.get(n) ?? 0) + 1); }
console.log('frames', frames, 'commits', commits, 'per commit', (frames / commits).toFixed(1), 'tasks per commit', (160 / commits).toFixed(1));
for (const [n, c] of [...counts].sort((a, b) => b[1] - a[1])) console.log(n.padEnd(30), (c / commits).toFixed(2));
await engine.close(); side.close(); remove();
