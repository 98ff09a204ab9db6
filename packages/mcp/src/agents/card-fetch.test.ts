import { createCardCache } from '@formwork/client';
import { expect, test, vi } from 'vitest';
import { AddressFetch, CardFetch, CardNote } from './card-fetch.ts';

const URL_OF_CARD = 'https://shop.example/.well-known/agent-card.json';

test('only the first request is answered with the card, whatever it asks for', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response('sent'));
  const { fetch: read } = new CardFetch('{"name":"Shop"}', send);
  const [card, keys] = await Promise.all([read(URL_OF_CARD), read('https://shop.example/keys')]);
  expect(await card.json()).toEqual({ name: 'Shop' });
  expect(await keys.text()).toBe('sent');
  expect(send).toHaveBeenCalledExactlyOnceWith('https://shop.example/keys', undefined);
});

test('an empty card is a card too', async () => {
  const { fetch: read } = new CardFetch('', () => Promise.reject(new Error('away')));
  expect(await (await read(URL_OF_CARD)).text()).toBe('');
  await expect(read(URL_OF_CARD)).rejects.toThrow('away');
});

test('the fetch is another one only once the address is another one', () => {
  const fetches = new AddressFetch();
  const create = vi.fn<() => typeof fetch>(() => () => Promise.reject(new Error('away')));
  const first = fetches.get('https://a.example', create);
  expect(fetches.get('https://a.example', create)).toBe(first);
  const second = fetches.get('https://b.example', create);
  expect(second).not.toBe(first);
  expect(fetches.get('https://a.example', create)).not.toBe(first);
  expect(create).toHaveBeenCalledTimes(3);
});

test('the text of a card that was stored is noted, that of one that was read is not', async () => {
  const cards = createCardCache();
  await cards.set(URL_OF_CARD, { text: 'old' });
  const note = new CardNote(cards);
  expect(await note.get(URL_OF_CARD)).toEqual({ text: 'old' });
  expect(note.text).toBeUndefined();
  await note.set(URL_OF_CARD, { text: 'new' });
  expect(note.text).toBe('new');
  expect(await cards.get(URL_OF_CARD)).toEqual({ text: 'new' });
});
