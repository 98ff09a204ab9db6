import { expect, test } from 'vitest';
import { ADDRESS_ATTACKS, NAME_ATTACKS, URL_ATTACKS } from './addresses.ts';
import { BODY_ATTACKS, DUPLICATE_ATTACKS } from './bodies.ts';
import { ESCAPE_ATTACKS } from './escapes.ts';
import { FILE_NAMES } from './file-names.ts';
import { FRAMING_ATTACKS } from './framing.ts';
import { HOST_ATTACKS } from './hosts.ts';
import { ORIGIN_ATTACKS } from './origins.ts';
import { PATTERN_ATTACKS } from './patterns.ts';
import { PRINCIPAL_ATTACKS } from './principals.ts';
import { TARGET_ATTACKS } from './targets.ts';

const TABLES = {
  addresses: ADDRESS_ATTACKS.map(({ host }) => host),
  bodies: BODY_ATTACKS.map(({ name }) => name),
  duplicates: DUPLICATE_ATTACKS,
  escapes: ESCAPE_ATTACKS.map(({ name }) => name),
  'file names': FILE_NAMES,
  framing: FRAMING_ATTACKS.map(({ name }) => name),
  hosts: HOST_ATTACKS.map(({ name }) => name),
  names: NAME_ATTACKS.map(({ host }) => host),
  origins: ORIGIN_ATTACKS.map(({ name }) => name),
  patterns: PATTERN_ATTACKS.map(({ pattern }) => pattern),
  principals: PRINCIPAL_ATTACKS.map(({ name }) => name),
  targets: TARGET_ATTACKS,
  URLs: URL_ATTACKS,
} as const;

test('every attack stands in its table once, and there are many', () => {
  for (const [table, names] of Object.entries(TABLES)) {
    const twice = names.filter((name, at) => names.indexOf(name) !== at);
    expect({ table, twice }).toEqual({ table, twice: [] });
  }
  expect(Object.values(TABLES).flat().length).toBeGreaterThan(700);
});
