import { defineAgent, defineSkill } from '@formwork/core';
import type { AuditEvent } from '@formwork/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { startCollector, startMeter } from './collector.ts';

const PASSWORD = 'correct horse battery staple, and some more so that it is cut somewhere';
const PIN = 73_914_265;
const CODE = 'code-from-the-app';

const login = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    password: { $ref: '#/$defs/secret' },
    pin: { type: 'integer', writeOnly: true },
  },
  required: ['user', 'password'],
  $defs: { secret: { type: 'string', writeOnly: true } },
} as const;

const agent = defineAgent({
  name: 'Login',
  version: '1',
  skills: [
    defineSkill({
      id: 'login',
      name: 'Log in',
      description: 'Logs in.',
      tags: [],
      input: { login },
      output: {
        session: { type: 'object', properties: { token: { const: 'x', writeOnly: true } } },
      },
      title() {
        throw new Error(`No title for ${PASSWORD}`);
      },
      async run({ input, task }) {
        task.log.info(`Logs in with ${input.password}`, { input, list: [input.password] });
        const { code } = await task.ask('The code?', {
          schema: z.object({ code: z.string().meta({ writeOnly: true }) }),
        });
        task.log.warn('Has a code', { code, error: new Error(code) });
        if (input.user === 'wrong') return { token: input.password } as never;
        throw new Error(`${input.user} cannot log in with ${JSON.stringify(input)} and ${code}`);
      },
    }),
  ],
});

test.each(['ada', 'wrong'])(
  'what a schema calls writeOnly stands in no log, span, metric or event of security: %s',
  async (user) => {
    const collector = await startCollector();
    const meter = startMeter();
    const events: AuditEvent[] = [];
    const { url, logged } = await startServer(agent, { audit: (event) => void events.push(event) });
    const data = { user, password: PASSWORD, pin: PIN };
    const send = async (parts: readonly object[], fields?: object) => {
      const params = { message: createMessage(parts, fields) };
      return (await callJsonRpc(url, { method: 'SendMessage', params })).body;
    };
    const asked = await send([createTaggedPart('login', data)]);
    const { id } = asked.result?.['task'] as { readonly id: string };
    await send([{ data: { code: CODE } }], { taskId: id });
    // Only the sender may see the invalid data that an error quotes.
    await send([createTaggedPart('login', { password: PASSWORD, pin: 'none' })]);
    await expect.poll(() => logged.join('\n')).toContain('Task failed');
    await expect
      .poll(() => collector.spans.filter(({ name }) => name === 'formwork.request').length)
      .toBe(3);
    const told = [...logged, ...collector.texts, await meter.text(), JSON.stringify(events)].join();
    expect(logged.join('\n')).toContain('Logs in with [secret]');
    expect(logged.join('\n')).toContain('No title for [secret]');
    expect(told).toContain('formwork.question');
    for (const secret of [PASSWORD.slice(0, 24), String(PIN), CODE]) {
      expect(told).not.toContain(secret);
    }
  },
);
