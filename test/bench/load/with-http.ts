// Calls a server over `node:http` with connections that are kept, 16 at a time, every answer parsed.
//   node with-http.ts PORT SECONDS
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createBody, HEADERS, type Sample } from './create-body.ts';

const CONNECTIONS = 16;
const [port = 0, seconds = 1] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const options = { port, host: '127.0.0.1', path: '/a2a', method: 'POST', headers: HEADERS, agent };
const end = performance.now() + seconds * 1000;
const times: number[] = [];

async function callUntilEnd(): Promise<void> {
  while (performance.now() < end) {
    const start = performance.now();
    const call = request(options).end(createBody());
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await once(response, 'end');
    const answer = JSON.parse(text) as { result?: unknown };
    if (answer.result === undefined) throw new Error(`Wrong answer: ${text}`);
    times.push(performance.now() - start);
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, callUntilEnd));
agent.destroy();
times.sort((first, second) => first - second);
const sample: Sample = {
  rate: times.length / seconds,
  p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
};
process.stdout.write(JSON.stringify(sample));
