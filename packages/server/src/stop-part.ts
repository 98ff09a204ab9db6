import type { TaskLogger } from '@formwork/core';
import { EngineClosedError, EngineStorageError } from '@formwork/runtime';
import { toStorageText } from '@formwork/runtime/internal';

/**
 * Stops a part of an agent, such as its runner; errors of the engine do not prevent the stop. Tasks
 * that could not be stored are taken by others after their leases.
 */
export async function stopPart(
  part: { readonly stop: () => Promise<void> },
  logger: TaskLogger,
): Promise<void> {
  try {
    await part.stop();
  } catch (error) {
    if (error instanceof EngineStorageError) {
      logger.error('Cannot give tasks back', { error: toStorageText(error) });
    } else if (error instanceof EngineClosedError) {
      logger.warn('Cannot give tasks back because the engine was closed before the server');
    } else throw error;
  }
}
