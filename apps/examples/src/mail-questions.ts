// An approval by mail: the agent gives a question to a role, tells a webhook, and the webhook sends
// each approver a mail with a link of their own. The first person who opens it answers, without signing in.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createPeopleAdapter, type QuestionWebhookBody } from '@formwork/people';
import { createPeopleClient } from '@formwork/people/client';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';

const buy = defineSkill({
  id: 'buy',
  name: 'Buy',
  description: 'Orders an article once an approver agrees.',
  tags: ['office'],
  input: { purchase: { type: 'object', properties: { article: { type: 'string' } } } },
  async run({ input, task }) {
    const { approved } = await task.ask(`May we buy ${input.article}?`, {
      schema: {
        type: 'object',
        properties: { approved: { type: 'boolean' } },
        required: ['approved'],
      },
      to: 'role:approver',
      about: input,
      fourEyes: true,
      dueInMs: 86_400_000,
    });
    return approved ? 'ordered' : 'declined';
  },
});
const agent = defineAgent({ name: 'Purchasing', version: '1.0.0', skills: [buy] });

/** Starts a server that listens on a free port of this machine, and returns the port. */
async function listen(server: ReturnType<typeof createHttpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

// The mail server of the company.
const mails: { readonly to: string; readonly text: string }[] = [];
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, session, done) {
    const text = (await stream.toArray()).join('');
    mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', text });
    done();
  },
});
post.listen(0, '127.0.0.1');
await once(post.server, 'listening');
const { port: postPort } = post.server.address() as AddressInfo;

// The webhook: it checks who sends, and writes the mails. Mail and chat are its own affair.
const SECRET = 'long-random-text-that-only-the-two-know';
const ADDRESSES: Readonly<Record<string, string>> = {
  kim: 'kim@example.com',
  lee: 'lee@example.com',
};
const mailer = createTransport({ host: '127.0.0.1', port: postPort, secure: false });
/** Reads a body of at most a megabyte; `''` for a longer one, and for a sender that breaks off. */
async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += String(chunk);
      if (body.length > 1_000_000) return '';
    }
    return body;
  } catch {
    return '';
  }
}

// A delivery that failed comes again, and each mail is sent once.
const mailed = new Set<string>();
const receiver = createHttpServer(async (request, response) => {
  const body = await readBody(request);
  const {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': given,
  } = request.headers;
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  const hmac = createHmac('sha256', SECRET).update(`${String(id)}.${String(time)}.${body}`);
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`);
  const signature = Buffer.from(String(given));
  const isSame = signature.length === expected.length && timingSafeEqual(signature, expected);
  if (!isFresh || !isSame) {
    response.writeHead(401).end();
    return;
  }
  const { prompt, people, dueAt }: QuestionWebhookBody = JSON.parse(body);
  const isSent = await Promise.all(people.map((person) => send(String(id), person)));
  response.writeHead(isSent.every(Boolean) ? 204 : 503).end();

  /** Sends the mail of a person; resolves to false if that failed. */
  async function send(news: string, person: (typeof people)[number]): Promise<boolean> {
    const mail = `${news} ${person.id}`;
    if (mailed.has(mail)) return true;
    mailed.add(mail);
    try {
      await mailer.sendMail({
        from: 'agents@example.com',
        to: ADDRESSES[person.id] ?? 'lost@example.com',
        subject: prompt,
        text: `${prompt}\nAnswer by ${dueAt}:\n${person.link}\n`,
        textEncoding: 'base64',
      });
      return true;
    } catch {
      return !mailed.delete(mail);
    }
  }
});
const receiverPort = await listen(receiver);

const server = createServer(agent, {
  authenticate: createApiKeyAuthentication({ keys: { 'the-key-of-ada-lovelace': 'ada' } }),
  requireAuthentication: true,
  adapters: [
    createPeopleAdapter({
      notify: {
        webhook: { url: `http://127.0.0.1:${receiverPort}/questions`, secret: SECRET },
        findPeople: async (role) => (role === 'approver' ? ['kim', 'lee'] : []),
        everyMs: 50,
      },
    }),
  ],
});
const { url } = await server.listen({ port: 0 });

const remote = await connect<typeof agent>(url, {
  headers: { 'x-api-key': 'the-key-of-ada-lovelace' },
});
const waiting = await remote.skill('buy').run({ article: 'a laptop' });
assert.equal(waiting.state, 'input-required');
while (mails.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
assert.deepEqual(mails.map(({ to }) => to).toSorted(), ['kim@example.com', 'lee@example.com']);

// Kim opens the link of the mail. The page shows the form; here a program answers instead.
const [, body = ''] = (mails.find(({ to }) => to.startsWith('kim'))?.text ?? '').split('\r\n\r\n');
const [, token = ''] = Buffer.from(body, 'base64').toString().split('token=');
const people = createPeopleClient({ send: (path, init) => fetch(`${url}/people${path}`, init) });
const question = await people.readLinkedQuestion(token.trim());
assert.equal(question.prompt, 'May we buy a laptop?');
assert.deepEqual(question.about, { article: 'a laptop' });
await people.answerLinked(token.trim(), {
  question: question.question,
  data: { approved: true },
  messageId: randomUUID(),
});
const end = await remote.skill('buy').task(waiting.taskId).wait();
assert.equal(end.state, 'completed');

await server.close();
mailer.close();
post.close();
receiver.close();
console.log('Kim approved by mail.');
