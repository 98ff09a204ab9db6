import type { Mount, Served } from '../served.ts';

/** The agents on a host that runs. */
export interface RunningHost {
  readonly served: Served;
  stop(): Promise<void>;
}

/** A program or a framework that serves the agents. */
export interface Host {
  /** The heading of its column. */
  readonly name: string;
  readonly mounts: ReadonlySet<Mount>;
  readonly start: () => Promise<RunningHost>;
  /** What its platform cannot do, by the name of the behaviour: the limit in a sentence. */
  readonly limits?: Readonly<Record<string, string>>;
}

/** What every program has that serves a handler. */
export const HANDLER_MOUNTS: ReadonlySet<Mount> = new Set<Mount>(['health', 'pages', 'socket']);
