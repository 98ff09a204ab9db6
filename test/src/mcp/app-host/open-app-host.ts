import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Tool } from '@modelcontextprotocol/client';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright-core';
import { HEARD, leavePage, takePage } from '../../support/keep-page.ts';
import { pollUntil } from '../../support/poll-until.ts';
import { HOST_PAGE, VIEW_POLICY } from './host-page.ts';

export const UI_EXTENSION = 'io.modelcontextprotocol/ui';
export const VIEW_TYPE = 'text/html;profile=mcp-app';

/** A JSON-RPC message from a view; any field may be absent. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

/** The properties of a host, as the host tells the view. */
interface AppOptions {
  readonly theme?: 'light' | 'dark';
  readonly locale?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The capabilities of the host. Default: all that the view uses. */
  readonly capabilities?: object;
  /** The methods that the host refuses. Default: none. */
  readonly refuses?: readonly string[];
  /** False if the host does not tell the view which tool was called. Default true. */
  readonly tellsTool?: boolean;
  /** The colour scheme of the operating system. Default `light`. */
  readonly colorScheme?: 'light' | 'dark';
}

/** A view of the MCP bridge in the sandbox of a host's page. */
export interface App {
  readonly page: Page;
  readonly view: FrameLocator;
  /** All messages that the view sent. */
  readonly said: readonly Message[];
  /** The paths that the browser requested. */
  readonly requests: readonly string[];
  readonly faults: readonly string[];
  notify(method: string, params: object): Promise<void>;
  /** Sends a request to the view and returns the view's answer. */
  ask(method: string, params: object): Promise<Message>;
  /** Calls the tool from the host, as for a model, and shows the result in the view. */
  call(args: object): Promise<void>;
  /** Returns the params of the last message with a method, or `undefined`. */
  last(method: string): Message['params'];
  /** The MCP client of the host, which is connected to the bridge. */
  readonly client: Client;
}

/** Hosts with views, which share one browser page and one connection to a bridge. */
export interface AppHosts {
  /** Opens a new document of the host with a view, and ends the last one. */
  open(tool: string, options?: AppOptions): Promise<App>;
  readonly client: Client;
  readonly html: string;
  close(): Promise<void>;
}

const CAPABILITIES = {
  openLinks: {},
  downloadFile: {},
  serverTools: {},
  serverResources: {},
  updateModelContext: { text: {}, structuredContent: {} },
  message: { text: {} },
};

/** Connects a host that supports MCP Apps to a bridge, and starts its browser. */
export async function openAppHosts(bridge: URL): Promise<AppHosts> {
  const client = new Client(
    { name: 'app-host', version: '1' },
    {
      capabilities: {
        extensions: { [UI_EXTENSION]: { mimeTypes: [VIEW_TYPE] } },
        // The host can ask a person itself; the page draws questions nevertheless.
        elicitation: { form: {} },
      },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  client.setRequestHandler('elicitation/create', () => Promise.resolve({ action: 'cancel' }));
  await client.connect(new StreamableHTTPClientTransport(bridge));
  const { tools } = await client.listTools();
  const html = await readPage(client, tools);
  const server = createServer((request, response) => {
    const isView = request.url === '/view';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (isView) response.setHeader('content-security-policy', VIEW_POLICY);
    response.end(isView ? html : HOST_PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const page = await takePage();
  return {
    client,
    html,
    open: (name, options = {}) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      return openApp({ page, url, client, tools, tool, options });
    },
    async close() {
      await leavePage(page);
      await client.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Reads from a tool the URI of its view, and who may see the tool. */
export function readUi(tool: Pick<Tool, '_meta'> | undefined): {
  readonly resourceUri?: string;
  readonly visibility?: readonly string[];
} {
  const { _meta: meta } = tool ?? {};
  return { ...(meta?.['ui'] as object) };
}

async function readPage(client: Client, tools: readonly Tool[]): Promise<string> {
  const { resourceUri = '' } = readUi(tools[0]);
  const { contents } = await client.readResource({ uri: resourceUri });
  const [content] = contents;
  if (content === undefined || !('text' in content)) throw new Error('There is no page.');
  return content.text;
}

/**
 * The listeners to messages of the views, by page, because a function can be exposed to a page only
 * once.
 */
const hearers = new WeakMap<Page, (text: string) => void>();

/** Sets the listener to messages of the view in a page, instead of the one before. */
async function hearView(page: Page, hear: (text: string) => void): Promise<void> {
  const isHeard = hearers.has(page);
  hearers.set(page, hear);
  if (!isHeard) await page.exposeFunction('fromView', (text: string) => hearers.get(page)?.(text));
}

interface OpenOptions {
  readonly page: Page;
  readonly url: string;
  readonly client: Client;
  readonly tools: readonly Tool[];
  readonly tool: Tool;
  readonly options: AppOptions;
}

async function openApp({ page, url, client, tools, tool, options }: OpenOptions): Promise<App> {
  for (const name of HEARD) page.removeAllListeners(name);
  // Reduced motion stops animations, which would be drawn sixty times a second during a test.
  await page.emulateMedia({
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: 'reduce',
  });
  const said: Message[] = [];
  const requests: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });

  const toView = async (message: object): Promise<void> => {
    await page.evaluate(`toView(${JSON.stringify({ jsonrpc: '2.0', ...message })})`);
  };

  async function answer(method: string, params: NonNullable<Message['params']>): Promise<object> {
    if (options.refuses?.includes(method) === true) throw new Error('Denied by the user');
    switch (method) {
      case 'ui/initialize':
        return {
          protocolVersion: '2026-01-26',
          hostInfo: { name: 'app-host', version: '1' },
          hostCapabilities: options.capabilities ?? CAPABILITIES,
          hostContext: {
            ...(options.tellsTool !== false && { toolInfo: { id: 1, tool } }),
            ...(options.theme && { theme: options.theme }),
            ...(options.locale && { locale: options.locale }),
            ...(options.variables && { styles: { variables: options.variables } }),
          },
        };
      case 'tools/call': {
        const { name, arguments: args } = params as { name: string; arguments: object };
        const found = tools.find((one) => one.name === name);
        const { visibility = ['model', 'app'] } = readUi(found);
        if (found === undefined || !visibility.includes('app')) throw new Error('No such tool');
        return client.callTool({ name, arguments: { ...args } });
      }
      case 'resources/read':
        return client.readResource({ uri: String(params['uri']) });
      case 'ui/open-link':
      case 'ui/message':
      case 'ui/update-model-context':
      case 'ui/download-file':
        return {};
      default:
        throw new Error(`Method not found: ${method}`);
    }
  }

  // Answers for a document that has been replaced are dropped.
  const reply = async (message: object): Promise<void> => {
    if (hearers.get(page) === hear) await toView(message);
  };
  const hear = (text: string): void => {
    const message = JSON.parse(text) as Message;
    said.push(message);
    const { id, method, params = {} } = message;
    if (id === undefined || method === undefined) return;
    answer(method, params)
      .then(
        (result) => reply({ id, result }),
        (error: unknown) =>
          reply({ id, error: { code: -32_000, message: (error as Error).message } }),
      )
      .catch(() => {});
  };
  await page.goto(url);
  await hearView(page, hear);
  await page.evaluate('begin()');
  const has = (found: (message: Message) => boolean) => pollUntil(() => said.find(found));
  await has(({ method }) => method === 'ui/notifications/initialized');
  let asked = 0;
  const notify = (method: string, params: object): Promise<void> => toView({ method, params });
  return {
    page,
    view: page.frameLocator('#view'),
    said,
    requests,
    faults,
    client,
    notify,
    async ask(method, params) {
      asked += 1;
      const id = `host-${asked}`;
      await toView({ id, method, params });
      return has((message) => message.id === id && message.method === undefined);
    },
    async call(args) {
      await notify('ui/notifications/tool-input', { arguments: args });
      const result = await client.callTool({ name: tool.name, arguments: { ...args } });
      await notify('ui/notifications/tool-result', result);
    },
    last: (method) => said.findLast((message) => message.method === method)?.params,
  };
}
