import { CliError } from '../errors/errors.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/**
 * Runs a module that the user wrote. A module that never finishes becomes an error, because Node
 * would end with exit code 0; one that ends the process is reported too.
 *
 * @throws CliError
 */
export async function guardLoading<T>(
  file: string,
  {
    load,
    onExit,
  }: {
    /** Runs the module, and resolves with what is needed from it. */
    readonly load: () => Promise<T>;
    /**
     * Called with the error if the module ends the process, just before it ends. Default: nothing is
     * called.
     */
    readonly onExit?: ((error: CliError) => void) | undefined;
  },
): Promise<T> {
  const name = JSON.stringify(file);
  const loading = new AbortController();
  const stuck = new Promise<never>((_, reject) => {
    loading.signal.addEventListener('abort', () =>
      reject(
        new CliError(
          `Cannot run ${name} because it must finish loading: it waits for what never comes, such as a promise that is never settled.`,
        ),
      ),
    );
  });
  const giveUp = (): void => loading.abort();
  function tellExit(code: number): void {
    if (code === EXIT_CODES.interrupted) return;
    process.exitCode = EXIT_CODES.failed;
    onExit?.(
      new CliError(
        `Cannot run ${name} because it must finish loading: it ended the process with code ${code}.`,
      ),
    );
  }
  // The event loop is empty, so whatever the module awaits can never happen.
  process.once('beforeExit', giveUp).once('exit', tellExit);
  try {
    return await Promise.race([load(), stuck]);
  } finally {
    process.off('beforeExit', giveUp).off('exit', tellExit);
  }
}
