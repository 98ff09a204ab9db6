import { AgentCard } from '@a2a-js/sdk';
import {
  createPageApi,
  createSignInRouter,
  findWaitSeconds,
  type PageSessions,
  RefusedError,
  SIGN_IN_PATHS,
  toGatewayError,
} from '@formwork/forms/internal';
import type { RequestGuard } from '@formwork/network';
import {
  InvalidPageTokenError,
  QuotaError,
  type Scope,
  type TaskStateName,
} from '@formwork/runtime';
import { listLetters, reviveLetters, TASK_STATES } from '@formwork/runtime/internal';
import { toErrorText } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';
import { type AdapterHost, type OperatorView, UnauthenticatedError } from '@formwork/server';
import {
  createJsonBodyReader,
  findRetrySeconds,
  sendJson,
  toPublicError,
} from '@formwork/server/internal';
import { type Request, type Response, Router } from 'express';
import type {
  ConsoleAgent,
  ConsoleCredential,
  ConsoleLetters,
  ConsoleSession,
  ConsoleSkill,
  ConsoleTasks,
} from '../api/console-api.ts';
import { readCallers } from './caller-use.ts';
import type { ConsoleAccess, Operator } from './console-access.ts';
import type { ConsoleSignIn } from './console-options.ts';
import { describeProcess, readOverview } from './overview.ts';
import { changeTask, findTask, showData } from './task-actions.ts';
import { readTask } from './task-view.ts';

/** Options of {@link createConsoleRouter}. */
export interface ConsoleRouterOptions {
  readonly host: AdapterHost;
  readonly operator: OperatorView;
  readonly access: ConsoleAccess;
  readonly sessions: PageSessions;
  readonly guard: RequestGuard;
  readonly scope: string;
  readonly signIn: ConsoleSignIn | undefined;
}

const PAGE_SIZE = 50;
const MAX_LETTERS = 200;
const MAX_BODY_BYTES = 1_048_576;

/** The actions on one task, by the last part of their path. */
const ACTIONS = [
  'retry',
  'retry-from-start',
  'cancel',
  'force-cancel',
  'delete',
  'answer',
] as const;

/** The routes of the console, after its path. */
export const CONSOLE_ROUTES: readonly string[] = [
  ...['session', 'overview', 'letters/revive', 'callers', 'agent'].map(
    (suffix) => `/api/${suffix}`,
  ),
  ...['data', ...ACTIONS].map((suffix) => `/api/tasks/:taskId/${suffix}`),
  ...SIGN_IN_PATHS.map((suffix) => `/api${suffix}`),
];

/** Makes the router of the API of the console; all of it but the session is for operators. */
export function createConsoleRouter(options: ConsoleRouterOptions): Router {
  const { host, access, sessions, guard, scope, signIn } = options;
  const { logger } = host;
  const router = Router();
  router.get('/session', async (request, response) => {
    sendJson(response, await describeSession(request, options));
  });
  addTaskRoutes(router, options);
  addOtherRoutes(router, options);
  return createPageApi({
    guard,
    signIn:
      signIn &&
      createSignInRouter({
        signIn: { scope: `openid offline_access ${scope}`, ...signIn },
        sessions,
        logger,
        agentUrl: () => host.publicUrl,
      }),
    routes: router,
    check: (request) => access.checkPlace(request),
    answerError: (error, { response }) => answerError(error, { response, logger }),
  });
}

/** Answers an operator with what `read` resolves to. */
function answer(
  { access }: ConsoleRouterOptions,
  read: (request: Request, who: Operator) => Promise<object> | object,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const who = await access.admit(request);
    sendJson(response, await read(request, who));
  };
}

/** An operator's request with a body of JSON. */
interface Order {
  readonly who: Operator;
  readonly body: Readonly<Record<string, unknown>>;
  readonly request: Request;
}

const readJson = createJsonBodyReader({ limit: MAX_BODY_BYTES, isJson: () => true });

/** Answers an operator who sends a body of JSON. */
function take(
  { access }: ConsoleRouterOptions,
  make: (order: Order) => Promise<object>,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const who = await access.admit(request);
    const { body: parsedBody }: { readonly body?: unknown } = request;
    const body = await readJson({ message: request, parsedBody });
    sendJson(response, await make({ who, body: toRecord(body), request }));
  };
}

/** Adds the routes of the tasks, and of the actions on them. */
function addTaskRoutes(router: Router, options: ConsoleRouterOptions): void {
  const { operator } = options;
  const { engine } = options.host;
  router.get(
    '/tasks',
    answer(options, async ({ query }): Promise<ConsoleTasks> =>
      engine.listAll(readTaskQuery(query)),
    ),
  );
  router.get(
    '/tasks/:taskId',
    answer(options, async ({ params, query }) => {
      const task = await findTask(engine, String(params['taskId']));
      const after = readCount(query['after']);
      return readTask(task, { engine, operator, after });
    }),
  );
  router.post(
    '/tasks/:taskId/data',
    take(options, ({ who, request }) =>
      showData(String(request.params['taskId']), { who, engine, operator }),
    ),
  );
  for (const action of ACTIONS) {
    router.post(
      `/tasks/:taskId/${action}`,
      take(options, ({ who, body, request }) =>
        changeTask(String(request.params['taskId']), action, { who, body, engine, operator }),
      ),
    );
  }
}

/** Adds the routes of the agent itself, of its callers, and of the letters to receivers. */
function addOtherRoutes(router: Router, options: ConsoleRouterOptions): void {
  const { operator } = options;
  const { engine } = options.host;
  router.get(
    '/overview',
    answer(options, () => readOverview(operator)),
  );
  router.get(
    '/letters',
    answer(options, async (): Promise<ConsoleLetters> => ({
      letters: await listLetters(engine, MAX_LETTERS),
    })),
  );
  router.post(
    '/letters/revive',
    take(options, (order) => revive(order, options)),
  );
  router.get(
    '/callers',
    answer(options, () => readCallers(operator, engine)),
  );
  router.get(
    '/agent',
    answer(options, (_request, who) => describeAgent(who, options)),
  );
}

/** Notifies receivers again that are no longer notified: one, those of a task, or all. */
async function revive(
  { who, body }: Order,
  { host, operator }: ConsoleRouterOptions,
): Promise<object> {
  const [taskId, configId] = [readText(body['taskId']), readText(body['configId'])];
  if (taskId === undefined && body['all'] !== true) {
    throw new RefusedError('BODY', 'Cannot revive receivers because nothing says which.');
  }
  const revived = await reviveLetters(host.engine, { taskId, configId });
  operator.tell({
    kind: 'operator-changed',
    principal: who.caller?.id,
    address: who.address,
    taskId: taskId ?? '',
    action: 'revive',
    outcome: `${revived} revived`,
  });
  return { revived };
}

async function describeSession(
  request: Request,
  { host, operator, access, sessions, scope, signIn }: ConsoleRouterOptions,
): Promise<ConsoleSession> {
  const who = await access.admit(request).catch((error: unknown) => {
    // While the provider is away, it is not known whether the operator is admitted.
    const isRefused = error instanceof RefusedError && error.reason !== 'UNAVAILABLE';
    if (error instanceof UnauthenticatedError || isRefused) return undefined;
    throw error;
  });
  const { name, version } = host.agent;
  const id = who?.caller?.id;
  // The look above forgets a sign-in that has ended.
  const isSignedIn = (await sessions.findPerson(request)) !== undefined;
  return {
    agent: { name, version },
    isAdmitted: who !== undefined,
    ...(id !== undefined && { operator: id }),
    scope,
    credentials: listCredentials(host),
    ...(signIn && { provider: new URL(signIn.issuer).host }),
    isSignedIn,
    ...(who && { skills: listSkills(operator) }),
  };
}

async function describeAgent(
  { caller }: Operator,
  { host, operator }: ConsoleRouterOptions,
): Promise<ConsoleAgent> {
  const extended =
    caller === undefined ? undefined : await readExtendedCard(host, caller).catch(() => undefined);
  const { v1, v03 } = operator.readCards();
  return {
    process: describeProcess(operator),
    node: process.version,
    versions: operator.listVersions().map(({ agent, since }) => ({
      name: agent.name,
      version: agent.version,
      ...(Number.isFinite(since) && { since }),
    })),
    cards: { v1, v03, ...(extended !== undefined && { extended }) },
  };
}

/** Reads the filters of a list of tasks. @throws RefusedError for a filter that cannot be read */
function readTaskQuery(query: Request['query']): Parameters<AdapterHost['engine']['listAll']>[0] {
  const read = (name: string): string | undefined => readText(query[name]);
  const [taskId, scope, skillId, pageToken] = ['id', 'scope', 'skill', 'page'].map(read);
  const [state, before] = ['state', 'before'].map(read);
  if (state !== undefined && !TASK_STATES.includes(state as TaskStateName)) {
    throw new RefusedError('BODY', 'Cannot list tasks because state must be the name of a state.');
  }
  return {
    pageSize: PAGE_SIZE,
    ...(taskId !== undefined && { taskId }),
    // An empty scope is that of callers without a name.
    ...(typeof query['scope'] === 'string' && { scope: (scope ?? '') as Scope }),
    ...(skillId !== undefined && { skillId }),
    ...(pageToken !== undefined && { pageToken }),
    ...(state !== undefined && { state: state as TaskStateName }),
    ...(before !== undefined && { statusTimestampBefore: before }),
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function readCount(value: unknown): number {
  return typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : 0;
}

/** Lists the skills of all versions, with the newest name of each; those of the newest come first. */
function listSkills({ listVersions }: OperatorView): readonly ConsoleSkill[] {
  const skills = listVersions().flatMap(({ agent }) => agent.skills);
  return skills
    .filter(({ id }, index) => skills.findIndex((item) => item.id === id) === index)
    .map(({ id, name }) => ({ id, name }));
}

/** Lists the credentials that a person can type: tokens, and keys in headers. */
function listCredentials({ security }: AdapterHost): readonly ConsoleCredential[] {
  const kinds = (security?.schemes ?? []).flatMap((scheme): readonly ConsoleCredential[] => {
    if (scheme.kind === 'api-key') {
      return scheme.location === 'header' ? [{ kind: 'api-key', header: scheme.parameter }] : [];
    }
    return scheme.kind === 'mutual-tls' ? [] : [{ kind: 'bearer' }];
  });
  const named = new Map(kinds.map((kind) => [JSON.stringify(kind), kind]));
  return security === undefined ? [{ kind: 'bearer' }] : [...named.values()];
}

/** Reads the card that a caller with the scopes of the operator gets. */
async function readExtendedCard(
  host: AdapterHost,
  caller: Parameters<AdapterHost['createContext']>[0],
): Promise<string> {
  const context = host.createContext(caller);
  const card = await host.requestHandler.getAuthenticatedExtendedAgentCard({ tenant: '' }, context);
  return JSON.stringify(AgentCard.toJSON(card));
}

/** Answers an error with JSON. */
function answerError(
  error: unknown,
  { response, logger }: { readonly response: Response } & Pick<AdapterHost, 'logger'>,
): void {
  const { status, reason, message } = toFault(error, logger);
  const { retryAfterMs } = error instanceof RefusedError ? error : {};
  const seconds =
    findRetrySeconds(error) ??
    findWaitSeconds({ status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  if (seconds !== undefined) response.setHeader('Retry-After', seconds);
  if (error instanceof UnauthenticatedError) {
    response.setHeader('WWW-Authenticate', error.challenge);
  }
  if (status === 500) logger.error('Cannot answer the console', { error: toErrorText(error) });
  response.status(status).json({ error: { reason, message } });
}

/** Returns the status of an error, and what an operator reads of it. */
function toFault(
  error: unknown,
  logger: AdapterHost['logger'],
): {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
} {
  if (error instanceof UnauthenticatedError) {
    const message = 'Cannot show the console because the request does not say who sent it.';
    return { status: 401, reason: 'UNAUTHENTICATED', message };
  }
  if (error instanceof QuotaError) {
    return { status: 429, reason: 'QUOTA', message: error.message };
  }
  if (findRetrySeconds(error) !== undefined) {
    const { message } = toPublicError(error, logger);
    return { status: 503, reason: 'UNAVAILABLE', message };
  }
  if (error instanceof InvalidPageTokenError || error instanceof RangeError) {
    return { status: 400, reason: 'BODY', message: error.message };
  }
  const fault = toGatewayError(error);
  if (fault !== undefined && (fault.status < 500 || fault.reason === 'UNAVAILABLE')) return fault;
  const { message } = toPublicError(error, logger);
  return { status: 500, reason: 'INTERNAL', message };
}
