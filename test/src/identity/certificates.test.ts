import { createCertificateAuthentication } from '@formwork/server';
import { Agent as Connections, fetch as request } from 'undici';
import { expect, test } from 'vitest';
import { createCertificate } from '../support/create-certificate.ts';
import { createMessage } from '../support/json-rpc.ts';
import { scopedAgent } from '../support/scoped-agent.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';

const own = createCertificate();
const ada = createCertificate('ada');
const bob = createCertificate('bob');
const stranger = createCertificate('ada');

async function serve() {
  const { url } = await startServer(scopedAgent, {
    authenticate: createCertificateAuthentication({
      toPrincipal: ({ subject: { CN } }) =>
        CN === 'ada' ? { id: 'ada', scopes: ['pairs:read'] } : undefined,
    }),
    tls: {
      key: own.key,
      cert: own.certificate,
      ca: [ada.certificate, bob.certificate],
      requestCert: true,
    },
  });
  return url.replace('127.0.0.1', 'localhost');
}

/** Sends a message over a connection with a caller's client certificate, or without one. */
async function call(url: string, caller?: { readonly key: string; readonly certificate: string }) {
  const dispatcher = new Connections({
    connect: {
      ca: own.certificate,
      ...(caller && { key: caller.key, cert: caller.certificate }),
    },
  });
  onTestFinished(() => dispatcher.close());
  const part = { data: { word: 'hello' }, mediaType: 'application/json;schema=scoped' };
  const response = await request(`${url}/a2a/rest/message:send`, {
    dispatcher,
    method: 'POST',
    headers: { 'a2a-version': '1.0', 'content-type': 'application/json' },
    body: JSON.stringify({ message: createMessage([part]) }),
  });
  return { status: response.status, text: await response.text() };
}

test('callers are known by the certificates of their connections', async () => {
  const url = await serve();
  expect(url).toMatch(/^https:/u);
  expect(await call(url, ada)).toMatchObject({
    status: 200,
    text: expect.stringContaining('"by":"ada"'),
  });
  // The certificate has Ada's name, but an unknown authority issued it.
  expect(await call(url, stranger)).toMatchObject({
    status: 401,
    text: expect.stringContaining('credentials are missing or unknown'),
  });
  // The server knows the authority that issued the certificate, but not its owner.
  expect(await call(url, bob)).toMatchObject({ status: 401 });
  // Without a certificate, a caller is anonymous.
  expect(await call(url)).toMatchObject({
    status: 401,
    text: expect.stringContaining('asks for the scope'),
  });
});

test('the card of a server with TLS names its address and its scheme', async () => {
  const url = await serve();
  const dispatcher = new Connections({ connect: { ca: own.certificate } });
  onTestFinished(() => dispatcher.close());
  const response = await request(`${url}/.well-known/agent-card.json`, {
    dispatcher,
    headers: { 'a2a-version': '1.0' },
  });
  expect(await response.json()).toMatchObject({
    supportedInterfaces: [{ url: expect.stringMatching(/^https:/u) }, {}, {}],
    securitySchemes: { mutualTls: { mtlsSecurityScheme: {} } },
  });
});
