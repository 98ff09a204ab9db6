import { expect, test } from 'vitest';
import { createRegistryLister } from './create-registry-lister.ts';

test('createRegistryLister() reads the address of the registry again after it could not be read', async () => {
  const addresses: string[] = [];
  const url = (): string => {
    const address = addresses.shift();
    if (address === undefined) throw new Error('The file with the address is being written.');
    return address;
  };
  const list = createRegistryLister({
    agent: { alias: 'registry', url },
    query: {},
    max: 5,
    trusted: new Set(),
  });
  await expect(list()).rejects.toThrow('is being written');
  // No registry is there, so the error is that of the connection.
  addresses.push('http://127.0.0.1:1');
  await expect(list()).rejects.toThrow('127.0.0.1:1');
  expect(addresses).toEqual([]);
});
