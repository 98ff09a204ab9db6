// An agent for parcels, made with Formwork. `before.ts` is the same agent with the official SDK.
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';

const EUROS_PER_KILO = { home: 2, europe: 5, world: 9 } as const;

interface Parcel {
  readonly kilos: number;
  readonly zone: keyof typeof EUROS_PER_KILO;
}

function findPrice({ kilos, zone }: Parcel): { readonly euros: number } {
  return { euros: 3 + Math.ceil(kilos) * EUROS_PER_KILO[zone] };
}

const quote = defineSkill({
  id: 'quote',
  name: 'Quote',
  description: 'Takes kilos and a zone (home, europe or world), and answers the price.',
  tags: ['parcels'],
  input: {
    parcel: {
      type: 'object',
      properties: { kilos: { type: 'number' }, zone: { enum: ['home', 'europe', 'world'] } },
      required: ['kilos', 'zone'],
    },
  },
  output: {
    price: { type: 'object', properties: { euros: { type: 'number' } }, required: ['euros'] },
  },
  examples: [{ kilos: 1.5, zone: 'europe' }],
  async run({ input, task }) {
    await task.progress(`Weighing ${input.kilos} kg`);
    return findPrice(input);
  },
});

const agent = defineAgent({
  name: 'Parcels',
  description: 'Knows what a parcel costs.',
  version: '1.0.0',
  skills: [quote],
});
const { url } = await createServer(agent).listen({ port: Number(process.env['PORT'] ?? 4100) });
console.log(`Serving ${url}/.well-known/agent-card.json`);
