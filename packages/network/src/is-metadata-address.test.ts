import { expect, test } from 'vitest';
import { isMetadataAddress } from './is-metadata-address.ts';

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
])('isMetadataAddress() knows %j', (address) => expect(isMetadataAddress(address)).toBe(true));

test.each([
  '127.0.0.1',
  '::1',
  '10.0.0.1',
  '192.168.1.1',
  'fd00::1',
  '8.8.8.8',
  '64:ff9b::808:808',
])('isMetadataAddress() does not take %s for one', (address) =>
  expect(isMetadataAddress(address)).toBe(false),
);
