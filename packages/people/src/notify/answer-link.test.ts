import { expect, test } from 'vitest';
import { createAnswerLinks } from './answer-link.ts';

test('a link that is made can be read, however long the id of its person is', () => {
  const links = createAnswerLinks(new Uint8Array(32));
  const person = `https://accounts.example.com/${'x'.repeat(2000)}`;
  const address = `user:${person}`;
  const grant = { taskId: 't', question: 1, person, address, endsAt: Date.now() + 60_000 };
  expect(links.verify(links.sign(grant))).toEqual(grant);
});
