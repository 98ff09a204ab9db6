import { defineAgent, defineSkill } from '@formwork/core';
import { UnavailableError } from '@formwork/runtime';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type AgentDoors, createAgentDoors } from './agent-doors.ts';
import { HostedAgent } from './hosted-agent.ts';

const skill = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text: () => 'Hello',
});
const define = (name: string) => defineAgent({ name, version: '1', skills: [skill] });

function host(name: string): HostedAgent {
  const hosted = new HostedAgent(define(name), undefined);
  onTestFinished(() => hosted.close());
  return hosted;
}

function open(hosted: HostedAgent): AgentDoors {
  return hosted.open((agent) => createAgentDoors(agent, { publicUrl: 'http://localhost' }));
}

const createRequest = (): IncomingMessage => new IncomingMessage(new Socket());

test('before its endpoints open, an agent identifies no caller, has no headers and no tasks', async () => {
  const hosted = host('One');
  await expect(hosted.identify(createRequest())).rejects.toThrow(UnavailableError);
  expect(hosted.createCallerHeaders({ id: 'ada', scopes: [] })).toEqual({});
  expect(await hosted.deleteTask('x')).toBe(false);
  open(hosted);
  expect(await hosted.identify(createRequest())).toMatchObject({ id: undefined });
  expect(hosted.createCallerHeaders({ id: 'ada', scopes: [] })).not.toEqual({});
});

test('the card is that of the newest definition, also for those who asked before it was served', async () => {
  const hosted = host('One');
  const early = [hosted.readCard(), hosted.readCard()];
  hosted.replace(define('Two'));
  open(hosted);
  for (const { text } of await Promise.all(early)) expect(text).toContain('"Two"');
  hosted.replace(define('Three'));
  expect((await hosted.readCard()).text).toContain('"Three"');
});

test('an agent that is closed before it opens has no card, neither for earlier readers nor later ones', async () => {
  const hosted = host('One');
  const [early] = await Promise.allSettled([hosted.readCard(), hosted.close(), hosted.close()]);
  expect(early).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
  await expect(hosted.readCard()).rejects.toThrow(UnavailableError);
});

test('an agent that opened keeps its card when it closes', async () => {
  const hosted = host('One');
  open(hosted);
  await hosted.close();
  expect((await hosted.readCard()).text).toContain('"One"');
});
