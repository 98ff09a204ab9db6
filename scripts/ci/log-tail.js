// Follows the log of a run of tests while it grows.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';

const BLOCK = 65_536;

/** Counts the files that a run has not ended, from what was added to its log since the last look. */
export class LogTail {
  #path;
  #log;
  #rest = '';
  #open;

  constructor(path) {
    this.#path = path;
  }

  /** The number of files that have not ended; absent until the run begins. */
  countOpen() {
    if (this.#log === undefined && !existsSync(this.#path)) return undefined;
    this.#log ??= openSync(this.#path, 'r');
    const lines = (this.#rest + this.#read()).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) {
      const { files, file, ended } = JSON.parse(line);
      if (files !== undefined) this.#open = files.length;
      if (file !== undefined && ended) this.#open -= 1;
    }
    return this.#open;
  }

  close() {
    if (this.#log !== undefined) closeSync(this.#log);
  }

  #read() {
    const pieces = [];
    for (;;) {
      const block = Buffer.alloc(BLOCK);
      const length = readSync(this.#log, block);
      if (length === 0) return Buffer.concat(pieces).toString();
      pieces.push(block.subarray(0, length));
    }
  }
}
