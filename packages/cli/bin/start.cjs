'use strict';

import('../dist/index.js').then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)));
