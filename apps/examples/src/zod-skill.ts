// A skill whose schemas are written in Zod: the handler gets defaults and dates, the card shows
// JSON Schema. Serves itself, calls itself, and checks what comes back.

import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import * as z from 'zod';

const isoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

const remind = defineSkill({
  id: 'remind',
  name: 'Remind',
  description: 'Says when a reminder is due.',
  tags: ['time'],
  input: { reminder: z.object({ at: isoDate, minutesBefore: z.int().default(10) }) },
  output: { due: z.object({ at: z.iso.datetime() }) },
  examples: [{ at: '2027-01-01T12:00:00Z' }],
  run: ({ input: { at, minutesBefore } }) => ({
    at: new Date(at.getTime() - minutesBefore * 60_000).toISOString(),
  }),
});

const agent = defineAgent({ name: 'Reminders', version: '1.0.0', skills: [remind] });
const server = createServer(agent);
const { url } = await server.listen({ port: 0 });

const response = await fetch(`${url}/a2a`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: {
      message: {
        messageId: crypto.randomUUID(),
        role: 'ROLE_USER',
        parts: [
          {
            data: { at: '2027-01-01T12:00:00Z' },
            mediaType: 'application/json;schema=reminder',
          },
        ],
      },
    },
  }),
});
const { result } = (await response.json()) as {
  result: { task: { artifacts: { parts: { data: unknown }[] }[] } };
};
assert.deepEqual(result.task.artifacts[0]?.parts[0]?.data, { at: '2027-01-01T11:50:00.000Z' });
console.log('The reminder is due at 11:50.');
await server.close();
