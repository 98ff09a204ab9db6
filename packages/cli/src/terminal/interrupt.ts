import { listenForEnd } from '@formwork/schema/internal';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';

/** The handling of Ctrl-C and SIGTERM while a command runs. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /**
   * Interrupts the command like Ctrl-C, for prompts, which receive that key themselves. An exit
   * code given here is used instead of that of Ctrl-C.
   */
  readonly abort: (exitCode?: ExitCode) => void;
  /** Returns the exit code of an interrupted command. */
  readonly exitCode: () => ExitCode;
  /** Stops handling the signals. */
  readonly dispose: () => void;
}

/**
 * Starts handling Ctrl-C, SIGTERM and the end of the npm that started the command. A second signal
 * ends the process at once.
 */
export function createInterrupt(): Interrupt {
  const controller = new AbortController();
  const end: { exitCode: ExitCode } = { exitCode: EXIT_CODES.interrupted };

  const forget = listenForEnd((signal) => {
    const code = signal === 'SIGINT' ? EXIT_CODES.interrupted : EXIT_CODES.terminated;
    if (controller.signal.aborted) process.exit(code);
    end.exitCode = code;
    controller.abort();
  });
  return {
    signal: controller.signal,
    abort: (code) => {
      if (code !== undefined && !controller.signal.aborted) end.exitCode = code;
      controller.abort();
    },
    exitCode: () => end.exitCode,
    dispose: forget,
  };
}
