import { access, constants } from 'node:fs/promises';
import { UsageError } from '../errors/usage-error.ts';
import { toReason } from '../input/read-json-source.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Makes sure that files can be saved in a folder, before anything is asked of an agent. A folder
 * that is not there is made.
 *
 * @throws UsageError
 */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new UsageError(
      `Cannot save files in ${JSON.stringify(folder)} as it must be a folder that can be written to: ${toReason(cause)}`,
      { cause },
    );
  }
}
