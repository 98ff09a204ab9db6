import { expect, test } from 'vitest';
import { findWrong } from '../../schemas/cited-examples.ts';
import { verifiesSessions } from '../verifies-sessions.ts';
import { serveSessions } from './serve-sessions.ts';
import { toAct } from './session-agent.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u;

verifiesSessions(
  ['guidance.validate-incoming', 'guidance.errors'],
  'what does not fit is refused with what is wrong, and nothing is kept of it',
  async () => {
    const { client } = await serveSessions();
    const { id } = await client.create();
    const cases = [
      [{ role: 'user' }, '/content'],
      [{ content: 'x' }, '/role'],
      [{ role: 'agent', content: 'x' }, '/role'],
      [{ role: 'user', content: 3 }, '/content'],
      [{ role: 'user', content: 'x', metadata: [] }, '/metadata'],
      [{ role: 'user', content: 'x', in_reply_to: null }, '/in_reply_to'],
      [{ role: 'user', content: 'x', artifacts: [{ id: '1', type: 't' }] }, '/artifacts/0/data'],
      [[], ''],
      [null, ''],
    ] as const;
    for (const [body, field] of cases) {
      const answer = await client.request('POST', `/sessions/${id}/messages`, { body });
      expect(answer, `for ${JSON.stringify(body)}`).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', details: { problems: [{ field }] } } },
      });
    }
    const session = await client.request('POST', '/sessions', { body: { metadata: 'x' } });
    expect(session).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect((await client.request('POST', '/sessions', { text: 'null' })).status).toBe(400);
    expect(await client.listAll(id)).toEqual([]);
  },
);

verifiesSessions(
  ['guidance.errors'],
  'input that does not fit its schema is told as such',
  async () => {
    const { client } = await serveSessions();
    const { id } = await client.create();
    const send = (type: string, data: unknown) =>
      client.request('POST', `/sessions/${id}/messages`, {
        body: { role: 'user', content: '', artifacts: [{ id: '1', type, data }] },
      });
    expect(await send('application/json;schema=act', { do: 'fly' })).toMatchObject({
      status: 422,
      body: {
        error: { code: 'invalid_input', details: { schema: 'act', problems: [{ field: '/do' }] } },
      },
    });
    expect(await send('application/json;schema=acts', {})).toMatchObject({
      status: 422,
      body: { error: { code: 'unknown_schema', details: { known_schemas: 'act' } } },
    });
    expect(await client.listAll(id)).toEqual([]);
  },
);

verifiesSessions(
  ['guidance.validate-outgoing', 'guidance.timestamps'],
  'what is sent fits the schemas, and times have the form of the document',
  async () => {
    const { client } = await serveSessions();
    const session = await client.create({ metadata: { a: 1 } });
    await client.send(session.id, toAct({ do: 'files' }));
    await client.send(session.id, toAct({ do: 'ask-form' }));
    const messages = await client.listAll(session.id);
    // The client checks every answer; here each message is also checked by its own schema.
    for (const message of messages) {
      expect(findWrong('urn:formwork:schemas:sessions:v1:message', message)).toEqual([]);
      expect(message.created_at).toMatch(TIME);
      expect(Math.abs(Date.parse(message.created_at) - Date.now())).toBeLessThan(60_000);
    }
    const now = await client.get(session.id);
    expect(
      [session.created_at, now.created_at, now.updated_at].every((t) => TIME.test(t ?? '')),
    ).toBe(true);
  },
);

verifiesSessions(
  ['guidance.unknown.tolerated', 'extension.core'],
  'unknown properties change nothing, and those of metadata are kept',
  async () => {
    const { client } = await serveSessions();
    const { id } = await client.create({ status: 'completed', 'acme.x': 1, metadata: { y: 2 } });
    expect(await client.get(id)).toMatchObject({ status: 'active', metadata: { y: 2 } });
    const metadata = { 'acme.mood': 'good', created_at: 'never' };
    const unknown = { created_at: 'never', 'acme.priority': 9, metadata };
    const { in_reply_to } = await client.send(id, { content: 'Hi', ...unknown });
    const [sent] = await client.listAll(id);
    expect(sent).toMatchObject({ id: in_reply_to, metadata });
    expect(sent?.created_at).toMatch(TIME);
    expect(sent).not.toHaveProperty(['acme.priority']);
  },
);

verifiesSessions(
  ['guidance.http-methods', 'guidance.http-status'],
  'paths refuse methods that they do not have, and unknown paths are not found',
  async () => {
    const { client } = await serveSessions({ path: '/v1' });
    const { id } = await client.create();
    const cases = [
      ['POST', '/card', 'GET'],
      ['GET', '/sessions', 'POST'],
      ['PUT', `/sessions/${id}`, 'GET, DELETE'],
      ['DELETE', `/sessions/${id}/messages`, 'GET, POST'],
      ['POST', `/sessions/${id}/stream`, 'GET'],
    ] as const;
    for (const [method, path, allow] of cases) {
      const answer = await client.request(method, path);
      expect(answer, `for ${path}`).toMatchObject({
        status: 405,
        body: { error: { code: 'method_not_allowed' } },
      });
      expect(answer.headers.get('allow')).toBe(allow);
      const asked = await client.request('OPTIONS', path);
      expect([asked.status, asked.headers.get('allow')]).toEqual([204, allow]);
    }
    for (const path of [
      '/',
      '/cards',
      '/sessions/a/b',
      '/sessions/a/messages/c',
      '/sessions//messages',
    ]) {
      const answer = await client.request('GET', path);
      expect(answer, `for ${path}`).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    }
    for (const path of ['/sessions/unknown', '/sessions/%00', '/sessions/%zz/messages']) {
      const answer = await client.request('GET', path);
      expect(answer, `for ${path}`).toMatchObject({
        status: 404,
        body: { error: { code: 'session_not_found' } },
      });
    }
  },
);

verifiesSessions(
  ['guidance.content-type', 'guidance.http-status'],
  'bodies are JSON and say so, within the limit of the server',
  async () => {
    const { client } = await serveSessions({ server: { bodyLimit: 2_000 } });
    const { id } = await client.create();
    const path = `/sessions/${id}/messages`;
    const text = JSON.stringify({ role: 'user', content: 'Hi' });
    const cases = [
      [{ text, headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
      [{ text, headers: { 'content-type': 'application/xml' } }, 415, 'unsupported_media_type'],
      [
        { text, headers: { 'content-type': 'application/json; charset=utf-16' } },
        415,
        'unsupported_media_type',
      ],
      [{ text: text.replace('{', '{"role":"system",') }, 400, 'invalid_request'],
      [{ text: '{"role":' }, 400, 'invalid_request'],
      [{ text: `"${'x'.repeat(3_000)}"` }, 413, 'payload_too_large'],
      [{ text: '['.repeat(500) + ']'.repeat(500) }, 400, 'invalid_request'],
      [{ text, headers: { 'idempotency-key': 'k'.repeat(257) } }, 400, 'invalid_request'],
    ] as const;
    for (const [options, status, code] of cases) {
      const answer = await client.request('POST', path, options);
      expect(answer, `for ${code}`).toMatchObject({ status, body: { error: { code } } });
    }
    const charset = { text, headers: { 'content-type': 'Application/JSON; charset=utf-8' } };
    const answer = await client.request('POST', path, charset);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
  },
);

test('at the root, the API leaves other paths to others', async () => {
  const { url } = await serveSessions();
  const card = await fetch(`${url}/.well-known/agent-card.json`);
  expect(card.status).toBe(200);
  const unknown = await fetch(`${url}/cards`);
  expect(await unknown.json()).toMatchObject({ error: { status: 'NOT_FOUND' } });
});
