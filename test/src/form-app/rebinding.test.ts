import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { CHROMIUM } from '../support/programs/browsers.ts';
import { getProgram } from '../support/programs/get-program.ts';
import { startCli } from '../support/run-cli.ts';
import { onTestFinished } from '../support/test-end.ts';

const RUN = {
  jsonrpc: '2.0',
  id: 1,
  method: 'SendMessage',
  params: { message: createMessage([createTaggedPart('ask', { to: 'you' })]) },
};
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'page', version: '1' },
  },
};

/** Requests by which a hostile page would call the agent, its forms, its sessions and its tools. */
const REQUESTS: readonly (readonly [path: string, body?: object | undefined, headers?: object])[] =
  [
    ['/.well-known/agent-card.json'],
    ['/a2a/rest/tasks', undefined, { 'a2a-version': '1.0' }],
    ['/a2a', RUN, { 'a2a-version': '1.0' }],
    ['/a2a/rest/message:send', RUN.params, { 'a2a-version': '1.0' }],
    ['/api/config'],
    ['/v1/sessions', {}],
    ['/v1/card'],
    ['/mcp', INITIALIZE, { accept: 'application/json, text/event-stream' }],
    ['/healthz'],
    ['/'],
  ];

/** Starts a browser in which the host name evil.example leads to this machine. */
async function openBrowser() {
  const { file: executablePath } = await getProgram(CHROMIUM);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--host-resolver-rules=MAP evil.example 127.0.0.1'],
  });
  onTestFinished(() => browser.close());
  return browser.newPage();
}

test('a page of a name that is made to lead here reads nothing and runs nothing', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const flags = ['--port', '0', '--json', '--open-tasks', '--sessions', '/v1'];
  const program = startCli(['start', 'agent.js', ...flags], { cwd });
  const [, url = ''] = await program.waitFor(/"url":"(http[^"]*)"/u);
  const { port } = new URL(url);
  const page = await openBrowser();

  /** Opens a page at an origin and sends all requests from there; returns the answers. */
  const askAll = async (origin: string) => {
    await page.goto(`${origin}/`);
    return page.evaluate(
      (requests) =>
        Promise.all(
          requests.map(async ([path, body, headers]) => {
            const response = await fetch(path, {
              headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
              ...(body && { method: 'POST', body: JSON.stringify(body) }),
            });
            return { path, status: response.status, text: await response.text() };
          }),
        ),
      REQUESTS,
    );
  };

  for (const { path, status, text } of await askAll(`http://evil.example:${port}`)) {
    expect([path, status]).toEqual([path, 421]);
    expect(text).not.toMatch(/Speaker|hello|task/iu);
  }
  const tasks = await fetch(`${url}/a2a/rest/tasks`, { headers: { 'a2a-version': '1.0' } });
  expect(await tasks.json()).toMatchObject({ totalSize: 0 });

  // The server answers the same requests from a page of this machine.
  const own = await askAll(`http://localhost:${port}`);
  expect(own.map(({ status }) => status)).not.toContain(421);
  expect(own.filter(({ status }) => status >= 400)).toEqual([]);
});
