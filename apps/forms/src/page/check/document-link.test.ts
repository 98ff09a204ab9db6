import { expect, test } from 'vitest';
import { fromDocumentHash, toDocumentHash } from './document-link.ts';

test('a document comes out of a link as it went in', async () => {
  for (const text of ['{}', '\uFEFF{"ü": "\\u0000",\n "€": 1}', '']) {
    const hash = (await toDocumentHash(text)) ?? '';
    expect(hash).toMatch(/^#view=check&doc=[\w-]*$/u);
    expect(await fromDocumentHash(hash)).toBe(text);
  }
  expect(await fromDocumentHash('#view=check')).toBe(undefined);
});

test('what is too large for a link, or unpacks to too much, is refused', async () => {
  const random = Array.from({ length: 10_000 }, () => Math.random().toString(36)).join('');
  expect(await toDocumentHash(random)).toBe(undefined);
  // Two million equal characters can be packed into a link; one character more is not unpacked.
  const bomb = new Blob(['a'.repeat(3_000_000)]).stream();
  const packed = await new Response(
    bomb.pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer();
  const doc = Buffer.from(packed).toString('base64url');
  expect(doc.length).toBeLessThan(6000);
  await expect(fromDocumentHash(`#view=check&doc=${doc}`)).rejects.toThrow('too large');
  await expect(fromDocumentHash('#view=check&doc=AAAA')).rejects.toThrow(TypeError);
  await expect(fromDocumentHash(`#view=check&doc=${'A'.repeat(7000)}`)).rejects.toThrow('too long');
});
