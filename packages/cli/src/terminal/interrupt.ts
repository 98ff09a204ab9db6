import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';

/** The effect of Ctrl-C and SIGTERM on a command. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** The same as Ctrl-C, for prompts, which take the key themselves; or what to end with. */
  readonly abort: (exitCode?: ExitCode) => void;
  /** The exit code after an interrupt. */
  readonly exitCode: () => ExitCode;
  /** Gives the signals back. */
  readonly dispose: () => void;
}

/** Listens for Ctrl-C and SIGTERM; the second Ctrl-C ends the process at once. */
export function createInterrupt(): Interrupt {
  const controller = new AbortController();
  let exitCode: ExitCode = EXIT_CODES.interrupted;

  function onInterrupt(): void {
    if (controller.signal.aborted) process.exit(EXIT_CODES.interrupted);
    controller.abort();
  }
  function onTerminate(): void {
    if (!controller.signal.aborted) exitCode = EXIT_CODES.terminated;
    controller.abort();
  }
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  return {
    signal: controller.signal,
    abort: (code) => {
      if (code !== undefined && !controller.signal.aborted) exitCode = code;
      controller.abort();
    },
    exitCode: () => exitCode,
    dispose: () => {
      process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
    },
  };
}
