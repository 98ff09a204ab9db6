import type { RemoteFlags } from '../../remote/connect-options.ts';

/** The command's own flags; those of the skill are in its schema. */
export interface CallFlags extends RemoteFlags {
  /** File with the input; `-` is standard input. */
  readonly json?: string;
  readonly schema?: string;
  /** Files to send along. */
  readonly file?: readonly string[];
  readonly output?: 'table' | 'json';
  /** Folder for the files of the result. */
  readonly save?: string;
  readonly answer?: readonly string[];
  /** A task to go on with instead of a new one. */
  readonly task?: string;
  /** Seconds. */
  readonly timeout?: number;
  /** False asks nothing on the terminal. */
  readonly ask: boolean;
  /** False sends and takes unchecked. */
  readonly check: boolean;
  readonly verbose?: boolean;
  readonly help?: boolean;
}
