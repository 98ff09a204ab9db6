// A program that the compiler checks: types are inferred, and none of them is `any`.
import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createFormsRouter } from '@formwork/forms';
import { createBridge, createMcpRouter } from '@formwork/mcp';
import { createPostgresEngine } from '@formwork/postgres';
import { SkillForm } from '@formwork/react';
import { ResultView } from '@formwork/react/result';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import type { Message } from '@formwork/schemas/types/a2a-v1.0-wire';
import { createServer } from '@formwork/server';
import { createGrpcDoor } from '@formwork/server/grpc';

type IsAny<Value> = 0 extends 1 & Value ? true : false;

const fight = defineSkill({
  id: 'fight',
  name: 'Fight',
  description: 'Says who wins.',
  tags: ['comparison'],
  input: {
    contest: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  },
  output: {
    verdict: { type: 'object', properties: { winner: { enum: ['a', 'b'] } }, required: ['winner'] },
  },
  run: ({ input }) => {
    const text: string = input.a;
    const isAny: IsAny<typeof input.a> = false;
    // @ts-expect-error The input has no such field.
    void input.c;
    return { winner: text === 'a' || isAny ? 'a' : 'b' };
  },
});
const agent = defineAgent({ name: 'Contest agent', version: '1.0.0', skills: [fight] });
const server = createServer(agent, {
  engine: createSqliteEngine({ file: 'tasks.sqlite' }),
  grpc: createGrpcDoor(),
});
const forms = createFormsRouter({ mode: 'one', agentUrl: () => 'http://127.0.0.1' });
server.app.use('/forms', forms.router);
server.app.use('/mcp', createMcpRouter(createBridge({ agents: [] })).router);
const isAppAny: IsAny<typeof server.app> = false;
const isRouterAny: IsAny<typeof forms.router> = false;

const remote = await connect<typeof agent>('http://127.0.0.1');
const { winner } = await remote.skill('fight').call({ a: 'x' });
const one: 'a' | 'b' = winner;
// @ts-expect-error The agent has no such skill.
void remote.skill('other');

const engine = createPostgresEngine({ url: 'postgres://127.0.0.1/agents' });
const isEngineAny: IsAny<typeof engine> = false;
const isMessageAny: IsAny<Message> = false;

export const checked = [isAppAny, isRouterAny, isEngineAny, isMessageAny, one] as const;

export function Page() {
  return (
    <>
      <SkillForm schema={{ type: 'object' }} onSubmit={(data) => void data} />
      <ResultView data={{ winner: 'a' }} />
    </>
  );
}
