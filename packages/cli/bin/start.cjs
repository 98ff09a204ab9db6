'use strict';

void import('../dist/index.js').then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)));
