import {
  createInbox,
  type Inbox,
  type InboxAnswer,
  type InboxPerson,
  type InboxQuestion,
} from '@formwork/runtime/internal';
import { previewJson } from '@formwork/schema/json';
import { hasTag, sendJson } from '@formwork/server/internal';
import { createHash } from 'node:crypto';
import { createMissingError, PeopleError } from '../people-error.ts';
import type { CreatePeopleRoutes, OpenCall, PeopleCall, PeopleRoute } from '../people-route.ts';
import type { Person } from '../person.ts';

/** The id under which the one person of a server without authentication answers questions. */
const LOCAL_ID = 'local';

const MAX_ID = 200;

/** The largest `about` in the list of questions, in bytes of JSON: pages read the list all the time. */
const MAX_LISTED_BYTES = 4_096;

/** Makes the person of an inbox: the one of a server without authentication has some roles. */
export function toInboxPerson(
  { id, caller, scope }: Person,
  localRoles: readonly string[],
): InboxPerson {
  if (id !== undefined) return { id, scopes: caller.scopes, scope };
  return { id: LOCAL_ID, scopes: localRoles.map((role) => `role:${role}`), scope };
}

/** Makes the routes by which people find, take, hand over and answer questions. */
export const createInboxRoutes: CreatePeopleRoutes = ({ host, localRoles }) => {
  const inbox = createInbox(host.engine, host.listSecrets);

  /** Makes a route that does one thing with the question of a task. */
  function createAction(
    name: string,
    act: (call: PeopleCall, person: InboxPerson, taskId: string) => Promise<object | undefined>,
  ): PeopleRoute {
    return {
      path: `/inbox/:task/${name}`,
      methods: {
        async POST(call) {
          const person = toInboxPerson(call.person, localRoles);
          const question = await act(call, person, call.params['task'] ?? '');
          if (question === undefined) call.response.writeHead(204).end();
          else sendJson(call.response, { question });
        },
      },
    };
  }

  return [
    {
      path: '/inbox',
      methods: {
        async GET({ person, query, request, response }) {
          const pageToken = query.get('pageToken');
          const reader = toInboxPerson(person, localRoles);
          const page = await inbox.list(reader, pageToken === undefined ? {} : { pageToken });
          const questions = page.questions.map(toListedQuestion);
          const view = { ...page, questions, hasMore: page.nextPageToken !== undefined };
          const tag = createTag(view);
          response.setHeader('ETag', tag);
          if (hasTag(request, tag)) response.writeHead(304).end();
          else sendJson(response, view);
        },
      },
    },
    {
      path: '/inbox/:task',
      methods: {
        async GET({ person, params, response }) {
          const reader = toInboxPerson(person, localRoles);
          sendJson(response, { question: await inbox.read(reader, params['task'] ?? '') });
        },
      },
    },
    createAction('claim', async (_call, person, taskId) => inbox.claim(person, taskId)),
    createAction('release', async (_call, person, taskId) => inbox.release(person, taskId)),
    createAction('hand-over', async (call, person, taskId) => {
      const { to } = await call.readBody();
      // The inbox checks that they are addresses.
      await inbox.handOver(person, taskId, (Array.isArray(to) ? to : [to]) as readonly string[]);
      return undefined;
    }),
    createAction('answer', async (call, person, taskId) => {
      await sendAnswer(inbox, { call, person, taskId });
      return undefined;
    }),
  ];
};

/** Reads an answer from a request and gives it to the task. */
export async function sendAnswer(
  inbox: Inbox,
  {
    call,
    person,
    taskId,
    question,
  }: {
    readonly call: OpenCall;
    readonly person: InboxPerson;
    readonly taskId: string;
    /** The number of the only question that may be answered. Default: the open one. */
    readonly question?: number;
  },
): Promise<void> {
  const answer = readAnswer(await call.readBody());
  if (question !== undefined && answer.question !== question) {
    throw createMissingError('the question of this link');
  }
  await inbox.answer(person, taskId, answer);
}

/** Reads an answer from a body. @throws PeopleError that names the field at fault */
function readAnswer(body: Readonly<Record<string, unknown>>): InboxAnswer {
  const { question, text, messageId, data } = body;
  if (!Number.isSafeInteger(question) || Number(question) < 0) {
    throw refuse('question', 'the number of the question', question);
  }
  if (typeof messageId !== 'string' || messageId.length < 16 || messageId.length > MAX_ID) {
    throw refuse('messageId', `a random id of 16 to ${MAX_ID} characters`, messageId);
  }
  if (text !== undefined && typeof text !== 'string') throw refuse('text', 'text', text);
  if (text !== undefined && data !== undefined) throw refuse('text', 'absent beside data', text);
  return {
    question: Number(question),
    messageId,
    ...(text !== undefined && { text }),
    ...(data !== undefined && { data }),
  };
}

/** Returns a question as the list has it: with the size of a large `about` in its place. */
function toListedQuestion(
  question: InboxQuestion,
): InboxQuestion & { readonly aboutBytes?: number } {
  const { about, ...listed } = question;
  const aboutBytes = about === undefined ? 0 : Buffer.byteLength(JSON.stringify(about));
  return aboutBytes <= MAX_LISTED_BYTES ? question : { ...listed, aboutBytes };
}

/** Makes the entity tag of a list: that of its content, so that it is right for every person. */
function createTag(view: object): string {
  return `"${createHash('sha256').update(JSON.stringify(view)).digest('base64url')}"`;
}

function refuse(name: string, rule: string, value: unknown): PeopleError {
  return new PeopleError(
    'INVALID_REQUEST',
    `Cannot take the answer because ${name} must be ${rule}: current value is ${previewJson(value)}`,
  );
}
