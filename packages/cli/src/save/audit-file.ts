import { preparePrivateFile } from '@formwork/runtime/internal';
import { showUnsafe } from '@formwork/schema/internal';
import { appendFileSync } from 'node:fs';
import { makeFolderOf } from './folders.ts';

/**
 * Makes a listener that adds security events to a file, one line of JSON each, readable by its
 * owner only. The file is opened for every event, so that it may be moved at any time, and an event
 * that was written survives the end of the process.
 */
export async function createAuditFile(
  file: string,
): Promise<(event: { readonly kind: string; readonly time: string }) => void> {
  await makeFolderOf(file);
  preparePrivateFile(file);
  return (event) => {
    const { kind, time, ...facts } = event;
    // Names and pages come from strangers, and may be read in a terminal.
    const line = showUnsafe(JSON.stringify({ time, kind, ...facts }));
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  };
}
