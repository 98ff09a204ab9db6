import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { guardMessage } from './guard-message.ts';
import { Secrets } from './secrets.ts';

function guard(message: JSONRPCMessage): { readonly sent: unknown; readonly warned: number } {
  let warned = 0;
  const logger = { info: () => undefined, warn: () => void (warned += 1), error: () => undefined };
  const guarded = guardMessage(message, { secrets: new Secrets(), logger });
  return { sent: guarded.kind === 'message' ? guarded.message : guarded.kind, warned };
}

test('halves of surrogate pairs become U+FFFD at every place of a message, with one warning', () => {
  const result = {
    content: [{ type: 'text', text: 'It begins: \uD83D…' }],
    structuredContent: { 'a\uDE00': ['\uD83D'], whole: '\u{1F600}' },
  };
  expect(guard({ jsonrpc: '2.0', id: 1, result })).toEqual({
    sent: {
      jsonrpc: '2.0',
      id: 1,
      result: {
        content: [{ type: 'text', text: 'It begins: \uFFFD…' }],
        structuredContent: { 'a\uFFFD': ['\uFFFD'], whole: '\u{1F600}' },
      },
    },
    warned: 1,
  });
});

test('a message without them is sent as it is', () => {
  const message: JSONRPCMessage = { jsonrpc: '2.0', id: 1, result: { text: '\u{1F600}' } };
  const { sent, warned } = guard(message);
  expect(sent).toBe(message);
  expect(warned).toBe(0);
});
