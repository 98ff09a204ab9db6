import { createBridge, type BridgeOptions } from '@formwork/mcp';
import type { Client } from '@modelcontextprotocol/client';
import { EventEmitter } from 'node:events';
import { test } from 'vitest';
import { startRawAgent, type RawCall } from '../support/raw-agent.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';
import { connectHost, LEGS, type ShownQuestion } from './hosts.ts';

followTests();

const TOKEN = 'T0P+SECRET/of"me';
const uri =
  'https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1';
const any = { type: 'object' };
const mode = 'application/json;schema=any';

/** Calls a function when the host has been told of progress. */
type WhenTold = (end: () => void) => void;

/** The ids of skills that repeat the caller's credentials, each in another part of the answer. */
const PLACES = ['error', 'status', 'text', 'data', 'progress', 'question', 'files', 'failed'];

function answer({ params, request, stream, response }: RawCall, whenTold: WhenTold): void {
  const { authorization: said = '' } = request.headers;
  const message = params.message as { readonly metadata?: { readonly skillId?: string } };
  const place = message?.metadata?.skillId ?? 'text';
  const toState = (state: string, text?: string) => ({
    state: `TASK_STATE_${state}`,
    ...(text !== undefined && {
      message: { messageId: `m-${text.length}`, role: 'ROLE_AGENT', parts: [{ text }] },
    }),
  });
  const finish = (parts: readonly object[], text?: string): void =>
    stream([
      {
        task: {
          id: 't',
          contextId: 'c',
          status: toState('COMPLETED', text),
          artifacts: [{ artifactId: 'a', parts }],
        },
      },
    ]);
  switch (place) {
    case 'error':
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: `bad: ${said}` } }),
      );
      return;
    case 'status':
      response.statusCode = 401;
      response.setHeader('www-authenticate', `Bearer error="${said}"`);
      response.end(`no ${said}`);
      return;
    case 'data':
      return finish([{ data: { [said]: [said] }, metadata: { mimeType: mode } }]);
    case 'progress': {
      const status = toState('WORKING', `working with ${said}`);
      stream([{ task: { id: 't', contextId: 'c', status } }], { open: true });
      // An SDK drops progress that it reads together with the answer.
      whenTold(() => {
        const done = { taskId: 't', contextId: 'c', status: toState('COMPLETED') };
        response.end(
          `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { statusUpdate: done } })}\n\n`,
        );
      });
      return;
    }
    case 'question':
      return stream([
        { task: { id: 't', contextId: 'c', status: toState('INPUT_REQUIRED', `Is it ${said}?`) } },
      ]);
    case 'files': {
      const raw = Buffer.from(`bytes ${said}`).toString('base64');
      return finish([
        { raw, filename: `${said}.txt`, mediaType: 'text/plain' },
        { raw, filename: 'picture', mediaType: 'image/png' },
      ]);
    }
    case 'failed':
      return stream([
        { task: { id: 't', contextId: 'c', status: toState('FAILED', `failed: ${said}`) } },
      ]);
    default:
      return finish([{ text: `you sent ${said}` }]);
  }
}

async function startEcho(whenTold: WhenTold): Promise<BridgeOptions> {
  const skills = PLACES.map((id) => ({
    id,
    name: id,
    description: `Not for ${TOKEN}`,
    tags: [],
    inputModes: [mode],
    outputModes: [id === 'data' ? mode : 'text/plain'],
  }));
  const capabilities = {
    streaming: true,
    extensions: [{ uri, params: { schemas: { any } } }],
  };
  const url = await startRawAgent((call) => answer(call, whenTold), { capabilities, skills });
  const headers = { Authorization: `Bearer ${TOKEN}`, 'X-Short': 'working' };
  return { agents: [{ alias: 'echo', url, connect: { headers } }] };
}

test.concurrent.for(LEGS)(
  'credentials that an agent shows reach no host over %s',
  async (leg, { expect }) => {
    const shown: unknown[] = [];
    const person = (question: ShownQuestion) => {
      shown.push(question);
      return { action: 'decline' as const };
    };
    const told = new EventEmitter();
    const echo = await startEcho((end) => void told.once('progress', end));
    const host = await connectHost(leg, echo, { person });
    shown.push(await host.listTools());
    const client = host.client as Client;
    shown.push(await client.readResource({ uri: 'a2a://agents/echo/card' }));
    for (const place of PLACES) {
      const onProgress = (one: object): void => {
        shown.push(one);
        told.emit('progress');
      };
      shown.push({ place, result: await host.call(`echo_${place}`, {}, { onProgress }) });
    }
    const text = JSON.stringify(shown);
    // The bridge hides the credentials and keeps the text around them.
    expect(text).toContain('you sent [hidden]');
    expect(text).toContain('working with [hidden]');
    expect(text).toContain('Is it [hidden]?');
    expect(text).toContain('failed: [hidden]');
    expect(text).toContain('"[hidden]":["[hidden]"]');
    expect(text).not.toContain('SECRET');
    const images = [...text.matchAll(/"data":"([\w+/=]+)"/gu)].map(([, data = '']) =>
      Buffer.from(data, 'base64').toString(),
    );
    expect(images).toEqual(['bytes [hidden]']);
  },
);

test('credentials that an agent shows are not in the log, nor those of a function', async ({
  expect,
}) => {
  const lines: string[] = [];
  const log = (message: string, fields?: object): void =>
    void lines.push(message, JSON.stringify(fields));
  const skills = [{ id: TOKEN, name: 'S', description: '', tags: [], inputModes: [mode] }];
  const schemas = { any: { $ref: 'https://elsewhere.example/schema' } };
  const capabilities = { extensions: [{ uri, params: { schemas } }] };
  const url = await startRawAgent(({ response }) => response.end(), { capabilities, skills });
  const headers = () => Promise.resolve({ Authorization: `Bearer ${TOKEN}` });
  const bridge = createBridge({
    agents: [{ alias: 'odd', url, connect: { headers } }],
    logger: { info: log, warn: log },
  });
  onTestFinished(() => bridge.close());
  await bridge.refresh();
  expect(lines.join('\n')).toContain('Skill "[hidden] (any)" of "odd" is left out');
  expect(lines.join('\n')).not.toContain('SECRET');
});
