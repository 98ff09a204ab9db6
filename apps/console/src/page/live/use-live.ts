import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { type ConsoleError, toConsoleError, useClient } from '../client/console-client.ts';
import { PollLoop } from './poll-loop.ts';

/** The React context that says whether values are read by themselves, or only when asked for. */
export const PauseContext = createContext(false);

const EVERY_MS = 2_000;

/**
 * Reads a value from the server while the page is visible and not paused. The last value stays
 * while the server does not answer. Another `key` begins anew.
 */
export function useLive<Value>(
  key: string,
  toPath: (value: Value | undefined) => string,
  {
    everyMs = EVERY_MS,
    join = (_before, next) => next,
  }: {
    /** The time between two reads, in milliseconds. Default 2,000. */
    readonly everyMs?: number;
    /** Joins the value before with the one just read. Default: the new one alone. */
    readonly join?: (before: Value | undefined, next: Value) => Value;
  } = {},
): {
  /** The value that was read last; `undefined` before the first one. */
  readonly value: Value | undefined;
  /** The error of the last attempt to read; `undefined` after a success. */
  readonly fault: ConsoleError | undefined;
  /** Reads the value now. */
  readonly refresh: () => void;
} {
  const client = useClient();
  const isPaused = useContext(PauseContext);
  const [held, setHeld] = useState<{
    readonly key: string;
    readonly value?: Value;
    readonly fault?: ConsoleError;
  }>({ key });
  const [round, setRound] = useState(0);
  const latest = useRef({ key, value: undefined as Value | undefined, toPath, join });
  if (latest.current.key !== key) latest.current = { ...latest.current, key, value: undefined };
  latest.current = { ...latest.current, toPath, join };

  useEffect(() => {
    const loop = new PollLoop(isPaused ? undefined : everyMs, async (signal) => {
      const { current } = latest;
      try {
        const next = await client.read<Value>(current.toPath(current.value), signal);
        if (signal.aborted) return;
        const value = current.join(current.value, next);
        latest.current = { ...latest.current, value };
        setHeld({ key, value });
      } catch (error) {
        if (signal.aborted) return;
        setHeld((before) => ({ ...before, key, fault: toConsoleError(error) }));
      }
    });
    const look = (): void => {
      if (!isPaused) void loop.begin();
    };
    void loop.begin();
    document.addEventListener('visibilitychange', look);
    return () => {
      loop.end();
      document.removeEventListener('visibilitychange', look);
    };
  }, [client, key, isPaused, everyMs, round]);

  const refresh = useCallback(() => setRound((before) => before + 1), []);
  const isOwn = held.key === key;
  return {
    value: isOwn ? held.value : undefined,
    fault: isOwn ? held.fault : undefined,
    refresh,
  };
}
