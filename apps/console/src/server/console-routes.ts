import { AgentCard } from '@a2a-js/sdk';
import {
  createPageApi,
  createSignInRoutes,
  findWaitSeconds,
  type PageExchange,
  type PageRoute,
  type PageSessions,
  RefusedError,
  SIGN_IN_PATHS,
  toGatewayError,
} from '@formwork/forms/internal';
import type { RequestGuard, RequestHead } from '@formwork/network';
import {
  InvalidPageTokenError,
  QuotaError,
  type Scope,
  type TaskStateName,
} from '@formwork/runtime';
import { listLetters, reviveLetters, TASK_STATES } from '@formwork/runtime/internal';
import { toErrorText } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';
import {
  type AdapterHost,
  type OperatorView,
  type Step,
  UnauthenticatedError,
} from '@formwork/server';
import {
  createJsonBodyReader,
  findRetrySeconds,
  joinSteps,
  mountStep,
  sendJson,
  toPublicError,
} from '@formwork/server/internal';
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
import { readTask, toTaskRow } from './task-view.ts';

/** The parts from which {@link createConsoleStep} makes the console. */
export interface ConsoleParts {
  readonly host: AdapterHost;
  readonly operator: OperatorView;
  readonly access: ConsoleAccess;
  readonly sessions: PageSessions;
  readonly guard: RequestGuard;
  readonly scope: string;
  readonly signIn: ConsoleSignIn | undefined;
  /** The path of the console, such as `/console`. */
  readonly path: string;
  /** The step of the page itself. */
  readonly page: Step;
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

/** Makes the step of the console: its page, and the API below it. */
export function createConsoleStep(parts: ConsoleParts): Step {
  const { path, page } = parts;
  return joinSteps([mountStep(`${path}/api`, createConsoleApi(parts)), mountStep(path, page)]);
}

/** Makes the API of the console; all of it but the session is for operators. */
function createConsoleApi(options: ConsoleParts): Step {
  const { host, access, sessions, guard, scope, signIn } = options;
  const { logger } = host;
  const session: PageRoute = {
    method: 'GET',
    path: '/session',
    async answer({ request, reply }) {
      sendJson(reply, await describeSession(request, options));
    },
  };
  return createPageApi({
    guard,
    signIn:
      signIn &&
      createSignInRoutes({
        signIn: { scope: `openid offline_access ${scope}`, ...signIn },
        sessions,
        logger,
        agentUrl: () => host.publicUrl,
      }),
    routes: [session, ...listTaskRoutes(options), ...listOtherRoutes(options)],
    check: (request) => access.checkLocalRequest(request),
    answerError: (error, exchange) => answerError(error, { exchange, logger }),
  });
}

/** Makes a route that answers an operator with what `read` resolves to. */
function get(
  { access }: ConsoleParts,
  path: string,
  read: (exchange: PageExchange, who: Operator) => Promise<object> | object,
): PageRoute {
  return {
    method: 'GET',
    path,
    async answer(exchange) {
      const who = await access.admit(exchange.request);
      sendJson(exchange.reply, await read(exchange, who));
    },
  };
}

/** An operator's request with a body of JSON. */
interface Order {
  readonly who: Operator;
  readonly body: Readonly<Record<string, unknown>>;
  readonly params: PageExchange['params'];
}

const readJson = createJsonBodyReader({ limit: MAX_BODY_BYTES, isJson: () => true });

/** Makes a route that answers an operator who sends a body of JSON. */
function post(
  { access }: ConsoleParts,
  path: string,
  make: (order: Order) => Promise<object>,
): PageRoute {
  return {
    method: 'POST',
    path,
    async answer(exchange) {
      const who = await access.admit(exchange.request);
      const body = toRecord(await readJson(exchange.unread));
      sendJson(exchange.reply, await make({ who, body, params: exchange.params }));
    },
  };
}

/** Lists the routes of the tasks, and of the actions on them. */
function listTaskRoutes(options: ConsoleParts): readonly PageRoute[] {
  const { operator } = options;
  const { engine } = options.host;
  return [
    get(options, '/tasks', async ({ query }): Promise<ConsoleTasks> => {
      const page = await engine.listAll(readTaskQuery(query));
      const tasks = page.tasks.map((task) => toTaskRow(task, operator));
      return { ...page, tasks, now: Date.now() };
    }),
    get(options, '/tasks/:taskId', async ({ params, query }) => {
      const task = await findTask(engine, String(params['taskId']));
      const after = readCount(query['after']);
      return readTask(task, { engine, operator, after });
    }),
    post(options, '/tasks/:taskId/data', ({ who, params }) =>
      showData(String(params['taskId']), { who, engine, operator }),
    ),
    ...ACTIONS.map((action) =>
      post(options, `/tasks/:taskId/${action}`, ({ who, body, params }) =>
        changeTask(String(params['taskId']), action, { who, body, engine, operator }),
      ),
    ),
  ];
}

/** Lists the routes of the agent itself, of its callers, and of the letters to receivers. */
function listOtherRoutes(options: ConsoleParts): readonly PageRoute[] {
  const { operator } = options;
  const { engine } = options.host;
  return [
    get(options, '/overview', () => readOverview(operator)),
    get(options, '/letters', async (): Promise<ConsoleLetters> => ({
      letters: await listLetters(engine, MAX_LETTERS),
    })),
    post(options, '/letters/revive', (order) => revive(order, options)),
    get(options, '/callers', () => readCallers(operator, engine)),
    get(options, '/agent', (_exchange, who) => describeAgent(who, options)),
  ];
}

/** Notifies receivers again that are no longer notified: one, those of a task, or all. */
async function revive({ who, body }: Order, { host, operator }: ConsoleParts): Promise<object> {
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
  request: RequestHead,
  { host, operator, access, sessions, scope, signIn }: ConsoleParts,
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
  { host, operator }: ConsoleParts,
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
function readTaskQuery(
  query: PageExchange['query'],
): Parameters<AdapterHost['engine']['listAll']>[0] {
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
  { exchange, logger }: { readonly exchange: PageExchange } & Pick<AdapterHost, 'logger'>,
): void {
  const { reply } = exchange;
  const { status, reason, message } = toFault(error, logger);
  const { retryAfterMs } = error instanceof RefusedError ? error : {};
  const seconds =
    findRetrySeconds(error) ??
    findWaitSeconds({ status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  if (seconds !== undefined) reply.setHeader('Retry-After', seconds);
  if (error instanceof UnauthenticatedError) {
    reply.setHeader('WWW-Authenticate', error.challenge);
  }
  if (status === 500) logger.error('Cannot answer the console', { error: toErrorText(error) });
  exchange.refuse(status, { error: { reason, message } });
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
