import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createPrincipalReader } from './create-principal-reader.ts';

const request = new IncomingMessage(new Socket());

test.each([{ id: '' }, { id: 5 }, { id: null }, {}])(
  'createPrincipalReader() refuses %j for a caller',
  async (principal) => {
    const read = createPrincipalReader({
      authenticate: () => principal as { id: string },
      requireAuthentication: true,
    });
    await expect(read?.(request)).rejects.toThrow('id must be text that is not empty');
  },
);

test('createPrincipalReader() tells the id, and that nobody said who they are', async () => {
  const known = createPrincipalReader({ authenticate: () => ({ id: 'ada' }) });
  expect(await known?.(request)).toBe('ada');
  const unknown = createPrincipalReader({ authenticate: () => undefined });
  expect(await unknown?.(request)).toBeUndefined();
});
