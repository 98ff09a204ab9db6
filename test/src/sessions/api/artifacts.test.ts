import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { verifiesSessions } from '../verifies-sessions.ts';
import { serveSessions } from './serve-sessions.ts';
import { toAct } from './session-agent.ts';
import type { Artifact, SessionClient } from './session-client.ts';

interface Part {
  readonly kind: string;
  readonly value: unknown;
  readonly filename: string;
  readonly mediaType: string;
}

/** Sends artifacts in a new session, and returns the parts that the agent got besides the text. */
async function sendArtifacts(
  client: SessionClient,
  artifacts: readonly Artifact[],
): Promise<readonly Part[]> {
  const { id } = await client.create();
  const { content } = await client.send(id, { content: 'Look.', artifacts });
  // The session shows the artifacts exactly as they were sent.
  expect((await client.listAll(id))[0]?.artifacts).toEqual(artifacts);
  return (JSON.parse(content) as { parts: Part[] }).parts.slice(1);
}

verifiesSessions(
  ['artifact.text-understood', 'artifact.json-understood', 'artifact.base64-understood'],
  'text, data and bytes reach the agent as such',
  async () => {
    const { client } = await serveSessions();
    const parts = await sendArtifacts(client, [
      { id: '1', type: 'text/plain', data: 'base64:this is text', name: 'notes.txt' },
      { id: '2', type: 'application/json', data: { key1: 'value1', list: [null, 1.5] } },
      { id: '3', type: 'image/png', data: 'base64:AAH+/w==', name: 'a.png' },
      { id: '4', type: 'text/csv', data: 'a,b' },
      { id: '5', type: 'application/pdf', data: 'base64:' },
      { id: '6', type: 'acme.custom', data: 7 },
      { id: '7', type: 'application/json', data: null },
    ]);
    expect(parts).toEqual([
      {
        kind: 'text',
        value: 'base64:this is text',
        filename: 'notes.txt',
        mediaType: 'text/plain',
      },
      {
        kind: 'data',
        value: { key1: 'value1', list: [null, 1.5] },
        filename: '',
        mediaType: 'application/json',
      },
      { kind: 'raw', value: '0001feff', filename: 'a.png', mediaType: 'image/png' },
      { kind: 'text', value: 'a,b', filename: '', mediaType: 'text/csv' },
      { kind: 'raw', value: '', filename: '', mediaType: 'application/pdf' },
      { kind: 'data', value: 7, filename: '', mediaType: 'acme.custom' },
      { kind: 'data', value: null, filename: '', mediaType: 'application/json' },
    ]);
  },
);

verifiesSessions(
  ['artifact.url-understood'],
  'a reference reaches the agent as its address, and nobody fetches it',
  async () => {
    let visits = 0;
    const elsewhere = createServer((_request, response) => {
      visits += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void elsewhere.close());
    await once(elsewhere, 'listening');
    const data = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/resource.pdf`;
    const { client } = await serveSessions();
    const artifacts = [{ id: '1', type: 'url/reference', data, name: 'reference.pdf' }];
    expect(await sendArtifacts(client, artifacts)).toEqual([
      { kind: 'url', value: data, filename: 'reference.pdf', mediaType: '' },
    ]);
    expect(visits).toBe(0);
  },
);

test('all four kinds come back', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const { artifacts = [] } = await client.send(id, toAct({ do: 'files' }));
  const shown = artifacts.map(({ type, data, name }) => ({ type, data, name }));
  expect(shown).toEqual([
    { type: 'text/plain', data: 'a note', name: 'note.txt' },
    { type: 'application/json', data: { any: [1, null] }, name: undefined },
    { type: 'image/png', data: 'base64:AAH+/w==', name: 'a.png' },
    { type: 'url/reference', data: 'https://example.com/b.pdf', name: 'b.pdf' },
    { type: 'application/json;schema=done', data: { said: 'sent' }, name: 'Act' },
  ]);
});

/** An address beyond what is read: Node 22 sorts the marks of a host by insertion. */
const longAddress = `https://example.com/${'x'.repeat(9000)}`;

test.each([
  [{ id: '1', type: 'image/png', data: 'AAH+/w==' }, 'text that begins with "base64:"'],
  [{ id: '1', type: 'image/png', data: 'base64:???' }, '"base64:" and then Base64'],
  [{ id: '1', type: 'url/reference', data: 'file:///etc/passwd' }, 'an http or https URL'],
  [{ id: '1', type: 'url/reference', data: { no: 'text' } }, 'an http or https URL'],
  [{ id: '1', type: 'url/reference', data: longAddress }, 'an http or https URL'],
])('%j is refused by its place', async (artifact, expected) => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const { status, body } = await client.request('POST', `/sessions/${id}/messages`, {
    body: { role: 'user', content: 'Look.', artifacts: [artifact] },
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: { code: 'invalid_request', details: { problems: [{ field: '/artifacts/0/data' }] } },
  });
  expect((body as { error: { message: string } }).error.message).toContain(expected);
  expect(await client.listAll(id)).toEqual([]);
});
