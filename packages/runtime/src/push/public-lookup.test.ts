import type { LookupAddress } from 'node:dns';
import { AddressRefusedError, type LookupAll } from '@formwork/network';
import { expect, test } from 'vitest';
import { createPublicLookup } from './public-lookup.ts';

const PUBLIC = { address: '8.8.8.8', family: 4 };
const INSIDE = { address: '10.0.0.1', family: 4 };

function find(all: boolean, lookupAll?: LookupAll, name = 'receiver.example') {
  return new Promise((resolve, reject) => {
    createPublicLookup(lookupAll)(name, { all }, (error, address, family) => {
      if (error === null) resolve([address, family]);
      else reject(error);
    });
  });
}

function answer(...addresses: LookupAddress[]): LookupAll {
  return (_name, _options, callback) => callback(null, addresses);
}

test('createPublicLookup() gives public addresses in the form that was asked for', async () => {
  expect(await find(true, answer(PUBLIC))).toEqual([[PUBLIC], undefined]);
  expect(await find(false, answer(PUBLIC))).toEqual(['8.8.8.8', 4]);
});

test('createPublicLookup() refuses a name when any of its addresses is not public', async () => {
  const refusal = { name: 'AddressRefusedError', code: 'ADDRESS_REFUSED' };
  await expect(find(true, answer(PUBLIC, INSIDE))).rejects.toMatchObject(refusal);
  await expect(find(false, answer(INSIDE, PUBLIC))).rejects.toBeInstanceOf(AddressRefusedError);
});

test('createPublicLookup() refuses localhost as the system knows it', async () => {
  await expect(find(true, undefined, 'localhost')).rejects.toBeInstanceOf(AddressRefusedError);
});

test('createPublicLookup() passes on that a name is not known', async () => {
  const failure = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  const fails: LookupAll = (_name, _options, callback) => callback(failure, []);
  await expect(find(true, fails)).rejects.toBe(failure);
});
