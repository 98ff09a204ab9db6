import type { Served } from '../served.ts';

/** The agents on a host that runs. */
export interface RunningHost {
  readonly served: Served;
  stop(): Promise<void>;
}

/** A program or a framework that serves the agents. */
export interface Host {
  /** The heading of its column. */
  readonly name: string;
  readonly start: () => Promise<RunningHost>;
  /** What its platform cannot do, by the name of the behaviour: the limit in a sentence. */
  readonly limits?: Readonly<Record<string, string>>;
}
