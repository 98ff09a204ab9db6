import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { pollUntil } from '../support/poll-until.ts';
import { MINI_BROWSER, SCREEN, WEBKIT_DRIVER } from '../support/programs/browsers.ts';
import { getProgram } from '../support/programs/get-program.ts';
import { toAmericanParts, type JourneyWindow, type Key } from './journey-window.ts';

/** The characters by which WebDriver names keys (section 17.4.2). */
const KEYS: Readonly<Record<string, string>> = {
  Control: '\u{E009}',
  Enter: '\u{E007}',
  Tab: '\u{E004}',
};

/** A script that remembers the errors of a page; it is too late for those while the page loads. */
const REMEMBER = `
  window.faults = [];
  addEventListener('error', ({ message }) => window.faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.faults.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.faults.push(violatedDirective + ' refuses ' + blockedURI));
`;

/** Sends a command of WebDriver, and returns its value. */
type Send = (method: string, path: string, body?: object) => Promise<unknown>;

/**
 * Starts the small browser of WebKitGTK on a screen in memory, and opens a window. Its driver takes
 * the commands of WebDriver over HTTP.
 */
export async function openWebKit(): Promise<JourneyWindow> {
  const { file: driverFile } = await getProgram(WEBKIT_DRIVER);
  const { file: browser } = await getProgram(MINI_BROWSER);
  const { file: screenFile } = await getProgram(SCREEN);
  const screen = spawn(
    screenFile,
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const ended: ChildProcess[] = [screen];
  try {
    const [display] = await Promise.race([
      once(screen.stdio[3] ?? screen, 'data'),
      once(screen, 'exit').then(([code]) => {
        throw new Error(`Cannot open a page because Xvfb must stay: it ended with ${code}.`);
      }),
    ]);
    const port = await findPort();
    const driver = spawn(driverFile, ['--host=127.0.0.1', `--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${String(display).trim()}`, LANGUAGE: 'en_US' },
      stdio: 'ignore',
    });
    ended.unshift(driver);
    const send = await connect(`http://127.0.0.1:${port}`, driver);
    return await openSession(send, { browser, ended });
  } catch (error) {
    for (const program of ended) program.kill();
    throw error;
  }
}

/** Opens a window through a driver; `ended` are the programs to end with it. */
async function openSession(
  send: Send,
  { browser, ended }: { readonly browser: string; readonly ended: readonly ChildProcess[] },
): Promise<JourneyWindow> {
  const options = { binary: browser, args: ['--automation', '--geometry=1280x900'] };
  const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  const { sessionId } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: wanted },
  })) as { readonly sessionId: string };
  const command: Send = (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
  const run = (script: string): Promise<unknown> =>
    command('POST', '/execute/sync', { script, args: [] });
  const errors: string[] = [];
  async function takeErrors(): Promise<void> {
    errors.push(...((await run('return (window.faults ?? []).splice(0)')) as readonly string[]));
  }
  const act = (actions: readonly object[]): Promise<unknown> =>
    command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  // All characters go in one command, because parts of a date forget a digit after a second.
  const type = async (text: string): Promise<void> =>
    void (await act(Array.from(text, (key) => toActions([key])).flat()));
  return {
    async open(url) {
      await command('POST', '/url', { url });
      await run(REMEMBER);
    },
    async reload() {
      await takeErrors();
      await command('POST', '/refresh', {});
      await run(REMEMBER);
    },
    press: async (key, { control = false } = {}) =>
      void (await act(toActions(control ? ['Control', key] : [key]))),
    type,
    // The cursor stays in a part of the date until a separator comes.
    typeDate: (date) => type(toAmericanParts(date).join('-')),
    read: (expression) => run(`return (${expression})`),
    async listErrors() {
      await takeErrors();
      return errors;
    },
    async close() {
      await command('DELETE', '').catch(() => {});
      for (const program of ended) {
        program.kill();
        if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      }
    },
  };
}

/** Returns the actions that press keys in order, and release them in the reverse order. */
function toActions(keys: readonly Key[]): readonly object[] {
  const values = keys.map((key) => KEYS[key] ?? key);
  return [
    ...values.map((value) => ({ type: 'keyDown', value })),
    ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
  ];
}

/** Waits until a driver answers, and returns a function that sends it commands. */
async function connect(address: string, driver: ChildProcess): Promise<Send> {
  const send: Send = async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { readonly value: { readonly message?: string } };
    if (!answer.ok) throw new Error(`The driver of WebKit refused ${path}: ${value.message}`);
    return value;
  };
  return pollUntil(async () => {
    try {
      await send('GET', '/status');
      return send;
    } catch (error) {
      if (driver.exitCode !== null) throw error;
      return undefined;
    }
  });
}

async function findPort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}
