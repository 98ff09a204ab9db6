import { defineAgent, defineSkill, PublicError, type Agent } from '@formwork/core';

const TEXT = { type: 'string' } as const;

/** A skill that does what its input says, so that tests see every way in which a task can end. */
const act = defineSkill({
  id: 'act',
  name: 'Act',
  description: 'Does what it is told.',
  tags: ['test'],
  input: {
    act: {
      type: 'object',
      properties: {
        do: { enum: ['echo', 'ask', 'ask-form', 'fail', 'wait', 'files', 'pieces'] },
        value: TEXT,
      },
      required: ['do'],
      additionalProperties: false,
    },
  },
  output: { done: { type: 'object', properties: { said: TEXT }, required: ['said'] } },
  examples: [{ do: 'echo', value: 'hello' }],
  async run({ input, task }) {
    const { value = '' } = input;
    switch (input.do) {
      case 'echo':
        return { said: value };
      case 'ask':
        return { said: `answered ${await task.ask('Which one?')}` };
      case 'ask-form': {
        const answer = await task.ask('How many?', {
          name: 'count',
          schema: {
            type: 'object',
            properties: { count: { type: 'integer', minimum: 1 } },
            required: ['count'],
          },
        });
        return { said: `counted ${answer.count}` };
      }
      case 'fail':
        throw new PublicError('It cannot be done.');
      case 'wait':
        await task.progress('Waiting', 0.25);
        await new Promise<void>((resolve) => {
          task.signal.addEventListener('abort', () => resolve());
        });
        throw new Error('The wait was over.');
      case 'files':
        await task.artifact({ id: 'note', text: 'a note', name: 'note.txt' });
        await task.artifact({ id: 'plain', data: { any: [1, null] } });
        await task.artifact({
          id: 'files',
          files: [
            { content: Buffer.from([0, 1, 254, 255]), name: 'a.png', mediaType: 'image/png' },
            { content: new URL('https://example.com/b.pdf'), name: 'b.pdf' },
          ],
        });
        return { said: 'sent' };
      case 'pieces':
        for (const piece of ['one ', 'two ', 'three']) {
          await task.artifact({ id: 'pieces', text: piece, append: true });
        }
        return { said: 'sent' };
    }
  },
});

/**
 * An agent with the skill `act`, which answers texts with the message that its handler got, as
 * JSON.
 */
export const sessionAgent: Agent = defineAgent({
  name: 'Actor',
  description: 'Does what it is told.',
  version: '2.3.4',
  skills: [act],
  provider: { organization: 'Example', url: 'https://example.com/' },
  text: ({ text, task }) =>
    JSON.stringify({
      text,
      metadata: task.message.metadata ?? null,
      parts: task.message.parts.map(({ content, filename, mediaType }) => ({
        kind: content?.$case,
        value:
          content?.$case === 'raw' ? Buffer.from(content.value).toString('hex') : content?.value,
        filename,
        mediaType,
      })),
    }),
});

/** Makes a message that calls the skill `act` with an input. */
export function toAct(input: object): {
  readonly content: string;
  readonly artifacts: readonly [
    { readonly id: string; readonly type: string; readonly data: object },
  ];
} {
  return {
    content: 'Please.',
    artifacts: [{ id: 'in_1', type: 'application/json;schema=act', data: input }],
  };
}
