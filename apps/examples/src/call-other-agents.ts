// An agent that calls two other agents at the same time. When its caller cancels, they are canceled
// too.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const city = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
} as const;
const number = { type: 'number' } as const;

/** The numbers of lookups that have begun, and that were canceled, in Slowville. */
const lookups = { begun: 0, canceled: 0 };

/** Looks something up for a city, which takes a day in Slowville. */
async function lookUp(name: string, signal: AbortSignal): Promise<number> {
  if (name !== 'Slowville') return name.length;
  lookups.begun += 1;
  try {
    await sleep(86_400_000, undefined, { signal });
  } catch (error) {
    lookups.canceled += 1;
    throw error;
  }
  return name.length;
}

const forecast = defineSkill({
  id: 'forecast',
  name: 'Forecast',
  description: 'Tells how warm it will be.',
  tags: ['weather'],
  input: { city },
  output: {
    forecast: { type: 'object', properties: { celsius: number }, required: ['celsius'] },
  },
  run: async ({ input, task }) => ({ celsius: await lookUp(input.city, task.signal) }),
});
const price = defineSkill({
  id: 'price',
  name: 'Price of a room',
  description: 'Tells what a room costs.',
  tags: ['hotel'],
  input: { city },
  output: { price: { type: 'object', properties: { euros: number }, required: ['euros'] } },
  run: async ({ input, task }) => ({ euros: 20 * (await lookUp(input.city, task.signal)) }),
});

const weatherAgent = defineAgent({ name: 'Weather', version: '1.0.0', skills: [forecast] });
const hotelAgent = defineAgent({ name: 'Hotels', version: '1.0.0', skills: [price] });
const others = [createServer(weatherAgent), createServer(hotelAgent)] as const;
const [weatherAt, hotelsAt] = await Promise.all(others.map((one) => one.listen({ port: 0 })));
assert(weatherAt !== undefined && hotelsAt !== undefined);

const weather = await connect<typeof weatherAgent>(weatherAt.url);
const hotels = await connect<typeof hotelAgent>(hotelsAt.url);

const plan = defineSkill({
  id: 'plan',
  name: 'Plan',
  description: 'Plans a day in a city.',
  tags: ['travel'],
  input: { city },
  output: {
    plan: {
      type: 'object',
      properties: { celsius: number, euros: number },
      required: ['celsius', 'euros'],
    },
  },
  async run({ input, task }) {
    // If this task is canceled or times out, the calls end, and the other agents are asked to stop.
    const options = { signal: task.signal, onAbort: 'cancel' } as const;
    // What an agent has answered is stored, so that it is not asked again after a crash.
    const [{ celsius }, { euros }] = await Promise.all([
      task.step('weather', () => weather.skill('forecast').call(input, options)),
      task.step('hotel', () => hotels.skill('price').call(input, options)),
    ]);
    return { celsius, euros };
  },
});
const agent = defineAgent({ name: 'Planner', version: '1.0.0', skills: [plan] });
const server = createServer(agent);
const { url } = await server.listen({ port: 0 });
const skill = (await connect<typeof agent>(url)).skill('plan');

assert.deepEqual(await skill.call({ city: 'Oslo' }), { celsius: 4, euros: 80 });

// The caller leaves while both agents work, and says that the work should stop.
const leave = new AbortController();
const wait = skill.call({ city: 'Slowville' }, { signal: leave.signal, onAbort: 'cancel' });
while (lookups.begun < 2) await sleep(10);
leave.abort();
await assert.rejects(wait, { code: 'ABORTED' });
while (lookups.canceled < 2) await sleep(10);
console.log('Both of the other agents have stopped.');

await server.close();
await Promise.all(others.map((one) => one.close()));
