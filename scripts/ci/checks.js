// All other checks, which begin beside the last tests, because these mostly wait.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

/**
 * A lower priority than that of the tests, which end first. With the lowest one, other programs of
 * a busy machine would leave the checks nothing: the linter alone took nine minutes.
 */
const LOWER = 5;

/** A run of `npm run check` that shows what it printed when it is wanted. */
export class Checks {
  #child;
  #exit;
  #pieces = [];

  constructor() {
    this.#child = spawn('npm', ['run', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] });
    setPriority(this.#child.pid, LOWER);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on('data', (piece) => this.#pieces.push(piece));
    }
    this.#exit = once(this.#child, 'close');
  }

  /** Resolves with true if all checks passed. */
  async hasPassed() {
    const [code] = await this.#exit;
    return code === 0;
  }

  /** Prints what the checks have said. */
  print() {
    process.stdout.write(Buffer.concat(this.#pieces));
  }

  /** Ends the checks, because the tests have failed. */
  end() {
    this.#child.kill();
    // Programs that still run write to no reader.
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.destroy();
  }
}
