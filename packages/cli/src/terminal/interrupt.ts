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

/** The pause between two looks at whether the parent of this process still runs, in milliseconds. */
const LOOK_MS = 500;

/** Starts handling Ctrl-C and SIGTERM. A second one of either ends the process at once. */
export function createInterrupt(): Interrupt {
  const controller = new AbortController();
  let exitCode: ExitCode = EXIT_CODES.interrupted;

  function onInterrupt(): void {
    if (controller.signal.aborted) process.exit(EXIT_CODES.interrupted);
    controller.abort();
  }
  function onTerminate(): void {
    if (controller.signal.aborted) process.exit(EXIT_CODES.terminated);
    exitCode = EXIT_CODES.terminated;
    controller.abort();
  }
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  const endWatch = watchParent(onTerminate);
  return {
    signal: controller.signal,
    abort: (code) => {
      if (code !== undefined && !controller.signal.aborted) exitCode = code;
      controller.abort();
    },
    exitCode: () => exitCode,
    dispose: () => {
      endWatch();
      process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
    },
  };
}

/**
 * Calls `onGone` when the parent of this process has ended, if npm or npx started it: they pass
 * SIGTERM on to the shell between them and this process, which ends and passes nothing on. Returns
 * a function that stops watching.
 */
function watchParent(onGone: () => void): () => void {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}
