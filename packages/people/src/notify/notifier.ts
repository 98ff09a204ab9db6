import type { Scope, SharedRecords } from '@formwork/runtime';
import {
  createInbox,
  createQuestionReminders,
  type InboxPerson,
  listAddresses,
  type QuestionNotice,
} from '@formwork/runtime/internal';
import { describeType } from '@formwork/schema/internal';
import { sendJson } from '@formwork/server/internal';
import { randomBytes } from 'node:crypto';
import { sendAnswer, toInboxPerson } from '../inbox/inbox-routes.ts';
import { createMissingError } from '../people-error.ts';
import {
  readToken,
  type OpenCall,
  type PeopleCall,
  type PeopleParts,
  type PeopleRoute,
  type TokenRoute,
} from '../people-route.ts';
import { type AnswerGrant, type AnswerLinks, createAnswerLinks } from './answer-link.ts';
import { createDelivery, type NoticeChannel } from './delivery.ts';
import type { NotifyOptions } from './notify-options.ts';
import type { Subscriber } from './push-subscriptions.ts';
import { createWebhookSender, type ToldPerson } from './question-webhook.ts';
import { keepSecret } from './stored-secret.ts';
import { WebPush } from './web-push.ts';

/** Tells people of questions, and lets them answer by link. */
export interface Notifier {
  readonly routes: readonly PeopleRoute[];
  readonly tokenRoutes: readonly TokenRoute[];
  close(): Promise<void>;
}

const WEEK_MS = 604_800_000;

/** Makes the notifier of an agent, and begins to look after its questions. */
export function createNotifier(parts: PeopleParts, options: NotifyOptions): Notifier {
  const { host, records } = parts;
  const { pageUrl = `${host.publicUrl}/`, findPeople, linkTtlMs = WEEK_MS } = options;
  const webhook = options.webhook && createWebhookSender(options.webhook);
  const webPush =
    options.webPush &&
    new WebPush({
      records,
      contact: options.webPush.contact,
      allowPrivateAddresses: options.allowPrivateAddresses ?? false,
    });
  const links = new LazyLinks(records);

  async function findIds(address: string): Promise<readonly string[]> {
    if (address.startsWith('user:')) return [address.slice('user:'.length)];
    const role = address.slice('role:'.length);
    return checkIds((await findPeople?.(role)) ?? [], role);
  }

  /** Makes the links of all people at some addresses; a person with two addresses gets one. */
  async function listPeople({ to, question }: QuestionNotice): Promise<readonly ToldPerson[]> {
    const identified = await Promise.all(
      to.map(async (address) => (await findIds(address)).map((id) => [id, address] as const)),
    );
    const signer = await links.open();
    const endsAt = Date.now() + linkTtlMs;
    const { taskId, question: number } = question;
    return [...new Map(identified.flat())].map(([id, address]) => {
      const token = signer.sign({ taskId, question: number, person: id, address, endsAt });
      return { id, link: `${pageUrl}#view=answer&token=${token}` };
    });
  }

  async function post(
    { id, kind, to, question }: QuestionNotice,
    people: readonly ToldPerson[],
  ): Promise<readonly string[]> {
    const { taskId, skillId, prompt, askedFor, askedAt, dueAt } = question;
    await webhook?.send({
      type: `question.${kind}`,
      id,
      agent: host.agent.name,
      to,
      taskId,
      ...(skillId !== undefined && { skillId }),
      prompt,
      ...(askedFor !== undefined && { askedFor }),
      askedAt,
      ...(dueAt !== undefined && { dueAt }),
      link: `${pageUrl}#view=inbox&task=${encodeURIComponent(taskId)}`,
      people,
    });
    return [];
  }

  const channels: readonly (NoticeChannel | undefined)[] = [
    webPush && {
      name: 'Web Push',
      send: ({ id, kind, to, question }, attempt) =>
        webPush.send(to, { id, kind, task: question.taskId }, attempt),
    },
    webhook && {
      name: 'the webhook',
      send: async (notice) => post(notice, await listPeople(notice)),
    },
  ];
  const { everyMs } = options;
  const reminders = createQuestionReminders(host.engine, {
    logger: host.logger,
    listSecrets: host.listSecrets,
    notify: createDelivery({
      records,
      logger: host.logger,
      channels: channels.filter((channel) => channel !== undefined),
    }),
    ...(everyMs !== undefined && { everyMs }),
  });
  return {
    routes: webPush === undefined ? [] : createPushRoutes(parts, webPush),
    tokenRoutes: createLinkRoutes(parts, links),
    async close() {
      webhook?.close();
      webPush?.close();
      await reminders.stop();
    },
  };
}

/** Checks the ids of the people with a role, which an author's function has found. */
function checkIds(ids: unknown, role: string): readonly string[] {
  const isList = Array.isArray(ids);
  const wrong = isList ? ids.findIndex((id) => typeof id !== 'string' || id === '') : 0;
  if (isList && wrong === -1) return ids;
  // What people are called stays out of the log.
  const description = isList ? `a list with ${describeType(ids[wrong])}` : describeType(ids);
  throw new TypeError(
    `Cannot tell the people of role ${JSON.stringify(role)} because findPeople must return a list of their ids, such as (await findMembers(role)).map(({ id }) => id): current value is ${description}`,
  );
}

/** The signer of links, whose key is read at the first use. */
class LazyLinks {
  readonly #records: SharedRecords;
  #links: Promise<AnswerLinks> | undefined;

  constructor(records: SharedRecords) {
    this.#records = records;
  }

  open(): Promise<AnswerLinks> {
    const links = (this.#links ??= this.#create());
    links.catch(() => {
      // The next use reads the key again.
      this.#links = undefined;
    });
    return links;
  }

  async #create(): Promise<AnswerLinks> {
    const key = await keepSecret(this.#records, 'people/link-key', () =>
      randomBytes(32).toString('base64url'),
    );
    return createAnswerLinks(Buffer.from(key, 'base64url'));
  }
}

/** Makes the person that a link stands for, who has no other permission than that of the link. */
function toPerson({ person, address }: AnswerGrant): InboxPerson {
  const scopes = address.startsWith('role:') ? [address] : [];
  return { id: person, scopes, scope: NO_SCOPE, isByLink: true };
}

/** A scope that no task has. */
const NO_SCOPE = 'link:' as Scope;

/**
 * Makes the routes by which the holder of a link sees and answers its question. They need no
 * credentials: the token is the permission, for one person and one question.
 */
function createLinkRoutes({ host }: PeopleParts, links: LazyLinks): readonly TokenRoute[] {
  const inbox = createInbox(host.engine, host.listSecrets);

  async function readGrant(call: OpenCall): Promise<AnswerGrant> {
    const grant = (await links.open()).verify(readToken(call));
    if (grant === undefined) throw createMissingError('the question of this link');
    return grant;
  }

  return [
    {
      path: '/answers',
      methods: {
        async GET(call) {
          const grant = await readGrant(call);
          const question = await inbox.read(toPerson(grant), grant.taskId);
          if (question.question !== grant.question) {
            throw createMissingError('the question of this link');
          }
          sendJson(call.response, { question, person: { id: grant.person, isLocal: false } });
        },
        async POST(call) {
          const grant = await readGrant(call);
          await sendAnswer(inbox, {
            call,
            person: toPerson(grant),
            taskId: grant.taskId,
            question: grant.question,
          });
          call.response.writeHead(204).end();
        },
      },
    },
  ];
}

/** Makes the routes by which the browsers of people subscribe to Web Push. */
function createPushRoutes({ localRoles }: PeopleParts, webPush: WebPush): readonly PeopleRoute[] {
  const subscriberOf = ({ person }: PeopleCall): Subscriber => ({
    key: person.key,
    addresses: listAddresses(toInboxPerson(person, localRoles)),
  });

  return [
    {
      path: '/push',
      methods: {
        async GET({ response }) {
          sendJson(response, { push: { publicKey: await webPush.getPublicKey() } });
        },
        async PUT(call) {
          const { subscription } = await call.readBody();
          await webPush.subscribe(subscriberOf(call), subscription);
          call.response.writeHead(204).end();
        },
      },
    },
    {
      path: '/push/end',
      methods: {
        async POST(call) {
          const { endpoint } = await call.readBody();
          await webPush.unsubscribe(subscriberOf(call), endpoint);
          call.response.writeHead(204).end();
        },
      },
    },
  ];
}
