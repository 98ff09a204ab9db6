import { isRecord, toRecord } from '@formwork/schema/json';
import { type HostState, INITIAL_STATE, mergeContext, readAbilities } from './host-state.ts';

/** Thrown when the host refuses a request. */
class HostError extends Error {
  override readonly name = 'HostError';
}

/** The version of MCP Apps that this page supports. */
const PROTOCOL_VERSION = '2026-01-26';

/** The outcome of the call that the host itself makes. */
type HostOutcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'cancelled'; readonly reason: string };

/** The host that shows this page, with the requests that the page can send to it. */
export interface Host {
  readonly state: () => HostState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resolves with the outcome of the call that the page was opened for. */
  readonly outcome: Promise<HostOutcome>;
  callTool(name: string, args: object): Promise<unknown>;
  readResource(uri: string): Promise<unknown>;
  /**
   * Leaves a note that the model reads with the person's next message, in place of the note before.
   */
  tellModel(text: string, data: Readonly<Record<string, unknown>>): Promise<void>;
  /** Sends a message to the chat in the person's name. */
  sendMessage(text: string): Promise<void>;
  openLink(url: string): Promise<void>;
  download(file: {
    readonly name: string;
    readonly mimeType: string;
    readonly base64: string;
  }): Promise<void>;
  tellSize(size: { readonly width: number; readonly height: number }): void;
}

/** Connects to the host with MCP Apps: the handshake, its notifications, and requests. */
export function openHost(
  view: Window,
  {
    onTeardown,
  }: {
    /** Called before the host removes the page. */
    readonly onTeardown: () => void;
  },
): Host {
  const listeners = new Set<() => void>();
  let state = INITIAL_STATE;
  let settle: (outcome: HostOutcome) => void = () => {};
  const outcome = new Promise<HostOutcome>((resolve) => {
    settle = resolve;
  });

  function set(next: Partial<HostState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const link = openHostLink(view, {
    onNotification(method, params) {
      switch (method) {
        case 'ui/notifications/tool-input-partial':
        case 'ui/notifications/tool-input': {
          const { arguments: input } = params;
          const isWhole = method === 'ui/notifications/tool-input';
          // A call has one input; later ones are ignored.
          if (!state.call.isWhole) set({ call: { input: toRecord(input), isWhole } });
          return;
        }
        case 'ui/notifications/tool-result':
          // A host may send a result without any input before it.
          if (!state.call.isWhole) set({ call: { input: state.call.input ?? {}, isWhole: true } });
          settle({ kind: 'result', result: params });
          return;
        case 'ui/notifications/tool-cancelled': {
          const { reason } = params;
          settle({ kind: 'cancelled', reason: typeof reason === 'string' ? reason : '' });
          return;
        }
        case 'ui/notifications/host-context-changed':
          set({ context: mergeContext(state.context, params) });
          return;
        default:
      }
    },
    onRequest(method) {
      if (method === 'ping') return {};
      if (method !== 'ui/resource-teardown') return undefined;
      onTeardown();
      return {};
    },
  });

  async function begin(): Promise<void> {
    const answer = await link.request('ui/initialize', {
      protocolVersion: PROTOCOL_VERSION,
      appInfo: { name: 'formwork-view', title: 'Formwork', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    });
    const result = toRecord(answer);
    set({
      isReady: true,
      context: mergeContext(state.context, result['hostContext']),
      abilities: readAbilities(result['hostCapabilities']),
    });
    link.notify('ui/notifications/initialized', {});
  }
  // A refusal of the host has no reader.
  begin().catch(() => {});

  const text = (message: string) => [{ type: 'text', text: message }];
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    outcome,
    callTool: (name, args) => link.request('tools/call', { name, arguments: args }),
    readResource: (uri) => link.request('resources/read', { uri }),
    async tellModel(message, data) {
      const params = { content: text(message), structuredContent: data };
      await link.request('ui/update-model-context', params);
    },
    async sendMessage(message) {
      await link.request('ui/message', { role: 'user', content: text(message) });
    },
    async openLink(url) {
      await link.request('ui/open-link', { url });
    },
    async download({ name, mimeType, base64 }) {
      const uri = `file:///${encodeURIComponent(name)}`;
      const contents = [{ type: 'resource', resource: { uri, mimeType, blob: base64 } }];
      await link.request('ui/download-file', { contents });
    },
    tellSize: (size) => link.notify('ui/notifications/size-changed', size),
  };
}

/** The connection to the host: JSON-RPC 2.0 in messages between windows (MCP Apps, transport). */
interface HostLink {
  /**
   * Sends a request to the host and resolves with its answer. @throws HostError as the promise's
   * rejection, if the host refuses.
   */
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
}

/**
 * Opens the connection to the host. Messages of any window but the parent are ignored. Once the
 * host has answered, everything is sent to its origin only.
 */
function openHostLink(
  view: Window,
  {
    onNotification,
    onRequest,
  }: {
    readonly onNotification: (method: string, params: Readonly<Record<string, unknown>>) => void;
    /** Answers a request of the host; `undefined` for an unknown method. */
    readonly onRequest: (method: string) => object | undefined;
  },
): HostLink {
  const { parent } = view;
  const waiting = new Map<
    number,
    {
      readonly resolve: (result: unknown) => void;
      readonly reject: (error: HostError) => void;
    }
  >();
  let target = '*';
  let last = 0;

  function send(message: object): void {
    parent.postMessage({ jsonrpc: '2.0', ...message }, target);
  }

  view.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = event.data;
    if (event.source !== parent || !isRecord(message) || message['jsonrpc'] !== '2.0') return;
    const { id, method, params } = message;
    if (typeof method === 'string') {
      if (id === undefined) onNotification(method, toRecord(params));
      else answer(id, method);
      return;
    }
    const waiter = typeof id === 'number' ? waiting.get(id) : undefined;
    if (typeof id !== 'number' || waiter === undefined) return;
    waiting.delete(id);
    // A window of an opaque origin cannot be named.
    if (event.origin !== '' && event.origin !== 'null') target = event.origin;
    const { error } = message;
    if (error === undefined) waiter.resolve(message['result']);
    else waiter.reject(new HostError(readReason(error)));
  });

  function answer(id: unknown, method: string): void {
    const result = onRequest(method);
    const error = { code: -32601, message: 'Method not found' };
    send(result === undefined ? { id, error } : { id, result });
  }

  return {
    request(method, params) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ id, method, params });
      });
    },
    notify: (method, params) => send({ method, params }),
  };
}

function readReason(error: unknown): string {
  const message = isRecord(error) ? error['message'] : undefined;
  return typeof message === 'string' && message !== ''
    ? message.slice(0, 2000)
    : 'The host refused.';
}
