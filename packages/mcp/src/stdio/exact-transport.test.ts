import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { withExactNumbers } from './exact-transport.ts';

test('over standard streams, numbers that may be rounded are refused with their place', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = withExactNumbers(new StdioServerTransport(input, output));
  const heard: unknown[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports are no event targets
  transport.onmessage = (message) => void heard.push(message);
  await transport.start();
  const call = (id: number, value: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"pay","arguments":{"list":[${value}]}}}\n`;
  for (const [id, value] of ['9007199254740993', '-9007199254740993', '1e400'].entries()) {
    input.write(call(id, value));
    const [answer] = (await once(output, 'data')) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({
      id,
      error: { message: expect.stringContaining('/params/arguments/list/0 must be a') },
    });
  }
  // A notification gets no answer, and what a host answers becomes an error.
  input.write('{"jsonrpc":"2.0","method":"notifications/x","params":{"n":9007199254740993}}\n');
  input.write('{"jsonrpc":"2.0","id":7,"result":{"content":{"n":9007199254740993}}}\n');
  input.write(call(8, '9007199254740991, 0.1, 1e+300'));
  await expect.poll(() => heard.length).toBe(2);
  expect(heard).toMatchObject([
    { id: 7, error: { message: expect.stringContaining('/result/content/n') } },
    { id: 8, method: 'tools/call' },
  ]);
  // Deep data is refused by its reader, with an answer.
  input.write(call(9, `${'['.repeat(50_000)}${']'.repeat(50_000)}`));
  await expect.poll(() => heard.length).toBe(3);
  await transport.close();
});
