import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { runCli, startCli } from '../support/run-cli.ts';

/** A module of Node that prints each package from which a program loads a module. */
const LIST_PACKAGES = `
  import { registerHooks } from 'node:module';
  const names = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*\\/(?:node_modules|packages|apps)\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url) ?? [];
      if (name !== undefined) names.add(name);
      return next(url, context);
    },
  });
  process.on('exit', () => console.error('Loaded: ' + [...names].sort().join(' ')));
`;

/** What the parser of the command line, and the checks of its words, need. */
const ALWAYS = ['@noble/hashes', 'canonicalize', 'commander', 'jsonc-parser'];

// Servers, clients and signatures are 200 modules, which take longer to load than most commands run.
test.each([
  [['start', '--help'], []],
  [
    ['validate', 'card.json'],
    ['content-type', 'core', 'documents'],
  ],
])('%j loads only the packages that it uses', async (args, more) => {
  const cwd = makeCliFolder({ 'packages.mjs': LIST_PACKAGES, 'card.json': '{}' });
  const hook = join(cwd, 'packages.mjs');
  const { stderr } = await runCli(args, { cwd, env: { NODE_OPTIONS: `--import ${hook}` } });
  const [, names = ''] = /^Loaded: (.*)$/mu.exec(stderr) ?? [];
  const expected = [...ALWAYS, 'cli', 'runtime', 'schema', 'trust', ...more].toSorted();
  expect(names.split(' ')).toEqual(expected);
});

test('start loads the libraries of MCP, gRPC and patterns, and meta-schemas, only if they are used', async () => {
  const cwd = makeCliFolder({ 'packages.mjs': LIST_PACKAGES, 'agent.js': toAgentModule('hello') });
  const program = startCli(['start', 'agent.js', '--port', '0'], {
    cwd,
    env: { NODE_OPTIONS: `--import ${join(cwd, 'packages.mjs')}` },
  });
  await program.waitFor(/Ctrl-C/u);
  program.child.kill('SIGTERM');
  const [, names = ''] = await program.waitFor(/^Loaded: (.*)$/mu);
  expect(names.split(' ')).toContain('express');
  expect(names).not.toMatch(/ajv|modelcontextprotocol|zod|grpc|protobuf|opentelemetry|sqlite/u);
});
