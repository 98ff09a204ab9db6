import { defineAgent, defineSkill } from '@formwork/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { ConnectOptions } from '../connect-options.ts';
import { connect } from '../connect.ts';
import type { RemoteAgent } from '../remote-agent.ts';
import type { RemoteSkill } from '../remote-skill.ts';
import type { AgentTypes, CallData, CallInput, ToAgentTypes } from './agent-types.ts';

const pair = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { enum: ['x', 'y'] } },
  required: ['a'],
  additionalProperties: false,
} as const;

const agent = defineAgent({
  name: 'Typed',
  version: '1.0.0',
  skills: [
    defineSkill({
      id: 'one',
      name: 'One',
      description: 'One of each.',
      tags: [],
      input: { pair },
      output: { count: z.object({ n: z.number().default(1) }) },
      run: () => ({ n: 1 }),
    }),
    defineSkill({
      id: 'several',
      name: 'Several',
      description: 'Several of each.',
      tags: [],
      input: { pair, flag: z.object({ on: z.boolean().default(true) }) },
      output: {
        left: { type: 'object', properties: { l: { type: 'number' } }, required: ['l'] },
        right: pair,
      },
      run: (_call) => ({ schema: 'left', data: { l: 1 } }),
    }),
    defineSkill({ id: 'words', name: 'Words', description: 'Text.', tags: [], text: () => 'x' }),
  ],
});

type Types = ToAgentTypes<typeof agent>;
type Pair = { a: string; b?: 'x' | 'y' };

test('types are inferred from a definition', () => {
  expectTypeOf<keyof Types['skills']>().toEqualTypeOf<'one' | 'several' | 'words'>();
  expectTypeOf<CallInput<Types['skills']['one']>>().toEqualTypeOf<Pair>();
  expectTypeOf<CallData<Types['skills']['one']>>().toEqualTypeOf<{ n: number }>();
  expectTypeOf<CallInput<Types['skills']['several']>>().toEqualTypeOf<
    | { readonly schema: 'pair'; readonly data: Pair }
    | { readonly schema: 'flag'; readonly data: { on?: boolean | undefined } }
  >();
  expectTypeOf<CallData<Types['skills']['several']>['schema']>().toEqualTypeOf<'left' | 'right'>();
});

interface GeneratedPair {
  a: string;
}

interface Generated {
  readonly skills: {
    readonly 'fight-comparison': {
      readonly input: { readonly pair: GeneratedPair };
      readonly output: { readonly winner: { name: string } };
    };
    readonly talk: { readonly input: {}; readonly output: {} };
  };
}

test('generated types are taken as they are', () => {
  type Fight = ToAgentTypes<Generated>['skills']['fight-comparison'];
  expectTypeOf<CallInput<Fight>>().toEqualTypeOf<GeneratedPair>();
  expectTypeOf<CallData<Fight>>().toEqualTypeOf<{ name: string }>();
});

test('skills, their input and their data are typed', () => {
  const use = (remote: RemoteAgent<ToAgentTypes<Generated>>): void => {
    const skill = remote.skill('fight-comparison');
    expectTypeOf(skill.call).parameter(0).toEqualTypeOf<GeneratedPair>();
    expectTypeOf(skill.call).returns.resolves.toEqualTypeOf<{ name: string }>();
    // @ts-expect-error -- no such skill
    void remote.skill('fight');
    // @ts-expect-error -- a number is no text
    void skill.call({ a: 1 });
    void (async () => {
      const outcome = await skill.run({ a: 'x' });
      if (outcome.state === 'completed')
        expectTypeOf(outcome.data).toEqualTypeOf<{ name: string }>();
      if (outcome.state === 'input-required' && outcome.question.kind === 'form') {
        const next = await outcome.question.answer({ yes: true });
        if (next.state === 'completed') expectTypeOf(next.data).toEqualTypeOf<{ name: string }>();
      }
      for await (const event of skill.stream({ a: 'x' })) {
        if (event.kind === 'result') expectTypeOf(event.data).toEqualTypeOf<{ name: string }>();
        if (event.kind === 'progress')
          expectTypeOf(event.fraction).toEqualTypeOf<number | undefined>();
      }
    })();
  };
  expectTypeOf(use).returns.toBeVoid();
});

test('without types, input and data are unknown', () => {
  expectTypeOf<CallInput<ToAgentTypes<AgentTypes>['skills'][string]>>().toEqualTypeOf<unknown>();
  expectTypeOf<Parameters<RemoteSkill['call']>[0]>().not.toBeAny();
});

test('a generated function can promise an agent of the generated types', () => {
  const connectContest = (options?: ConnectOptions): Promise<RemoteAgent<Generated>> =>
    connect<Generated>('https://agent.example', options);
  expectTypeOf(connectContest).returns.resolves.toHaveProperty('skill');
});

interface Tree {
  name: string;
  tags?: string[];
  place?: [number, number];
  children: Tree[];
  [other: `x-${string}`]: unknown;
}

interface WithLists {
  readonly skills: {
    readonly sort: {
      readonly input: { readonly tree: Tree };
      readonly output: { readonly sorted: { names: string[] } };
    };
  };
}

test('callers may pass readonly lists, and nothing that does not fit', () => {
  const use = (remote: RemoteAgent<WithLists>): void => {
    const skill = remote.skill('sort');
    const fixed = { name: 'a', tags: ['b'], place: [1, 2], children: [], 'x-a': 1 } as const;
    void skill.call(fixed);
    void skill.call({ name: 'a', children: [fixed, fixed] });
    const changeable: Tree = { name: 'a', children: [] };
    void skill.call(changeable);
    // @ts-expect-error -- a place has two numbers
    void skill.call({ name: 'a', children: [], place: [1] as const });
    // @ts-expect-error -- a number is no tag
    void skill.call({ name: 'a', children: [{ name: 'b', children: [], tags: [1] as const }] });
    expectTypeOf(skill.call).returns.resolves.toEqualTypeOf<{ names: string[] }>();
  };
  expectTypeOf(use).returns.toBeVoid();
});
