import { expect, test } from 'vitest';
import { HttpFailure } from './http-failure.ts';
import { toRequestError } from './to-request-error.ts';

function toMessage(message: string, status = 400): string {
  const body = { error: { code: status, message, details: [] } };
  const failure = new HttpFailure(new Response(null, { status }), body);
  return toRequestError(failure, { schema: '', taskId: undefined }).message;
}

test('what an agent passes on of another one is one sentence', () => {
  const first = toMessage('Cannot take "a":\n\tit is\u2028b');
  expect(first).toBe('The agent answers with an error: Cannot take "a": it is b');
  expect(toMessage(toMessage(first))).toBe(first);
});

test('advice follows a sentence that has its end', () => {
  const advice = 'Ask the owner of the agent for access.';
  for (const said of ['No such task', 'No such task.']) {
    expect(toMessage(said, 403)).toBe(`The agent answers with an error: No such task. ${advice}`);
  }
});
