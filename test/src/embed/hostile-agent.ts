import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Markup that would run, load or show something if anything took it for markup. */
const MARKUP =
  '<img src="http://tracker.invalid/a.png" onerror="window.pwned=1"><script>window.pwned=1</script><a href="javascript:window.pwned=1">x</a><style>body{display:none}</style>';

/** A text on which a careless pattern runs for longer than anybody waits. */
const BOMB = `${'a'.repeat(40)}!`;

const SCHEMA = {
  type: 'object',
  title: MARKUP,
  description: MARKUP,
  properties: {
    name: { type: 'string', title: `Name ${MARKUP}`, description: MARKUP, default: MARKUP },
    bomb: { type: 'string', title: 'Bomb', pattern: '^(a+)+$', default: BOMB },
    color: { title: 'Colour', enum: [MARKUP, 'javascript:window.pwned=1'] },
    remote: { $ref: 'http://tracker.invalid/schema.json' },
    password: { type: 'string', title: 'Password', format: 'password' },
  },
};

const DESCRIPTION = {
  version: 1,
  agent: MARKUP,
  skill: {
    id: 'evil',
    name: MARKUP,
    description: MARKUP,
    inputs: [{ kind: 'usable', name: 'in', schema: SCHEMA, fingerprint: '' }],
    outputs: [{ kind: 'usable', name: 'out', schema: { type: 'object' }, fingerprint: '' }],
    examples: [{ kind: 'input', schema: 'in', data: { name: MARKUP } }],
    fileTypes: [MARKUP, 7],
    fileLimits: { maxBytes: MARKUP, maxFiles: -1 },
  },
  maxFileBytes: MARKUP,
  texts: { title: MARKUP, intro: MARKUP, submitLabel: `Go ${MARKUP}` },
  theme: { accent: '#fff}:host{display:none}body{display:none' },
};

/** The result of the hostile agent: links, pictures and markup in every place that is drawn. */
const RESULT = {
  kind: 'result',
  taskId: 'r'.repeat(43),
  contextId: '',
  schema: '',
  data: {
    html: MARKUP,
    markdown: `# ${MARKUP}\n![x](http://tracker.invalid/b.png) [y](javascript:window.pwned=1)`,
    link: 'javascript:window.pwned=1',
    image: 'http://tracker.invalid/c.png',
    url: 'https://elsewhere.invalid/',
  },
  text: MARKUP,
  conclusion: MARKUP,
  files: [
    { kind: 'url', name: MARKUP, mediaType: 'image/png', url: 'http://tracker.invalid/d.png' },
    { kind: 'url', name: 'x', mediaType: 'text/html', url: 'javascript:window.pwned=1' },
    { kind: 'bytes', name: 'x.svg', mediaType: 'image/svg+xml', base64: 'PHN2Zy8+' },
    'no file',
  ],
  problems: [{ pointer: 7, message: MARKUP }, 'no problem'],
};

/** Events that no honest agent sends. */
const GARBAGE = [
  'no JSON',
  '[]',
  '7',
  'null',
  '{"kind":"exchange","body":"x"}',
  '{"kind":"toString"}',
  '{"__proto__":{"polluted":1},"kind":"progress","text":{"a":1},"fraction":"x"}',
  '{"kind":"artifact","artifactId":"__proto__","data":"x","files":{}}',
  JSON.stringify({ kind: 'progress', taskId: RESULT.taskId, text: MARKUP, fraction: 7 }),
];

/** An agent that attacks the pages on which its form stands. */
export interface HostileAgent {
  readonly url: string;
  /** The headers of all requests that came. */
  readonly heard: readonly IncomingHttpHeaders[];
  readonly close: () => void;
}

/** Serves an agent that answers with attacks, on a free port. */
export async function serveHostileAgent(): Promise<HostileAgent> {
  const heard: IncomingHttpHeaders[] = [];

  function sendEvents(response: ServerResponse, events: readonly string[]): void {
    response.setHeader('content-type', 'text/event-stream');
    response.end(events.map((data) => `data: ${data}\n\n`).join(''));
  }

  const server = createServer((request, response) => {
    heard.push(request.headers);
    const { url = '' } = request;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('set-cookie', 'spy=1; SameSite=None');
    response.setHeader('refresh', '0; url=http://tracker.invalid/');
    response.setHeader('clear-site-data', '"storage"');
    response.setHeader('content-type', 'application/json');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
    } else if (url === '/forms/evil/describe') {
      // A name twice, and one that would change the prototype of a careless copy.
      response.end(JSON.stringify(DESCRIPTION).replace('{', '{"__proto__":{"polluted":1},'));
    } else if (url === '/forms/evil/send') {
      sendEvents(response, [...GARBAGE, JSON.stringify(RESULT)]);
    } else if (url === '/forms/moved/describe') {
      response.writeHead(307, { location: '/forms/evil/describe' }).end();
    } else if (url === '/forms/endless/describe') {
      // Real time: pieces come without end, and no assertion depends on how often.
      const flow = setInterval(() => response.write('x'.repeat(1_000_000)), 2);
      response.on('close', () => clearInterval(flow));
    } else if (url === '/forms/odd/describe') {
      response.end('{"version":1,"skill":[],"texts":7,"theme":null}');
    } else {
      response.writeHead(404).end('<h1>no JSON</h1>');
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
