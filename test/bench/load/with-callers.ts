// Runs `with-fetch.ts` in two processes with 8 connections each, because on two cores a single
// caller process would be slower than the servers and make them look alike.
//   node with-callers.ts PORT SECONDS
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Sample } from './create-body.ts';

const [port = '0', seconds = '1'] = process.argv.slice(2);
const file = new URL('with-fetch.ts', import.meta.url).pathname;
const samples = await Promise.all(
  [0, 1].map(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [file, port, seconds, '8']);
    return JSON.parse(stdout) as Sample;
  }),
);
const sample: Sample = {
  rate: samples.reduce((sum, { rate }) => sum + rate, 0),
  p99: Math.max(...samples.map(({ p99 }) => p99)),
};
process.stdout.write(JSON.stringify(sample));
