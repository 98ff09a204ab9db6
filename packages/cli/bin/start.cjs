'use strict';

// Looking names up takes half of the threads at most, and one that nobody answers holds one for many
// seconds: agents whose names are known would wait. They are made once, before anything needs one.
if (process.argv[2] === 'mcp') process.env.UV_THREADPOOL_SIZE ??= '64';

if (process.argv.length === 3 && /^(?:--version|-V)$/.test(process.argv[2])) {
  // Scripts ask for the version often, and it needs none of the commands.
  process.stdout.write(`${require('../package.json').version}\n`);
  return;
}

// What Node compiles is kept beside the command: it goes with it, and whoever can write there can change
// the command itself. Where nobody can, Node compiles again each time.
require('./compiled.cjs')(require('node:path').join(__dirname, '../.compiled'));

void import('../dist/node/index.js').then(({ runCommandLine }) =>
  runCommandLine(process.argv.slice(2)),
);
