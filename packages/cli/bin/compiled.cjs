'use strict';

const { readdirSync, rmSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const path = require('node:path');

/** The most files that are kept: several times those of the command and of an agent. */
const MAX_FILES = 2000;

/**
 * Keeps what Node compiles in a folder, and begins it anew when it has grown: Node adds a file for
 * each module of an agent and for each version of it that `dev` loads, and takes none away.
 */
module.exports = function keepCompiled(folder) {
  try {
    const versions = readdirSync(folder);
    const count = versions.reduce(
      (sum, name) => sum + readdirSync(path.join(folder, name)).length,
      0,
    );
    if (count > MAX_FILES) rmSync(folder, { recursive: true, force: true });
  } catch {
    // There is no folder yet, or another process removes it.
  }
  enableCompileCache(folder);
};
