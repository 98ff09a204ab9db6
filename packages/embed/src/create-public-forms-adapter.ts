import { QuotaError } from '@formwork/runtime';
import { toErrorText } from '@formwork/schema';
import type {
  AdapterHost,
  Exchange,
  ProtocolAdapter,
  RequestMessage,
  Step,
} from '@formwork/server';
import {
  addVary,
  chooseEncoding,
  chooseLanguage,
  chooseType,
  createJsonBodyReader,
  findRetrySeconds,
  hasTag,
  mountStep,
  readMediaType,
  sendCallEvents,
  sendJson,
  sendText,
  toBodyFailure,
  toFailureData,
  toStep,
  UNAVAILABLE_SECONDS,
} from '@formwork/server/internal';
import { readElementFile } from './element-file.ts';
import {
  admitPage,
  answerPreflight,
  setDataHeaders,
  setPageHeaders,
  setScriptHeaders,
} from './form-headers.ts';
import { createFormLimits, type FormLimits } from './form-limits.ts';
import { readFormLink } from './form-link.ts';
import { createFormPage } from './form-page.ts';
import { FormRefusal } from './form-refusal.ts';
import { readBodyText, readFormMessage } from './form-request.ts';
import { checkLinkValues } from './link-values.ts';
import { PublicAgent, type FormDescription } from './public-agent.ts';
import { checkPublicFormsOptions, type PublicFormsOptions } from './public-forms-options.ts';
import { createRefusalPage, PAGE_LANGUAGES, REFUSAL_PAGE_POLICY } from './refusal-page.ts';
import { Submissions, type ReceiptEvents } from './submissions.ts';

/**
 * Makes the adapter that serves the public forms of an agent: those of skills with `publish: { form:
 * true }`. Visitors need no account, also where callers must authenticate; each submission is a task
 * that only its receipt leads to. Each form has a page of its own, and may stand on other sites as
 * the element `<formwork-form>` or in a frame.
 *
 * @throws RangeError or TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createPublicFormsAdapter } from '@formwork/embed';
 * import { createServer } from '@formwork/server';
 *
 * declare const agent: Agent;
 * const server = createServer(agent, { adapters: [createPublicFormsAdapter()] });
 * const { url } = await server.listen({ port: 4100 });
 * console.log(`${url}/forms/expense-report`);
 * ```
 */
export function createPublicFormsAdapter(options: PublicFormsOptions = {}): ProtocolAdapter {
  checkPublicFormsOptions(options);
  const { path: basePath = '/forms' } = options;
  const isBelow = (path: string): boolean =>
    path.toLowerCase().startsWith(`${basePath.toLowerCase()}/`);
  return (host) => ({
    name: 'public-forms',
    owns: isBelow,
    isForPages: isBelow,
    routes: ['describe', 'link', 'send'].map((name) => `${basePath}/:skill/${name}`),
    step: new PublicForms(host, { ...options, path: basePath }).createStep(),
  });
}

/** The address of a form that was asked for, and what was asked of it. */
interface Call {
  readonly exchange: Exchange;
  readonly form: FormDescription;
}

/** The requests that a form answers, by the last part of their paths. */
type Handlers = Readonly<Record<string, (call: Call) => Promise<void>>>;

/** The public forms of an agent, and the requests that their pages send. */
class PublicForms {
  readonly #host: AdapterHost;
  readonly #allowedOrigins: NonNullable<PublicFormsOptions['allowedOrigins']>;
  readonly #secrets: readonly string[];
  readonly #frameAncestors: NonNullable<PublicFormsOptions['frameAncestors']>;
  readonly #agent: PublicAgent;
  readonly #submissions: Submissions;
  readonly #limits: FormLimits;
  readonly #readJson: ReturnType<typeof createJsonBodyReader>;
  readonly #path: string;
  readonly #handlers: Handlers;

  constructor(host: AdapterHost, options: PublicFormsOptions & { readonly path: string }) {
    this.#host = host;
    const { allowedOrigins = 'any', linkSecrets: secrets = [] } = options;
    this.#allowedOrigins = allowedOrigins;
    this.#secrets = secrets;
    const { frameAncestors = allowedOrigins } = options;
    this.#frameAncestors = frameAncestors;
    this.#agent = new PublicAgent(host);
    this.#submissions = new Submissions(host, this.#agent);
    this.#limits = createFormLimits(host, options);
    this.#readJson = createJsonBodyReader({ limit: host.bodyLimit, isJson: () => true });
    this.#handlers = {
      describe: async ({ exchange, form }) => {
        await this.#limits.read(exchange.message);
        sendJson(exchange.reply, form);
      },
      link: (call) => this.#showLink(call),
      send: (call) => this.#takeMessage(call),
      watch: (call) => this.#useReceipt(call, 'watch'),
      cancel: (call) => this.#useReceipt(call, 'cancel'),
    };
    this.#path = options.path;
  }

  createStep(): Step {
    const step = toStep(async (exchange, next) => {
      if (exchange.path === '/' && !isForPeople(exchange.message)) {
        next();
        return;
      }
      try {
        await this.#answer(exchange);
      } catch (error) {
        if (exchange.reply.headersSent) exchange.reply.destroy();
        else this.#answerError(exchange, error);
      }
    });
    return mountStep(this.#path, step);
  }

  async #showLink(call: Call): Promise<void> {
    await this.#limits.read(call.exchange.message);
    const link = this.#readLink(readBodyText(await this.#takeBody(call), 'link'), call);
    const { values, expiresAt, once } = link;
    const skill = this.#host.agent.skills.find(({ id }) => id === call.form.skill.id);
    checkLinkValues(link, skill?.inputs.values().next().value);
    await this.#submissions.checkUnused(call.form.skill.id, link);
    const isOnce = once !== undefined;
    sendJson(call.exchange.reply, {
      values,
      isOnce,
      ...(expiresAt !== undefined && { expiresAt }),
    });
  }

  async #takeMessage(call: Call): Promise<void> {
    const skill = call.form.skill.id;
    // Counts the request before its body is read, as a submission only once that is known.
    await this.#limits.read(call.exchange.message);
    const message = readFormMessage(await this.#takeBody(call));
    if (message.kind === 'answer') {
      await this.#sendEvents(call, (signal) =>
        this.#submissions.answer({ skill, message }, signal),
      );
      return;
    }
    if (message.files.length > 0 && call.form.skill.fileTypes.length === 0) {
      throw new FormRefusal('BODY', 'Cannot take the files because this form takes none.');
    }
    const link = message.link === undefined ? undefined : this.#readLink(message.link, call);
    await this.#limits.submit(call.exchange.message, skill);
    await this.#sendEvents(call, (signal) =>
      this.#submissions.submit({ skill, message, link }, signal),
    );
  }

  #takeBody({ exchange }: Call): Promise<unknown> {
    if (readMediaType(exchange.message) !== 'application/json') {
      const message = 'Cannot read the request because its Content-Type must be application/json.';
      throw new FormRefusal('BODY', message, { status: 415 });
    }
    return this.#readJson(exchange);
  }

  #readLink(token: string, { form }: Call): ReturnType<typeof readFormLink> {
    return readFormLink(token, { skill: form.skill.id, secrets: this.#secrets, now: Date.now() });
  }

  /** Sends the events of a task until it ends or waits, or the page goes away; the task goes on. */
  async #sendEvents(
    { exchange }: Call,
    open: (signal: AbortSignal) => Promise<ReceiptEvents>,
  ): Promise<void> {
    const { reply } = exchange;
    const end = this.#limits.open(exchange.message);
    const { closing, streamLimits } = this.#host;
    try {
      await sendCallEvents(reply, {
        async open(signal) {
          const events = await open(signal);
          // Pages of other origins read only the headers that are named here.
          reply.setHeader('Access-Control-Expose-Headers', 'X-Formwork-Heartbeat');
          return events;
        },
        closing,
        limits: streamLimits,
        toErrorData: (error) => {
          const { code, reason, message } = this.#toRefusal(error);
          return toFailureData({ code, reason, message });
        },
        answerError: (error) => this.#answerError(exchange, error),
      });
    } finally {
      end();
    }
  }

  async #useReceipt(call: Call, what: 'watch' | 'cancel'): Promise<void> {
    await this.#limits.read(call.exchange.message);
    const token = readBodyText(await this.#takeBody(call), 'receipt');
    const skill = call.form.skill.id;
    await this.#sendEvents(call, (signal) => this.#submissions[what]({ skill, token }, signal));
  }

  #sendScript({ message, reply }: Exchange, isNamed: boolean): void {
    const { bytes, compressed, integrity } = readElementFile();
    const tag = `"${integrity}"`;
    setScriptHeaders(reply, isNamed);
    reply.setHeader('ETag', tag);
    const { 'cache-control': wish = '' } = message.headers;
    if (hasTag(message, tag) && !wish.includes('no-cache')) {
      reply.writeHead(304).end();
      return;
    }
    const encoding = chooseEncoding(message, ['br', 'gzip']);
    if (encoding !== undefined) reply.setHeader('Content-Encoding', encoding);
    reply.end(encoding === undefined ? bytes : compressed[encoding]);
  }

  /** Tells why a request is refused: visitors on a page in their language, programs as JSON. */
  #answerError({ message: request, reply }: Exchange, error: unknown): void {
    const refusal = this.#toRefusal(error);
    const { status, code, reason, message, retryAfterMs } = refusal;
    if (retryAfterMs !== undefined) {
      reply.setHeader('Retry-After', Math.ceil(retryAfterMs / 1_000));
    }
    if (isForPeople(request)) {
      const language = chooseLanguage(request, PAGE_LANGUAGES) ?? 'en';
      setDataHeaders(reply);
      reply.setHeader('Content-Security-Policy', REFUSAL_PAGE_POLICY);
      for (const name of ['Accept', 'Accept-Language']) addVary(reply, name);
      const contentType = 'text/html; charset=utf-8';
      sendText(reply, createRefusalPage(reason, language), { status, contentType });
      return;
    }
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    sendJson(reply, { error: { code, reason, message, ...wait } }, { status });
  }

  #toRefusal(error: unknown): FormRefusal {
    if (error instanceof FormRefusal) return error;
    const body = toBodyFailure(error);
    const seconds = findRetrySeconds(error);
    if (seconds !== undefined) {
      const reason = error instanceof QuotaError ? 'RATE_LIMITED' : 'UNAVAILABLE';
      const message = 'The form cannot be used just now. Try it again in a few seconds.';
      return new FormRefusal(reason, message, { retryAfterMs: seconds * 1_000, cause: error });
    }
    if (body !== undefined) {
      const status = body.kind === 'too-large' ? 413 : 400;
      return new FormRefusal('BODY', body.message, { status, cause: error });
    }
    this.#host.logger.error('Cannot serve a public form', { error: toErrorText(error) });
    return new FormRefusal('UNAVAILABLE', 'The form cannot be used at the moment. Try it later.', {
      status: 500,
      cause: error,
    });
  }

  async #answer(exchange: Exchange): Promise<void> {
    const { message: request, reply, path, query } = exchange;
    const [skillId = '', action, ...extras] = path.slice(1).split('/');
    if (isRead(request) && action === undefined && skillId.endsWith('.js')) {
      const isNamed = skillId === readElementFile().name;
      if (isNamed || skillId === 'element.js') {
        this.#sendScript(exchange, isNamed);
        return;
      }
    }
    setDataHeaders(reply);
    admitPage(request, reply, this.#allowedOrigins);
    if (request.method === 'OPTIONS') {
      answerPreflight(reply);
      return;
    }
    const handler = action === undefined ? undefined : this.#handlers[action];
    const isAllowed =
      action === undefined || action === 'describe' ? isRead(request) : request.method === 'POST';
    const isKnown =
      extras.length === 0 && (action === undefined || Object.hasOwn(this.#handlers, action));
    const form = isKnown && isAllowed ? await this.#agent.describe(skillId) : undefined;
    if (form === undefined) throw new FormRefusal('NOT_PUBLISHED', 'There is no public form here.');
    if (this.#host.closing.aborted) {
      throw new FormRefusal('UNAVAILABLE', 'The form is not available just now. Try it later.', {
        retryAfterMs: UNAVAILABLE_SECONDS * 1_000,
      });
    }
    if (handler !== undefined) {
      await handler({ exchange, form });
      return;
    }
    await this.#limits.read(request);
    const isEmbedded = query['embed'] !== undefined;
    reply.removeHeader('Access-Control-Allow-Origin');
    setPageHeaders(reply, isEmbedded ? this.#frameAncestors : undefined);
    reply.end(createFormPage({ form, element: readElementFile(), isEmbedded }), 'utf8');
  }
}

function isRead({ method }: RequestMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** True if a person looks at the answer: a browser asks for a page, a program for JSON. */
function isForPeople(request: RequestMessage): boolean {
  return isRead(request) && chooseType(request, ['application/json', 'text/html']) === 'text/html';
}
