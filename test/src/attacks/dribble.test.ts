import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveAllDoors, type AllDoors } from '../support/all-doors.ts';
import { ATTACKED_DOORS } from './doors.ts';

/** The number of connections that one attack opens at the same time. */
const AT_ONCE = 50;

let doors: AllDoors;
beforeAll(async () => {
  doors = await serveAllDoors();
});
afterAll(() => doors.close());

/**
 * The attacks: a name, the text that begins a request, and the text that is then sent repeatedly.
 */
const WAYS = [
  ['half a line', (method: string, path: string) => `${method} ${path}`, 'x'],
  [
    'half a head',
    (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: x\r\n`,
    'X: y\r\n',
  ],
  [
    'a body that comes slowly',
    (_method: string, path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
    ' ',
  ],
  [
    'chunks that come slowly',
    (_method: string, path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    '1\r\n \r\n',
  ],
] as const;

describe.each(WAYS)('others are served beside %s', (_what, begin, piece) => {
  test.each(ATTACKED_DOORS)('at $method $path', async ({ method, path }) => {
    const { port, hostname } = new URL(doors.url);
    const sockets: Socket[] = Array.from({ length: AT_ONCE }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {}).resume();
      socket.write(begin(method, path));
      return socket;
    });
    for (let round = 0; round < 5; round += 1) {
      for (const socket of sockets) if (socket.writable) socket.write(piece);
      // Real time: by itself, the server ends a request that is not complete after a minute.
      const signal = AbortSignal.timeout(50_000);
      const { status } = await fetch(`${doors.url}/.well-known/agent-card.json`, { signal });
      expect(status).toBe(200);
    }
    for (const socket of sockets) socket.destroy();
  });
});
