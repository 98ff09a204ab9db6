import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { drawScreen } from '../pictures/draw-screen.ts';
import { readScreen } from '../pictures/read-screen.ts';
import { serveAs } from '../pictures/serve-as.ts';
import { makeCliFolder } from '../support/cli-folder.ts';
import { openTerminal } from '../support/run-cli.ts';

/** The address at which `npm start` serves the demo, shown in the pictures. */
const URL_OF_DEMO = 'http://127.0.0.1:4100';
const COLUMNS = 100;
const STILL_CLOCK = new URL('../pictures/still-clock.ts', import.meta.url).href;

interface Shot {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The text up to which the output is drawn. Default: all of the output. */
  readonly until?: RegExp;
}

/** Runs a command in a terminal; returns the output, with a prompt and the command before it. */
async function record({ args, cwd, until }: Shot): Promise<string> {
  const env = await serveAs(URL_OF_DEMO, demoAgent);
  const program = openTerminal(args, {
    columns: COLUMNS,
    env: { ...env, NODE_OPTIONS: `--import=${STILL_CLOCK}` },
    ...(cwd !== undefined && { cwd }),
  });
  expect({ code: await program.exit, output: program.output() }).toMatchObject({ code: 0 });
  const output = program.output();
  const match = until?.exec(output);
  if (match === null) throw new Error(`Cannot find ${String(until)} in ${JSON.stringify(output)}`);
  const shown = match === undefined ? output : output.slice(0, match.index + match[0].length);
  return `\u001b[2m$\u001b[22m formwork ${args.join(' ')}\r\n${shown}`;
}

async function expectPicture(name: string, svg: string): Promise<void> {
  const hint = 'Was it meant to change? `npm run pictures` draws the pictures anew.';
  // oxlint-disable-next-line vitest/valid-expect -- whoever changes what is printed learns what to do
  await expect(svg, hint).toMatchFileSnapshot(`../../../docs/pictures/${name}.svg`);
}

test('the picture of inspect shows what the command prints of the demo', async () => {
  const output = await record({ args: ['inspect', URL_OF_DEMO] });
  const svg = drawScreen(await readScreen(output, COLUMNS), {
    title: 'formwork inspect',
    description:
      'A terminal with the demo agent: its doors, capabilities, extensions, skills with their inputs and outputs, and schemas with fingerprints.',
    columns: COLUMNS,
  });
  await expectPicture('inspect', svg);
});

test('the picture of call shows a result, and how far a longer task is', async () => {
  const rows = ['Ada', 'Charles', 'Grace', 'Edsger', 'Barbara'];
  const contacts = rows.map((name) => ({ name, email: `${name.toLowerCase()}@example.com` }));
  const cwd = makeCliFolder({ 'contacts.json': JSON.stringify({ contacts, batchSize: 1 }) });
  const fight = ['call', URL_OF_DEMO, 'fight-comparison', '--a', 'Lion', '--b', 'Tiger'];
  const result = await record({ args: fight });
  const running = await record({
    args: ['call', URL_OF_DEMO, 'import-contacts', '--json', 'contacts.json'],
    cwd,
    until: /60 % {2}3 of 5 rows {2}\d+ s/u,
  });
  const svg = drawScreen(await readScreen(`${result}\r\n${running}`, COLUMNS), {
    title: 'formwork call',
    description:
      'A terminal with two calls. The first, with the flags --a Lion and --b Tiger, has a table as its result: the winner, the probability and the explanation. The second shows a progress bar at 60 %: 3 of 5 rows.',
    columns: COLUMNS,
  });
  await expectPicture('call', svg);
});
