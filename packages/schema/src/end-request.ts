/**
 * The signals that ask a process to end in order. Windows has no SIGTERM: there, SIGBREAK comes from
 * Ctrl-Break, and SIGHUP from a window that is closed, ten seconds before the process is ended.
 * Elsewhere SIGHUP stays what `nohup` has made of it.
 */
const END_SIGNALS = {
  windows: ['SIGTERM', 'SIGINT', 'SIGBREAK', 'SIGHUP'],
  others: ['SIGTERM', 'SIGINT'],
} as const;

/** The pause between two looks at whether the parent of this process still runs, in milliseconds. */
const LOOK_MS = 500;

/**
 * Calls `onEnd` with every signal that asks this process to end, and with SIGTERM when npm or `npx`
 * started the process and has ended. Returns a function that stops listening.
 */
export function listenForEnd(onEnd: (signal: NodeJS.Signals) => void): () => void {
  const signals = END_SIGNALS[process.platform === 'win32' ? 'windows' : 'others'];
  const endWatch = watchNpm();

  function handle(signal: NodeJS.Signals): void {
    // After Ctrl-C npm ends as well, which must not count as a second signal.
    endWatch();
    onEnd(signal);
  }
  for (const signal of signals) process.on(signal, handle);
  return () => {
    endWatch();
    for (const signal of signals) process.off(signal, handle);
  };
}

/**
 * Gives this process SIGTERM when its parent has ended, if npm or `npx` started it: they pass a
 * signal on only to the shell between them and this process, which ends and passes nothing on.
 */
function watchNpm(): () => void {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (isRunning(parent)) return;
    clearInterval(timer);
    // All listeners get it, and Windows cannot send it.
    process.emit('SIGTERM', 'SIGTERM');
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

function isRunning(parent: number): boolean {
  if (process.platform !== 'win32') return process.ppid === parent;
  // On Windows a process without a parent keeps the number of its former parent.
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}
