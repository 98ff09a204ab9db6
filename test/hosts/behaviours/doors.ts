// The doors of other protocols, and those for people.
import { createEnvelope } from '@formwork/adapters';
import assert from 'node:assert/strict';
import { collect, readEvents } from '../../src/support/event-stream.ts';
import type { Behaviour } from '../served.ts';
import { at, get, post, sendData } from '../wire.ts';

const toSubmission = (value: number): string =>
  JSON.stringify({
    kind: 'input',
    messageId: crypto.randomUUID(),
    schema: 'number',
    data: { value },
    files: [],
  });

export const DOORS: readonly Behaviour[] = [
  {
    name: 'a session has messages, and streams them',
    async run(served) {
      const place = at(served, 'open');
      const begun = await post(place, ['/talk/sessions', '{}']);
      const { session } = (await begun.json()) as { readonly session: { readonly id: string } };
      const path = `/talk/sessions/${session.id}`;
      assert.equal(new URL(begun.headers.get('location') ?? '', place.url).href, place.url + path);
      const over = new AbortController();
      const streamed = await place.fetch(`${place.url}${path}/stream`, { signal: over.signal });
      const live = readEvents(streamed);
      assert.match(JSON.stringify((await live.next()).value), /"session"/u);
      const type = 'application/json;schema=number';
      const artifacts = [{ id: 'in_1', type, data: { value: 4 } }];
      const body = JSON.stringify({ role: 'user', content: 'Please.', artifacts });
      const sent = await post(place, [`${path}/messages`, body]);
      assert.match(await sent.text(), /"value":8/u);
      let text = '';
      while (!text.includes('"value":8')) text = JSON.stringify((await live.next()).value);
      over.abort();
      const listed = await get(place, `${path}/messages?limit=1`);
      assert.match(await listed.text(), /"messages"/u);
    },
  },
  {
    name: 'an envelope is answered',
    async run(served) {
      const body = JSON.stringify(
        createEnvelope({
          type: 'request',
          sender: 'peer',
          recipient: 'tried',
          payload: { method: 'double', parameters: { value: 4 } },
        }),
      );
      const answered = await post(at(served, 'open'), ['/messages', body]);
      assert.match(await answered.text(), /"message_type":"response"/u);
    },
  },
  {
    name: 'people find and save their tasks',
    async run(served) {
      const place = at(served, 'open', 'max');
      await sendData(place, 'number', { value: 4 });
      const me = await get(place, '/people/me');
      assert.deepEqual(await me.json(), { person: { id: 'max', isLocal: false } });
      const saved = await get(place, '/people/tasks.csv');
      assert.equal(saved.headers.get('content-type'), 'text/csv; charset=utf-8');
      assert.match(await saved.text(), /,double,completed,/u);
      assert.equal((await get(at(served, 'open'), '/people/me')).status, 401);
    },
  },
  {
    name: 'visitors get a form, and its result',
    async run(served) {
      const place = at(served, 'open');
      const page = await get(place, '/forms/double?embed', { accept: 'text/html' });
      assert.match(await page.text(), /<formwork-form skill="double"/u);
      const script = await get(place, '/forms/element.js', { 'accept-encoding': 'identity' });
      assert((await script.text()).length > 50_000);
      const sent = await post(place, ['/forms/double/send', toSubmission(4)]);
      assert.match(JSON.stringify(await collect(readEvents(sent))), /"value":8/u);
    },
  },
];
