import { QuotaError } from '@formwork/runtime';
import { toErrorText } from '@formwork/schema';
import type { AdapterHost, ProtocolAdapter } from '@formwork/server';
import {
  findRetrySeconds,
  UNAVAILABLE_SECONDS,
  createJsonBodyReader,
  readMediaType,
  sendCallEvents,
  sendJson,
  toBodyFailure,
  toFailureData,
} from '@formwork/server/internal';
import { type NextFunction, type Request, type Response, Router } from 'express';
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
import { createPublicAgent, type FormDescription, type PublicAgent } from './public-agent.ts';
import { checkPublicFormsOptions, type PublicFormsOptions } from './public-forms-options.ts';
import { createRefusalPage, PAGE_LANGUAGES, REFUSAL_PAGE_POLICY } from './refusal-page.ts';
import { createSubmissions, type ReceiptEvents, type Submissions } from './submissions.ts';

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
    router: new PublicForms(host, { ...options, path: basePath }).createRouter(),
  });
}

/** The address of a form that was asked for, and what was asked of it. */
interface Call {
  readonly request: Request;
  readonly response: Response;
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
    this.#agent = createPublicAgent(host);
    this.#submissions = createSubmissions(host, this.#agent);
    this.#limits = createFormLimits(host, options);
    this.#readJson = createJsonBodyReader({ limit: host.bodyLimit, isJson: () => true });
    this.#handlers = {
      describe: async ({ request, response, form }) => {
        await this.#limits.read(request);
        sendJson(response, form);
      },
      link: (call) => this.#showLink(call),
      send: (call) => this.#takeMessage(call),
      watch: (call) => this.#useReceipt(call, 'watch'),
      cancel: (call) => this.#useReceipt(call, 'cancel'),
    };
    this.#path = options.path;
  }

  createRouter(): Router {
    const router = Router();
    router.use(this.#path, async (request: Request, response: Response, next: NextFunction) => {
      if (request.path === '/' && !isForPeople(request)) {
        next();
        return;
      }
      try {
        await this.#answer(request, response);
      } catch (error) {
        if (response.headersSent) response.destroy();
        else this.#answerError(request, response, error);
      }
    });
    return router;
  }

  async #showLink(call: Call): Promise<void> {
    await this.#limits.read(call.request);
    const link = this.#readLink(readBodyText(await this.#takeBody(call), 'link'), call);
    const { values, expiresAt, once } = link;
    const skill = this.#host.agent.skills.find(({ id }) => id === call.form.skill.id);
    checkLinkValues(link, skill?.inputs.values().next().value);
    await this.#submissions.checkUnused(call.form.skill.id, link);
    const isOnce = once !== undefined;
    sendJson(call.response, { values, isOnce, ...(expiresAt !== undefined && { expiresAt }) });
  }

  async #takeMessage(call: Call): Promise<void> {
    const skill = call.form.skill.id;
    // Counts the request before its body is read, as a submission only once that is known.
    await this.#limits.read(call.request);
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
    await this.#limits.submit(call.request, skill);
    await this.#sendEvents(call, (signal) =>
      this.#submissions.submit({ skill, message, link }, signal),
    );
  }

  async #takeBody({ request }: Call): Promise<unknown> {
    if (readMediaType(request) !== 'application/json') {
      const message = 'Cannot read the request because its Content-Type must be application/json.';
      throw new FormRefusal('BODY', message, { status: 415 });
    }
    await this.#readJson(request);
    return request.body;
  }

  #readLink(token: string, { form }: Call): ReturnType<typeof readFormLink> {
    return readFormLink(token, { skill: form.skill.id, secrets: this.#secrets, now: Date.now() });
  }

  /** Sends the events of a task until it ends or waits, or the page goes away; the task goes on. */
  async #sendEvents(
    { request, response }: Call,
    open: (signal: AbortSignal) => Promise<ReceiptEvents>,
  ): Promise<void> {
    const end = this.#limits.open(request);
    const { closing, streamLimits } = this.#host;
    try {
      await sendCallEvents(response, {
        async open(signal) {
          const events = await open(signal);
          // Pages of other origins read only the headers that are named here.
          response.setHeader('Access-Control-Expose-Headers', 'X-Formwork-Heartbeat');
          return events;
        },
        closing,
        limits: streamLimits,
        toErrorData: (error) => {
          const { code, reason, message } = this.#toRefusal(error);
          return toFailureData({ code, reason, message });
        },
        answerError: (error) => this.#answerError(request, response, error),
      });
    } finally {
      end();
    }
  }

  async #useReceipt(call: Call, what: 'watch' | 'cancel'): Promise<void> {
    await this.#limits.read(call.request);
    const token = readBodyText(await this.#takeBody(call), 'receipt');
    const skill = call.form.skill.id;
    await this.#sendEvents(call, (signal) => this.#submissions[what]({ skill, token }, signal));
  }

  #sendScript(request: Request, response: Response, isNamed: boolean): void {
    const { bytes, compressed, integrity } = readElementFile();
    setScriptHeaders(response, isNamed);
    response.setHeader('ETag', `"${integrity}"`);
    if (request.fresh) {
      response.writeHead(304).end();
      return;
    }
    const encoding = request.acceptsEncodings('br', 'gzip');
    const chosen = encoding === 'br' || encoding === 'gzip' ? encoding : undefined;
    if (chosen !== undefined) response.setHeader('Content-Encoding', chosen);
    response.end(chosen === undefined ? bytes : compressed[chosen]);
  }

  /** Tells why a request is refused: visitors on a page in their language, programs as JSON. */
  #answerError(request: Request, response: Response, error: unknown): void {
    const refusal = this.#toRefusal(error);
    const { status, code, reason, message, retryAfterMs } = refusal;
    if (retryAfterMs !== undefined) {
      response.setHeader('Retry-After', Math.ceil(retryAfterMs / 1_000));
    }
    if (isForPeople(request)) {
      const language = request.acceptsLanguages([...PAGE_LANGUAGES]) || 'en';
      setDataHeaders(response);
      response.setHeader('Content-Security-Policy', REFUSAL_PAGE_POLICY);
      response.vary('Accept, Accept-Language');
      response.status(status).type('html').end(createRefusalPage(reason, language));
      return;
    }
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    sendJson(response, { error: { code, reason, message, ...wait } }, { status });
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

  async #answer(request: Request, response: Response): Promise<void> {
    const [skillId = '', action, ...extras] = request.path.slice(1).split('/');
    if (isRead(request) && action === undefined && skillId.endsWith('.js')) {
      const isNamed = skillId === readElementFile().name;
      if (isNamed || skillId === 'element.js') {
        this.#sendScript(request, response, isNamed);
        return;
      }
    }
    setDataHeaders(response);
    admitPage(request, response, this.#allowedOrigins);
    if (request.method === 'OPTIONS') {
      answerPreflight(response);
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
      await handler({ request, response, form });
      return;
    }
    await this.#limits.read(request);
    const isEmbedded = new URLSearchParams(request.url.split('?')[1]).has('embed');
    response.removeHeader('Access-Control-Allow-Origin');
    setPageHeaders(response, isEmbedded ? this.#frameAncestors : undefined);
    response.end(createFormPage({ form, element: readElementFile(), isEmbedded }));
  }
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** True if a person looks at the answer: a browser asks for a page, a program for JSON. */
function isForPeople(request: Request): boolean {
  return isRead(request) && request.accepts('json', 'html') === 'html';
}
