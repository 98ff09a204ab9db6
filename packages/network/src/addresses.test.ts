import { createHook } from 'node:async_hooks';
import type { LookupAddress } from 'node:dns';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createCheckedLookup,
  findSenderNetwork,
  isLoopbackAddress,
  isLoopbackHost,
  isMetadataAddress,
  isPublicAddress,
} from './addresses.ts';
import { NameLookups } from './name-lookups.ts';

test.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback, another one', '127.255.255.254'],
  ['private, 10/8', '10.0.0.1'],
  ['private, 172.16/12', '172.31.255.255'],
  ['private, 192.168/16', '192.168.1.1'],
  ['link-local', '169.254.1.1'],
  ['metadata of most clouds', '169.254.169.254'],
  ['metadata of Alibaba Cloud', '100.100.100.200'],
  ['metadata of Oracle Cloud', '192.0.0.192'],
  ['platform of Azure', '168.63.129.16'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarking', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified, IPv6', '::'],
  ['loopback, IPv6', '::1'],
  ['link-local, IPv6', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local, IPv6', 'fec0::1'],
  ['unique local', 'fd00::1'],
  ['metadata of AWS, IPv6', 'fd00:ec2::254'],
  ['multicast, IPv6', 'ff02::1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped, in hexadecimal', '::ffff:7f00:1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64, local use', '64:ff9b:1::7f00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001::1'],
  ['documentation, IPv6', '2001:db8::1'],
  ['discard', '100::1'],
  ['not given out', '4000::1'],
  ['no address', 'localhost'],
  ['nothing', ''],
])('isPublicAddress() refuses what is %s: %s', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '168.63.129.17', '2606:4700::1111', '2a00:1450:4001::200e'])(
  'isPublicAddress() admits %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
  'isLoopbackAddress() knows %s',
  (address) => expect(isLoopbackAddress(address)).toBe(true),
);

test.each(['', 'localhost', '0.0.0.0', '10.0.0.1', '128.0.0.1', '::', '::2', '::ffff:10.0.0.1'])(
  'isLoopbackAddress() does not take %j for one',
  (address) => expect(isLoopbackAddress(address)).toBe(false),
);

test.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '[::1]', '127.0.0.1'])(
  'isLoopbackHost() knows %s',
  (host) => expect(isLoopbackHost(host)).toBe(true),
);

test.each(['localhost.example', 'notlocalhost', '127.0.0.1.example', '192.168.0.1', '', '[::]'])(
  'isLoopbackHost() does not take %j for one',
  (host) => expect(isLoopbackHost(host)).toBe(false),
);

test.each([
  '169.254.169.254',
  '169.254.0.1',
  'fe80::1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce:0::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  'agent.example',
  '',
  '2002:a9fe:a9fe::1',
  '2001:0:a9fe:a9fe::1',
  '2001:0:808:808:8000:63bf:5601:5601',
  '::ffff:0:169.254.169.254',
  '::ffff:0:a9fe:a9fe',
  '2002:6464:64c8::',
])('isMetadataAddress() knows %j', (address) => expect(isMetadataAddress(address)).toBe(true));

test.each([
  '127.0.0.1',
  '::1',
  '10.0.0.1',
  '192.168.1.1',
  'fd00::1',
  '8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
  '2001:0:808:808:8000:63bf:f7f7:f7f7',
  '::ffff:0:8.8.8.8',
])('isMetadataAddress() does not take %s for one', (address) =>
  expect(isMetadataAddress(address)).toBe(false),
);

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3::1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('findSenderNetwork() puts %s into %s', (address, network) => {
  expect(findSenderNetwork(address)).toBe(network);
});

test('findSenderNetwork() refuses a text that is not an address', () => {
  expect(() => findSenderNetwork('localhost')).toThrow(
    new RangeError(
      'Cannot find the network of a sender because its address must be one of IPv4 or IPv6: current value is "localhost"',
    ),
  );
});

test('createCheckedLookup() asks the resolver of the system for one name at a time', async () => {
  const open = new Set<number>();
  let most = 0;
  const hook = createHook({
    init(id, type) {
      if (type !== 'GETADDRINFOREQWRAP') return;
      open.add(id);
      most = Math.max(most, open.size);
    },
    before: (id) => void open.delete(id),
  }).enable();
  onTestFinished(() => void hook.disable());
  const lookup = createCheckedLookup(() => true);
  const families = [0, 4, 6];
  await Promise.all(
    families.map(
      (family) =>
        new Promise<void>((resolve) => {
          lookup('localhost', { family }, () => resolve());
        }),
    ),
  );
  expect(most).toBe(1);
});

/** Lookups that a test answers, on a clock of its own. */
function openLookups() {
  let time = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => now.mockRestore());
  const asked: string[] = [];
  const told: string[] = [];
  let answer: (error: Error | null, addresses: LookupAddress[]) => void = () => {};
  const lookups = new NameLookups((hostname, _options, callback) => {
    asked.push(hostname);
    if (hostname === '') throw new TypeError('no name');
    answer = callback;
  });
  return {
    asked,
    told,
    find: (hostname: string) =>
      lookups.find(hostname, { all: true }, (error) => {
        told.push(`${hostname} ${error?.code ?? error?.message ?? 'found'}`);
      }),
    answer: (error: Error | null = null) => answer(error, []),
    advance: (ms: number) => void (time += ms),
  };
}

test('names that never answer hold up each other, and those who wait too long are told', () => {
  const { asked, told, find, answer, advance } = openLookups();
  for (const name of ['slow-1', 'slow-2', 'slow-2', 'slow-3']) find(name);
  expect(asked).toEqual(['slow-1']);
  advance(6_000);
  find('new');
  advance(6_000);
  answer(new Error('away'));
  expect(asked).toEqual(['slow-1', 'new']);
  expect(told).toEqual(['slow-2 EAI_AGAIN', 'slow-2 EAI_AGAIN', 'slow-3 EAI_AGAIN', 'slow-1 away']);
  find('');
  answer();
  expect(told.slice(4)).toEqual(['new found', ' no name'].toSorted());
  find('last');
  expect(asked.at(-1)).toBe('last');
});

test('a name that was found before is looked up before new ones, and a shared lookup once', () => {
  const { asked, told, find, answer } = openLookups();
  find('known');
  answer();
  for (const name of ['a', 'b', 'known', 'a']) find(name);
  expect(asked).toEqual(['known', 'a']);
  answer();
  answer();
  expect(asked).toEqual(['known', 'a', 'known', 'b']);
  expect(told).toEqual(['known found', 'a found', 'a found', 'known found']);
});
