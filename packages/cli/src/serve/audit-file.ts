import { preparePrivateFile } from '@formwork/runtime/internal';
import { showUnsafe } from '@formwork/schema/internal';
import type { AuditListener } from '@formwork/server';
import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../save/make-folder.ts';

/**
 * Makes what adds events of security to a file, a line of JSON each, for its owner alone. The file is
 * opened anew for every event: it may be moved away at any time, and a line that was written is there
 * whatever becomes of the process.
 */
export async function createAuditFile(file: string): Promise<AuditListener> {
  await makeFolder(dirname(file), { mode: 0o700 });
  preparePrivateFile(file);
  return (event) => {
    const { kind, time, ...facts } = event;
    // Names and pages are the words of strangers, and whoever reads them may do so in a terminal.
    const line = showUnsafe(JSON.stringify({ time, kind, ...facts }));
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  };
}
