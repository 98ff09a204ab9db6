import { describe, expect, test } from 'vitest';
import { toAgentId } from '../agents/registered-agent.ts';
import { describeChecks } from './describe-checks.ts';
import { describeSearch } from './describe-search.ts';
import { createNewAgent, START, TTL_MS, type StoreUnderTest } from './samples.ts';

/** Declares the tests that every `RegistryStore` must pass; they use nothing but its contract. */
export function describeRegistryStore(name: string, subject: StoreUnderTest): void {
  describe(`RegistryStore of ${name}`, () => {
    describeListing(subject);
    describeHeartbeats(subject);
    describeChecks(subject);
    describeSearch(subject);
    describePins(subject);
  });
}

/**
 * Declares the tests of adding, getting, counting and removing agents in a registry store, and of
 * changing their owners.
 */
function describeListing(subject: StoreUnderTest): void {
  describe('listing', () => {
    test('an agent is given back as it was added', async () => {
      const store = await subject.open();
      const fresh = createNewAgent('Rates');
      const { agent, added } = await store.add(fresh);
      expect(added).toBe(true);
      expect(await store.get(fresh.agentId)).toEqual(agent);
      expect(agent).toEqual({
        number: expect.any(Number),
        agentId: fresh.agentId,
        url: 'https://rates.example',
        owner: 'user:ada',
        facts: fresh.facts,
        signature: fresh.signature,
        registeredAt: START,
        changedAt: START,
        seenAt: START,
        checkedAt: START,
        healthyUntil: START + TTL_MS,
        failures: 0,
      });
      expect(await store.get('other')).toBeUndefined();
    });

    test('texts of all of Unicode, and of SQL, stay what they are', async () => {
      const store = await subject.open();
      const name = `'; drop table registry_agent; -- "%_\\ 🦊 日本語 \u{10FFFD}`;
      const fresh = createNewAgent('odd', { name, tags: [name], owner: `user:${name}` });
      await store.add(fresh);
      expect((await store.get(fresh.agentId))?.facts.name).toBe(name);
      expect(await store.count(`user:${name}`)).toBe(1);
    });

    test('what nobody can search for, because it is too long, keeps no agent out', async () => {
      const store = await subject.open();
      const letters = Array.from({ length: 2_000 }, (_unused, index) => 0x4e00 + 7 * index);
      const uri = `https://long.example/${String.fromCodePoint(...letters)}`;
      const { added } = await store.add(createNewAgent('Long', { capabilities: [uri, 'short'] }));
      expect(added).toBe(true);
      const terms = [{ kind: 'capability', text: 'short' }] as const;
      expect(
        await store.search({ terms, status: undefined, time: START, after: 0, limit: 1 }),
      ).toMatchObject({
        totalCount: 1,
        agents: [{ facts: { capabilities: [uri, 'short'] } }],
      });
    });

    test('what is listed already is given back, and not changed', async () => {
      const store = await subject.open();
      const first = await store.add(createNewAgent('Rates'));
      const again = createNewAgent('Rates', { version: '2', owner: 'user:eve', time: START + 5 });
      expect(await store.add(again)).toEqual({ agent: first.agent, added: false });
      expect(await store.count()).toBe(1);
    });

    test('of many that add the same at once, one does', async () => {
      const store = await subject.open();
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          store.add(createNewAgent('Rates', { owner: `user:${index}` })),
        ),
      );
      expect(results.filter(({ added }) => added)).toHaveLength(1);
      expect(new Set(results.map(({ agent }) => agent.owner)).size).toBe(1);
    });

    test.each([
      ['all agents', { all: 5, ofOwner: 100 }],
      ['the agents of an owner', { all: 100, ofOwner: 5 }],
      ['the agents at an origin', { all: 100, ofOwner: 100, atOrigin: 5 }],
    ])('however many are added at once, the limit of %s holds', async (_, limits) => {
      const store = await subject.open();
      const [first, ...others] = Array.from({ length: 20 }, (__, index) => {
        const url = `https://host.example/${index}`;
        return { ...createNewAgent('a'), url, agentId: toAgentId(url) };
      });
      if (first === undefined) throw new Error('There are twenty.');
      await store.add(first, limits);
      const added = await Promise.allSettled(others.map((fresh) => store.add(fresh, limits)));
      expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
      expect(added.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'REGISTRY_FULL', message: expect.stringContaining('at most 5') },
      });
      expect(await store.count()).toBe(5);
      // What is listed already takes no further place.
      expect(await store.add(first, limits)).toMatchObject({ added: false });
    });

    test('an agent of which something was heard meanwhile is not removed', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('Rates'));
      const { agentId, owner } = agent;
      const options = { time: START + 5, healthyUntil: START + TTL_MS, checkGapMs: 10 };
      await store.hear([{ agentId, owner }], options);
      expect(await store.remove(agentId, owner, START)).toBe(false);
      expect(await store.get(agentId)).toMatchObject({ seenAt: START + 5 });
      expect(await store.remove(agentId, owner, START + 5)).toBe(true);
    });

    test('only its owner removes an agent, with all that is kept of it', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('Rates'));
      expect(await store.remove(agent.agentId, 'user:eve')).toBe(false);
      expect(await store.remove(agent.agentId, 'user:ada')).toBe(true);
      expect(await store.remove(agent.agentId, 'user:ada')).toBe(false);
      expect(await store.get(agent.agentId)).toBeUndefined();
      const search = { status: undefined, time: START, after: 0, limit: 10 };
      const terms = [{ kind: 'tag', text: 'finance' }] as const;
      expect(await store.search({ ...search, terms })).toMatchObject({ totalCount: 0 });
    });

    test('numbers grow, and none is given twice', async () => {
      const store = await subject.open();
      const one = await store.add(createNewAgent('one'));
      const two = await store.add(createNewAgent('two'));
      await store.remove(two.agent.agentId, 'user:ada');
      const three = await store.add(createNewAgent('three'));
      expect(two.agent.number).toBeGreaterThan(one.agent.number);
      expect(three.agent.number).toBeGreaterThan(two.agent.number);
    });

    test('agents are counted by their origin, whatever their paths are', async () => {
      const store = await subject.open();
      const urls = [
        'https://one.example',
        'https://one.example/a',
        'https://one.example/?n=1',
        'https://one.example.com/a',
        'https://one.example:8443/a',
        'http://one.example/a',
      ];
      for (const url of urls) {
        await store.add({ ...createNewAgent('one'), agentId: toAgentId(url), url });
      }
      expect(await store.countAt('https://one.example')).toBe(3);
      expect(await store.countAt('https://one.example:8443')).toBe(1);
      expect(await store.countAt('https://two.example')).toBe(0);
    });

    test('an agent gets another owner', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('Rates'));
      expect(await store.setOwner(agent.agentId, 'user:bob')).toBe(true);
      expect(await store.setOwner('other', 'user:bob')).toBe(false);
      expect(await store.remove(agent.agentId, 'user:ada')).toBe(false);
      expect([await store.count(), await store.count('user:bob')]).toEqual([1, 1]);
      expect(await store.count('user:ada')).toBe(0);
    });

    test('however many agents are given to an owner at once, its limit holds', async () => {
      const store = await subject.open();
      const ids = await Promise.all(
        ['one', 'two', 'three', 'four'].map(async (name) => {
          const { agent } = await store.add(createNewAgent(name));
          return agent.agentId;
        }),
      );
      const given = await Promise.allSettled(ids.map((id) => store.setOwner(id, 'user:bob', 2)));
      expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(given.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'REGISTRY_FULL', message: expect.stringContaining('claim the agent') },
      });
      expect([await store.count('user:bob'), await store.count('user:ada')]).toEqual([2, 2]);
      // The limit is no reason to lose what an owner has.
      const kept = ids.filter((_id, index) => given[index]?.status === 'fulfilled');
      for (const id of kept) expect(await store.setOwner(id, 'user:bob', 2)).toBe(true);
    });
  });
}

/** Declares the tests that a heartbeat keeps only the sender's own agents healthy. */
function describeHeartbeats(subject: StoreUnderTest): void {
  const later = START + 100_000;
  const options = { time: later, healthyUntil: later + TTL_MS, checkGapMs: 10_000 };

  describe('heartbeats', () => {
    test('keep an agent of this owner healthy, and no other', async () => {
      const store = await subject.open();
      const ours = await store.add(createNewAgent('ours'));
      const theirs = await store.add(createNewAgent('theirs', { owner: 'user:bob' }));
      const heard = await store.hear(
        [
          { agentId: ours.agent.agentId, owner: 'user:ada' },
          { agentId: theirs.agent.agentId, owner: 'user:ada' },
          { agentId: 'none', owner: 'user:ada' },
        ],
        options,
      );
      expect(heard).toEqual([{ ...ours.agent, seenAt: later, healthyUntil: later + TTL_MS }]);
      expect(await store.get(ours.agent.agentId)).toEqual(heard[0]);
      expect(await store.get(theirs.agent.agentId)).toEqual(theirs.agent);
    });

    test('no heartbeats are no work', async () => {
      expect(await (await subject.open()).hear([], options)).toEqual([]);
    });

    test('thousands are taken at once, of many owners', async () => {
      const store = await subject.open();
      const added = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          store.add(createNewAgent(`a${index}`, { owner: `user:${index % 7}` })),
        ),
      );
      const all = added.map(({ agent }) => ({ agentId: agent.agentId, owner: agent.owner }));
      const unknown = Array.from({ length: 3_000 }, (_, index) => ({
        agentId: `none${index}`,
        owner: `user:${index % 7}`,
      }));
      const heard = await store.hear([...unknown, ...all, ...all], options);
      expect(new Set(heard.map(({ agentId }) => agentId)).size).toBe(30);
    });

    test('do not heal who could not be reached, but have it looked at soon', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('gone', { nextCheck: START }));
      await store.settle({
        agentId: agent.agentId,
        time: later - 4_000,
        nextCheck: later + 1_000_000,
        result: { kind: 'failed', problem: 'Nobody answers.' },
      });
      const [heard] = await store.hear([{ agentId: agent.agentId, owner: 'user:ada' }], options);
      expect(heard).toMatchObject({ healthyUntil: 0, failures: 1, seenAt: later });
      // The next check is due ten seconds after the last one, not at once.
      expect(await store.nextDue()).toBe(later + 6_000);
    });
  });
}

/**
 * Declares the tests of the pins of a registry store (the keys that cards were signed with) and of
 * the states of signatures.
 */
function describePins(subject: StoreUnderTest): void {
  describe('signatures', () => {
    const pin = {
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAAA', kid: 'one', alg: 'EdDSA' }],
      covers: 'card',
      seenAt: new Date(START).toISOString(),
    } as const;

    test('a pin is given back as it was set last, at its own address alone', async () => {
      const { pins } = await subject.open();
      const url = "https://rates.example/'; drop table registry_pin; --";
      expect(await pins.get(url)).toBeUndefined();
      await pins.set(url, { ...pin, covers: 'normal-form' });
      await pins.set(url, pin);
      expect(await pins.get(url)).toEqual(pin);
      expect(await pins.get('https://RATES.example/')).toBeUndefined();
    });

    test('a pin outlives its agent', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('Rates'));
      await store.pins.set(agent.url, pin);
      await store.remove(agent.agentId, agent.owner);
      expect(await store.pins.get(agent.url)).toEqual(pin);
    });

    test('the state of a signature stays until a check finds another one', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('Rates'));
      const { agentId } = agent;
      const signature = { state: 'refused', since: new Date(START + 1).toISOString() } as const;
      const failed = { kind: 'failed', problem: 'Another key signed it.' } as const;
      const times = { time: START + 1, nextCheck: START + 2 };
      await store.settle({ agentId, ...times, result: failed });
      expect((await store.get(agentId))?.signature).toEqual(agent.signature);
      await store.settle({ agentId, ...times, result: failed, signature });
      expect((await store.get(agentId))?.signature).toEqual(signature);
      await store.settle({ agentId, ...times, result: failed });
      expect((await store.get(agentId))?.signature).toEqual(signature);
    });
  });
}
