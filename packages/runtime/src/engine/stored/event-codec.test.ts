import type { Part } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import { artifactEvent, pieceEvent, textArtifact } from '../../testing/samples.ts';
import { decodeEvent, encodeEvent } from './event-codec.ts';

const CONTENTS: readonly Part['content'][] = [
  { $case: 'text', value: '' },
  { $case: 'text', value: 'half \ud83d' },
  { $case: 'url', value: 'https://example.com' },
  { $case: 'raw', value: Buffer.from([0, 255]) },
  { $case: 'data', value: null },
  { $case: 'data', value: { content: '', is: [] } },
  undefined,
];

test.each(CONTENTS)('an artifact with %j is as it was', (content) => {
  const artifact = textArtifact('a');
  artifact.parts.push({ content, metadata: undefined, filename: '', mediaType: 'a/b' });
  artifact.parts.push({ content, metadata: { '': '' }, filename: 'x', mediaType: '' });
  artifact.metadata = { empty: '' };
  const event = artifactEvent(artifact);
  expect(decodeEvent(encodeEvent(event).text)).toEqual(event);
});

test('a piece of a stream costs little more than its text', () => {
  const event = pieceEvent('a', 'x');
  const { text } = encodeEvent(event);
  expect(text.length).toBeLessThan(120);
  expect(decodeEvent(text)).toEqual(event);
});

test('artifacts of earlier versions are read', () => {
  const artifact = textArtifact('a', 'text');
  artifact.parts.push({
    content: { $case: 'raw', value: Buffer.from('raw') },
    metadata: undefined,
    filename: 'raw.bin',
    mediaType: '',
  });
  const event = artifactEvent(artifact);
  const written = {
    ...event,
    artifact: {
      ...artifact,
      parts: artifact.parts.map((part) =>
        part.content?.$case === 'raw'
          ? { ...part, content: { $case: 'raw', value: part.content.value.toString('base64') } }
          : part,
      ),
    },
  };
  expect(decodeEvent(JSON.stringify(written))).toEqual(event);
});
