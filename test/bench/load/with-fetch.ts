// Calls a server as clients written in JavaScript do: with `fetch`, 16 calls at a time, and every
// answer parsed.
//   node with-fetch.ts PORT SECONDS [CONNECTIONS]
import { createBody, HEADERS, type Sample } from './create-body.ts';

const [port, seconds, connections = 16] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}/a2a`;
const end = performance.now() + (seconds ?? 1) * 1000;
const times: number[] = [];

async function callUntilEnd(): Promise<void> {
  while (performance.now() < end) {
    const start = performance.now();
    const response = await fetch(url, { method: 'POST', headers: HEADERS, body: createBody() });
    const answer = (await response.json()) as { result?: unknown };
    if (answer.result === undefined) throw new Error(`Wrong answer: ${JSON.stringify(answer)}`);
    times.push(performance.now() - start);
  }
}

await Promise.all(Array.from({ length: connections }, callUntilEnd));
times.sort((first, second) => first - second);
const sample: Sample = {
  rate: times.length / (seconds ?? 1),
  p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
};
process.stdout.write(JSON.stringify(sample));
