import { defineAgent, defineSkill } from '@formwork/core';
import { createPublicFormsAdapter, type PublicFormsOptions } from '@formwork/embed';
import { createServer, type ServerOptions } from '@formwork/server';
import { once } from 'node:events';

/** The secret by which the tests sign links. */
export const SECRET = 'a-secret-of-more-than-32-characters';

/** The owners of tasks as the handler of the published skill saw them, newest last. */
export const SEEN_USERS: unknown[] = [];

const order = defineSkill({
  id: 'order',
  name: 'Order',
  description: 'Orders a thing.\nIt comes by post.',
  tags: ['shop'],
  publish: { form: { title: 'Order a thing', submitLabel: 'Order now', accent: '#7a1fa2' } },
  input: {
    orderInput: {
      type: 'object',
      properties: {
        thing: { type: 'string', title: 'Thing', minLength: 1 },
        count: { type: 'integer', title: 'Count', minimum: 1, maximum: 1000, default: 1 },
        code: { type: 'string', title: 'Code', pattern: '^[A-Z]{2}-[0-9]{3}$' },
        gift: { type: 'boolean', title: 'Is it a gift?' },
        password: { type: 'string', title: 'Password', format: 'password' },
      },
      required: ['thing', 'count'],
      additionalProperties: false,
    },
  },
  output: {
    orderOutput: {
      type: 'object',
      properties: {
        thing: { type: 'string', title: 'Thing' },
        total: { type: 'number', title: 'Total' },
        note: { type: 'string', title: 'Note' },
      },
      required: ['thing', 'total'],
    },
  },
  async run({ input: { thing, count }, task }) {
    SEEN_USERS.push(task.user);
    if (thing === 'Slow tea') await once(task.signal, 'abort');
    if (count < 100) return { thing, total: count * 2 };
    const answer = await task.ask('Really so many?', {
      name: 'sure',
      schema: {
        type: 'object',
        properties: { note: { type: 'string', title: 'Reason', minLength: 1 } },
        required: ['note'],
      },
    });
    return { thing, total: count * 2, note: answer.note };
  },
});

const photos = defineSkill({
  id: 'photos',
  name: 'Photos',
  description: 'Counts what it gets.',
  tags: [],
  publish: { form: true },
  files: { types: ['image/*'], maxBytes: 2_000, maxFiles: 2 },
  input: {
    photosInput: {
      type: 'object',
      properties: { place: { type: 'string', title: 'Place', minLength: 1 } },
      required: ['place'],
    },
  },
  run: ({ input, task }) =>
    `${input.place}: ${task.files.map(({ name, size }) => `${name} of ${size} bytes`).join(', ')}`,
});

const secret = defineSkill({
  id: 'secret',
  name: 'Secret',
  description: 'Is for callers only.',
  tags: [],
  input: { secretInput: { type: 'object', properties: { x: { type: 'string' } } } },
  run: () => 'done',
});

/** An agent with public forms, and with a skill that only callers reach. */
export const shopAgent = defineAgent({
  name: 'Shop',
  version: '1.0.0',
  skills: [order, photos, secret],
});

/** A served agent with public forms. */
export interface PublishedAgent {
  readonly url: string;
  /** The address of the public form. */
  readonly form: string;
  readonly close: () => Promise<void>;
}

/** Serves {@link shopAgent}, whose callers must sign in, with public forms on a free port. */
export async function publishAgent(
  options: PublicFormsOptions = {},
  server: ServerOptions = {},
): Promise<PublishedAgent> {
  const adapter = createPublicFormsAdapter({ linkSecrets: [SECRET], ...options });
  const served = createServer(shopAgent, {
    adapters: [adapter],
    authenticate: ({ headers }) =>
      headers['x-test-user'] === undefined ? undefined : { id: String(headers['x-test-user']) },
    requireAuthentication: true,
    logger: { info() {}, warn() {}, error: console.error },
    ...server,
  });
  const { url } = await served.listen({ port: 0 });
  return { url, form: `${url}/forms/order`, close: () => served.close() };
}
