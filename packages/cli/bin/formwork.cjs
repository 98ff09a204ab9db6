#!/usr/bin/env node
// Written so that any Node can read it: what an old one cannot read stands in the file it loads.
'use strict';

var parts = process.versions.node.split('.');
var isOld = Number(parts[0]) < 22 || (Number(parts[0]) === 22 && Number(parts[1]) < 14);

if (isOld) {
  process.stderr.write(
    'Cannot start formwork because Node must be 22.14 or newer: current version is ' +
      process.versions.node +
      '. Get one at https://nodejs.org.\n',
  );
  process.exitCode = 1;
} else {
  require('./start.cjs');
}
