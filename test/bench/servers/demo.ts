import { announce } from './compare.ts';

// The demo as `npm start` serves it, with all of its doors, on a free port and a file of its own.
const [file = ':memory:'] = process.argv.slice(2);
process.env['PORT'] = '0';
process.env['FORMWORK_FILE'] = file;
const { log } = console;
console.log = (text: string) => {
  console.log = log;
  const [, port] = /:(\d+)\/ /u.exec(text) ?? [];
  announce(Number(port));
};
// The program has no types: it starts when it is loaded.
const program = new URL('../../../apps/demo/dist/node/main.js', import.meta.url).href;
await import(program);
