// A registry of agents, which is an agent itself: one agent registers, and another finds it by its
// skill.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createRegistry, createRegistryAgent, createRegistryClient } from '@formwork/registry';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const rate = defineSkill({
  id: 'rate',
  name: 'Rate of a currency',
  description: 'Tells what a currency costs.',
  tags: ['finance'],
  input: { currency: { type: 'object', properties: { code: { type: 'string' } } } },
  output: { price: { type: 'object', properties: { euros: { type: 'number' } } } },
  run: () => ({ euros: 1 }),
});
const rates = createServer(defineAgent({ name: 'Rates', version: '1.0.0', skills: [rate] }));
const { url } = await rates.listen({ port: 0 });

// A registry lists only agents on the public internet unless its options allow more.
const registry = createRegistry({ allowAddresses: 'local' });
registry.start();
const registryAgent = createRegistryAgent(registry);
const server = createServer(registryAgent);
const { url: registryUrl } = await server.listen({ port: 0 });

// Any client of agents can call the registry: with types, by forms, or as tools of a model.
const remote = await connect(registryUrl);
const registered = await remote.skill('register').call({ url });
assert.ok(registered);

// A client finds listed agents by skills, tags, schemas, fingerprints of schemas, and words.
const client = createRegistryClient(registryUrl);
const { agents, totalCount } = await client.discover({
  text: 'currenc',
  schemas: ['price'],
  status: 'healthy',
});
assert.equal(totalCount, 1);
assert.deepEqual(agents[0]?.capabilities.slice(0, 1), ['rate']);
assert.deepEqual((await client.discover({ tags: ['weather'] })).agents, []);

// In the same process, the registry can be asked by a function.
const page = await registry.discover({ capabilities: ['rate'] });
assert.equal(page.agents[0]?.url, url);
console.log(`${page.agents[0].name} is ${page.agents[0].status}.`);

// The registry refuses an agent that it cannot reach, or that is not at its own address, and tells
// why.
await assert.rejects(remote.skill('register').call({ url: 'http://169.254.169.254' }), {
  message: /leads into a private network/u,
});

await server.close();
await registry.close();
await rates.close();
