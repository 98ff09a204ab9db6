import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { expect } from 'vitest';
import { testOverBindings, findClientOptions } from '../support/bindings.ts';
import { startServer } from '../support/start-server.ts';

testOverBindings('a question with a schema that callers refuse is a line in the log', async () => {
  const schema = {
    type: 'object',
    properties: { code: { type: 'string', pattern: 'a'.repeat(600) } },
  } as const;
  const ask = defineSkill({
    id: 'ask',
    name: 'Ask',
    description: 'Asks for a code.',
    tags: [],
    input: { start: { type: 'object' } },
    run: async ({ task }) => (await task.ask('Which code?', { name: 'code', schema })).code ?? '',
  });
  const agent = defineAgent({ name: 'A', version: '1', description: 'Asks.', skills: [ask] });
  const { url, logged } = await startServer(agent);
  const remote = await connect(url, await findClientOptions(url));
  for await (const event of remote.skill('ask').stream({})) {
    if (event.kind === 'question') {
      // The client asks for text instead, and tells why.
      expect(event.question).toMatchObject({
        kind: 'text',
        refused: [{ code: 'schema-pattern-unsafe' }],
      });
      break;
    }
  }
  expect(logged.join('\n')).toMatch(
    /question "code": Callers will refuse the schema because "pattern" must be a pattern of at most 512 characters/u,
  );
});
