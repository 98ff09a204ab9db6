// Not over every binding: the programs that serve HTTP are the subject, which gRPC does not have.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BEHAVIOURS } from '../../hosts/behaviours/index.ts';
import type { RunningHost } from '../../hosts/start/host.ts';
import { IN_PROCESS } from '../../hosts/start/in-process.ts';

test('the list has sixty behaviours, each under a name of its own', () => {
  expect(new Set(BEHAVIOURS.map(({ name }) => name)).size).toBe(60);
});

/** The page of forms in a browser is the subject of `test/src/form-app`. */
const TRIED = BEHAVIOURS.filter(({ name }) => name !== 'the page of forms in a browser');

describe.each(IN_PROCESS)('on $name', (host) => {
  let running: RunningHost;

  beforeAll(async () => {
    running = await host.start();
  });

  afterAll(() => running.stop());

  test.each(TRIED.filter(({ name }) => host.limits?.[name] === undefined))('$name', ({ run }) =>
    run(running.served),
  );
});
