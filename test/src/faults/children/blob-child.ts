import { Role } from '@a2a-js/sdk';
import type { Scope } from '@formwork/runtime';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createS3BlobStore, type S3BlobStoreOptions } from '@formwork/s3';
// A process that writes blobs to an SQLite engine and deletes tasks until it is killed, and writes
// a line for each acknowledged change. Arguments: the file of the engine, and optionally the
// options of an S3 bucket for the blobs and the length of each blob.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';

const WRITERS = 4;
const SCOPE = 'alice' as Scope;
const [, , file = '', bucket, length = '50000'] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

async function write(engine: TaskEngine): Promise<void> {
  for (let round = 0; ; round += 1) {
    const id = randomUUID();
    const message = {
      messageId: id,
      contextId: '',
      taskId: id,
      role: Role.ROLE_USER,
      parts: [],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    };
    const invocation = { kind: 'text', text: '', acceptedOutputModes: [] } as const;
    const { lease } = await engine.create(
      { id, scope: SCOPE, contextId: 'context', message, metadata: {}, invocation },
      { worker: String(process.pid), ttlMs: 600_000 },
    );
    if (lease === undefined) throw new Error('A new task must come leased.');
    for (let position = 0; position < 3; position += 1) {
      const value = `${id} ${'x'.repeat(Number(length))}`;
      const seq = await engine.append(lease, [{ kind: 'memo', position, key: 'k', value }]);
      answer({ kind: 'written', taskId: id, seq });
    }
    if (round % 2 === 1) {
      answer({ kind: 'deleting', taskId: id });
      await engine.delete(SCOPE, id);
    }
  }
}

const engine = createSqliteEngine({
  file,
  blobsAbove: 10_000,
  ...(bucket !== undefined && {
    blobStore: createS3BlobStore(JSON.parse(bucket) as S3BlobStoreOptions),
  }),
});
answer({ kind: 'ready' });
await Promise.all(Array.from({ length: WRITERS }, () => write(engine)));
