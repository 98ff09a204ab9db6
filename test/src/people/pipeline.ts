import { connect, type Socket } from 'node:net';

/** A request that was sent, and whose answer has not come. */
interface Awaited {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

/** Matches the head of an answer with all its lines. */
const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/u;

/**
 * Sends requests of HTTP/1.1 over one connection without waiting for the answers to those before, so
 * that a thousand come at the same moment for a tenth of the work that as many calls of `fetch` take.
 */
export class Pipeline {
  readonly #origin: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #socket: Socket;
  readonly #awaited: Awaited[] = [];
  #text = '';

  /** `headers` are those of every request. */
  constructor(origin: string, headers: Readonly<Record<string, string>>) {
    this.#origin = new URL(origin);
    this.#headers = { host: this.#origin.host, ...headers };
    this.#socket = connect(Number(this.#origin.port), this.#origin.hostname);
    // The bodies are JSON of ASCII characters.
    this.#socket.setEncoding('latin1').on('data', (piece: string) => this.#read(piece));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('The connection has ended.')));
  }

  /** Sends a request whose body is a text of ASCII characters. */
  send(path: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : '';
    const all = { ...this.#headers, ...Object.fromEntries(new Headers(headers)) };
    const lines = Object.entries({ ...all, 'content-length': String(text.length) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return new Promise((resolve, reject) => {
      this.#awaited.push({ resolve, reject });
      this.#socket.cork();
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n${text}`, 'latin1');
      // What a turn sends goes together.
      process.nextTick(() => this.#socket.uncork());
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(piece: string): void {
    this.#text += piece;
    for (let head = HEAD.exec(this.#text); head !== null; head = HEAD.exec(this.#text)) {
      const [whole, status = '', lines = ''] = head;
      const length = Number(/^content-length: (\d+)/imu.exec(lines)?.[1] ?? 0);
      if (this.#text.length < whole.length + length) return;
      const body = this.#text.slice(whole.length, whole.length + length);
      this.#text = this.#text.slice(whole.length + length);
      this.#awaited
        .shift()
        ?.resolve(new Response(body === '' ? null : body, { status: Number(status) }));
    }
  }

  #fail(error: Error): void {
    for (const { reject } of this.#awaited.splice(0)) reject(error);
  }
}
