// Not over every binding: the page asks its own server.
import { connect, QuestionError } from '@formwork/client';
import { createFormsServer, type FormsOptions } from '@formwork/forms';
import { createPeopleAdapter } from '@formwork/people';
import { createMemoryEngine, createMemoryRecords } from '@formwork/runtime';
import {
  createQuestionReminders,
  type QuestionNotice,
  toPrincipalScope,
} from '@formwork/runtime/internal';
import { createApiKeyAuthentication } from '@formwork/server';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listLookFaults } from '../support/list-look-faults.ts';
import { listViolationsInBoth } from '../support/list-violations.ts';
import { AS_ADA, KIM, LEE, openOffice, receiveLinks } from '../support/office.ts';
import { shareBrowser } from '../support/share-browser.ts';
import { onTestFinished } from '../support/test-end.ts';
import { fitsWidth } from './open-app.ts';

const MAX = { id: 'max', scopes: ['role:manager'] };
const PHONE = { width: 390, height: 800 };

interface Desk {
  readonly url: string;
  /** Opens the page as a person, in a browser of their own; as a stranger without a name. */
  readonly open: (name: string, hash: string, viewport?: typeof PHONE) => Promise<Page>;
}

type OfficeOptions = NonNullable<Parameters<typeof openOffice>[0]>;

/** Serves an office with an inbox; its keys end with the given text. */
function openAskingOffice(options: OfficeOptions = {}, ending = '') {
  const everyMs = 3_600_000;
  const people = { ada: { id: 'ada' }, kim: KIM, lee: LEE, max: MAX };
  const keys = Object.entries(people).map(([id, one]) => [`key-of-${id}${ending}`, one] as const);
  return openOffice({
    adapters: [createPeopleAdapter({ records: createMemoryRecords(), notify: { everyMs } })],
    requireAuthentication: true,
    authenticate: createApiKeyAuthentication({ keys: Object.fromEntries(keys) }),
    ...options,
  });
}

async function openDesk(options: FormsOptions): Promise<Desk> {
  const forms = createFormsServer(options);
  const { url } = await forms.listen({ port: 0 });
  const browser = await shareBrowser();
  onTestFinished(async () => {
    await browser.close();
    await forms.close();
  });
  return {
    url,
    async open(name, hash, viewport = { width: 1280, height: 900 }) {
      const context = await browser.newContext({
        locale: 'en-US',
        viewport,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(`${url}/${hash}`);
      if (name !== '') {
        const place = viewport.width < 800 ? 'main' : '.side';
        await signIn(page.locator(`${place} details.access`), `key-of-${name}`);
      }
      return page;
    },
  };
}

async function signIn(place: Locator, key: string): Promise<void> {
  const field = place.getByLabel('API key (x-api-key)');
  await place.waitFor();
  if (!(await place.evaluate((element) => (element as HTMLDetailsElement).open))) {
    await place.locator('summary').click();
  }
  await field.fill(key);
  await place.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Gives a task to an agent as Ada, and returns its id once it asks. */
async function spend(url: string, euros: number, key = AS_ADA['x-api-key']): Promise<string> {
  const remote = await connect(url, { headers: { 'x-api-key': key } });
  const call = remote.skill('spend').call({ euros }, { waitForOthers: false });
  const error = await call.catch((reason: unknown) => reason);
  if (error instanceof QuestionError) return error.taskId;
  throw new TypeError('The task must ask.');
}

/** Makes a page look at its inboxes now, as a person who comes back to it does. */
async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

function takenByYou(page: Page): Locator {
  return page.locator('.facts').getByText('Taken by you');
}

async function isFocused(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element === element.ownerDocument.activeElement);
}

async function listFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  const size = { width: 320, height: 640 };
  const look = async (): Promise<void> => void ((await fitsWidth(page)) || faults.push('too wide'));
  faults.push(...(await listViolationsInBoth(page, { size, look })));
  return [...faults, ...(await listLookFaults(page))];
}

test('a question is answered on a phone, and of two approvers one is told that it is too late', async () => {
  const links = new Map<string, string>();
  const { url: agentUrl, approve } = await openAskingOffice({
    adapters: [createPeopleAdapter({ notify: await receiveLinks(links) })],
  });
  const { open, url } = await openDesk({ mode: 'one', agentUrl });
  const remote = await connect(agentUrl, { headers: AS_ADA });
  const call = remote.skill('spend').run({ euros: 1204 }, { waitForOthers: true });
  const other = remote.skill('spend').run({ euros: 77 }, { waitForOthers: true });
  other.catch(() => undefined);

  const lee = await open('lee', '#view=inbox');
  await lee.getByRole('link', { name: /Spend 1204 EUR/u }).click();
  await lee.getByRole('heading', { name: 'Spend 1204 EUR?' }).waitFor();
  await expect.poll(() => lee.getByText('For ada').isVisible()).toBe(true);
  await expect.poll(() => lee.locator('.question .fw-result').innerText()).toContain('Amount');
  await lee.getByRole('button', { name: 'Hand over' }).press('Enter');
  expect(await isFocused(lee.getByLabel('Hand over to'))).toBe(true);
  const offered = lee.locator('datalist option');
  const names = await offered.evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect(names).toEqual(['ada', 'role:approver']);
  expect(await listFaults(lee)).toEqual([]);
  await lee.getByRole('radio', { name: 'No' }).check();
  // Whoever looks at something else meanwhile keeps what they have entered.
  await lee.getByRole('link', { name: 'History' }).first().click();
  await lee.getByRole('heading', { name: 'History' }).waitFor();
  await lee.goBack();
  await lee.getByRole('radio', { name: 'No' }).waitFor();
  await expect.poll(() => lee.getByRole('radio', { name: 'No' }).isChecked()).toBe(true);

  // Kim has never seen the task: she comes by phone, finds it, takes it, and answers with the keyboard.
  const kim = await open('kim', '#view=inbox', PHONE);
  await kim.getByText('2 questions wait for you').waitFor();
  expect(await listFaults(kim)).toEqual([]);
  await kim.getByRole('link', { name: /Spend 1204 EUR/u }).click();
  await kim.getByRole('button', { name: 'Take it' }).press('Enter');
  await takenByYou(kim).waitFor();
  expect(await isFocused(kim.getByRole('button', { name: 'Give it back' }))).toBe(true);

  // Lee, who has not seen that, is told when he sends, and keeps what he has entered.
  await lee.getByRole('button', { name: 'Answer', exact: true }).click();
  const told = 'Your answer was not sent. kim has taken this question.';
  await lee.getByRole('alert').getByText(told).waitFor();
  await expect.poll(() => lee.getByRole('radio', { name: 'No' }).isChecked()).toBe(true);
  await expect.poll(() => lee.getByRole('radio', { name: 'No' }).isDisabled()).toBe(true);

  await kim.getByRole('radio', { name: 'Yes' }).focus();
  await kim.keyboard.press('Space');
  await kim.getByRole('button', { name: 'Answer', exact: true }).focus();
  await kim.keyboard.press('Enter');
  await kim.getByText('Thank you. The task goes on.').waitFor();
  await expect.poll(() => kim.getByRole('link', { name: 'Next question' }).isVisible()).toBe(true);
  expect(await listFaults(kim)).toEqual([]);
  expect(await call).toMatchObject({ state: 'completed', data: { euros: 1204, by: 'kim' } });

  // A link asks nobody to sign in, and says as whom it answers.
  await expect.poll(() => links.has('Spend 77 EUR?')).toBe(true);
  const guest = await open('', links.get('Spend 77 EUR?') ?? '', PHONE);
  await guest.getByText('You answer as kim.').waitFor();
  // A link is not over because its agent is out of reach for a moment.
  const early = await guest.context().newPage();
  await early.route('**/api/people', (route) => route.fulfill({ status: 503, json: {} }));
  await early.goto(`${url}/${links.get('Spend 77 EUR?')}`);
  await early.getByText('cannot be read at the moment').waitFor();
  await early.unroute('**/api/people');
  await early.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await early.getByText('You answer as kim.').waitFor();
  await guest.getByRole('radio', { name: 'No' }).check();
  // Two tabs with answers to one question keep both, and the one that is changed last says so.
  await early.getByRole('radio', { name: 'Yes' }).check();
  await early.getByText('Another tab has begun an answer').waitFor();
  expect(await listFaults(early)).toEqual([]);
  await early.getByRole('button', { name: 'Exchange them' }).click();
  await expect.poll(() => early.getByRole('radio', { name: 'No' }).isChecked()).toBe(true);
  expect(await guest.getByText('Another tab has begun an answer').count()).toBe(0);
  await early.close();
  expect(await listFaults(guest)).toEqual([]);
  // The agent gets the answer, and the page hears nothing, so it does not say that it was not sent.
  await guest.route('**/api/people', (route) => route.fetch().then(() => route.abort()));
  await guest.getByRole('button', { name: 'Answer', exact: true }).click();
  await guest.getByRole('alert').getByText('not confirmed your answer').waitFor();
  await guest.unroute('**/api/people');
  await guest.getByRole('button', { name: 'Answer', exact: true }).click();
  await guest.getByText('Thank you. The task goes on.').waitFor();
  expect(await other).toMatchObject({ data: { euros: 0, by: 'kim' } });

  // A task of her own that asks her is counted as soon as it asks, and not at the next look.
  const data = Buffer.from('{"euros":5,"to":["user:kim"]}').toString('base64url');
  await kim.goto(`${url}/#skill=spend&data=${data}`);
  await kim.locator('.fw-form button[type=submit]').click();
  await kim.getByRole('button', { name: 'Inbox' }).getByText('1', { exact: true }).waitFor();
  // It says who answered, also after a reload.
  const kept = await kim.evaluate(() => Object.values(localStorage).join());
  await approve(/"taskId":"([^"]+)"/u.exec(kept)?.[1] ?? '');
  await lookAgain(kim);
  const turn = kim.locator('.fw-task-turn').getByText('Answered by kim.');
  await turn.waitFor();
  await kim.reload();
  await turn.waitFor();

  // Lee still has the form open, and is told.
  await lookAgain(lee);
  await lee.getByRole('alert').getByText('no longer waits for you').waitFor();
  await lee.getByRole('heading', { name: 'What you had entered' }).waitFor();
  await expect.poll(() => lee.getByRole('radio', { name: 'No' }).isChecked()).toBe(true);
  expect(await listFaults(lee)).toEqual([]);

  // Whoever has not said who they are sees nothing, and a key that is wrong is refused at once.
  await lee.goto(`${url}/#view=inbox`);
  await lee.reload();
  await lee.getByText('Sign in to see what waits for you.').waitFor();
  await signIn(lee.locator('.side details.access'), 'key-of-nobody');
  await lee.getByText('This key was refused.').waitFor();
  await expect.poll(() => lee.getByText('Signed in as').count()).toBe(0);

  // A link, which is shown once, stays while the task is shared with a person as well. Whoever opens
  // it is asked to sign in, and then sees the task.
  const ada = await open('ada', '#view=history');
  await ada.getByRole('link', { name: /^1204/u }).click();
  await ada.getByText('Share this task').click();
  await ada.getByRole('button', { name: 'Make a link' }).click();
  const link = await ada.locator('.share-link').innerText();
  await ada.getByLabel('User ID of a colleague').fill('kim');
  await ada.keyboard.press('Enter');
  await ada.getByText('Shared with kim until').waitFor();
  await expect.poll(() => ada.locator('.share-link').innerText()).toBe(link);
  await lee.goto(link);
  await lee.getByRole('heading', { name: 'Somebody shares a task with you' }).waitFor();
  expect(await listFaults(lee)).toEqual([]);
  await lee.getByRole('main').getByLabel('API key (x-api-key)').fill('key-of-lee');
  await lee.keyboard.press('Enter');
  await lee.getByRole('dialog').getByText('Shared by ada').waitFor();
  await lee.keyboard.press('Escape');
  await lee.locator('.side').getByText('Signed in as lee').click();
  await lee.locator('.side').getByRole('button', { name: 'Sign out' }).click();
  await lee.locator('.side').getByText('Sign in to this agent').waitFor();
});

test('one inbox has the questions of all agents, and each agent gets its own credentials alone', async () => {
  const office = await openAskingOffice();
  const travel = await openAskingOffice({ name: 'Travel' }, '-there');
  const plain = await openOffice({ name: 'Plain' });
  const { open } = await openDesk({
    mode: 'many',
    allowAddresses: 'local',
    agents: [
      { url: office.url },
      { url: travel.url },
      { url: plain.url },
      { url: 'http://127.0.0.1:9', name: 'Gone' },
    ],
  });
  const page = await open('', `#agent=${encodeURIComponent(office.url)}&view=inbox`);
  const sent: string[] = [];
  page.on('request', (request) => {
    const { agent } = (request.postDataJSON() ?? {}) as { agent?: string };
    const { 'x-formwork-agent-headers': headers = '{"x-api-key":"none"}' } = request.headers();
    const { 'x-api-key': key } = JSON.parse(headers) as { 'x-api-key'?: string };
    if (agent !== undefined) sent.push(`${new URL(request.url()).pathname} ${agent} ${key}`);
  });
  await page.getByText('Gone cannot be reached at the moment.').waitFor();
  await page.getByText('Office: sign in to see what waits for you there.').waitFor();
  await signIn(page.locator('.side details.access'), 'key-of-kim');
  // Nobody can tell what waits elsewhere, so the page speaks only of the agent that it has asked.
  await page.getByText('Nothing waits for you at Office.').waitFor();
  await expect
    .poll(() => page.getByRole('heading', { name: 'Nothing waits for you' }).count())
    .toBe(0);
  // Whoever opens the inbox sees what is new, without waiting for the next look.
  await page.getByRole('link', { name: 'History' }).first().click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await spend(office.url, 10);
  await page.goBack();
  await page.getByText('1 question waits for you').waitFor();
  await spend(travel.url, 20, 'key-of-ada-there');
  const third = await spend(travel.url, 30, 'key-of-ada-there');
  const there = page.locator('main details.access');
  await expect.poll(() => there.count()).toBe(1);
  await signIn(there, 'key-of-kim-there');
  await page.getByText('3 questions wait for you').waitFor();
  await expect.poll(() => page.locator('.side .count').innerText()).toBe('3');
  expect(await page.locator('.inbox .facts').allInnerTexts()).toEqual([
    expect.stringContaining('Office'),
    expect.stringContaining('Travel'),
    expect.stringContaining('Travel'),
  ]);
  expect(await listFaults(page)).toEqual([]);

  // Everything that is done with a question is done at its agent, and the page stays where it is.
  await page.getByRole('link', { name: /Spend 20 EUR/u }).click();
  await page.getByRole('button', { name: 'Take it' }).click();
  await takenByYou(page).waitFor();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByText('Thank you. The task goes on.').waitFor();
  await page.getByRole('link', { name: 'Next question' }).click();
  await page.getByRole('heading', { name: 'Spend 10 EUR?' }).waitFor();
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByLabel('Hand over to').fill('lee');
  await page.getByRole('button', { name: 'Hand over' }).last().click();
  await page.getByText('Handed over to lee').waitFor();
  await page.getByText('Now it is with lee, and nobody else is asked any more.').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Next question' }).isVisible()).toBe(true);

  // A link of an agent does not name it, and its question may be newer than the list.
  const fourth = await spend(travel.url, 40, 'key-of-ada-there');
  await page.evaluate((task) => (window.location.hash = `view=inbox&task=${task}`), fourth);
  await page.getByRole('heading', { name: 'Spend 40 EUR?' }).waitFor();
  await page.getByRole('link', { name: 'All questions' }).first().click();
  await page.getByText('2 questions wait for you').waitFor();
  await page.getByRole('link', { name: /Spend 30 EUR/u }).click();
  await page.getByRole('heading', { name: 'Spend 30 EUR?' }).waitFor();
  const address = page.url();
  expect(address).toContain(encodeURIComponent(travel.url));
  const keys = sent.map((one) => one.replace(/^\S+ /u, '')).filter((one) => !one.endsWith(' none'));
  expect(new Set(keys)).toEqual(
    new Set([`${office.url} key-of-kim`, `${travel.url} key-of-kim-there`]),
  );

  // A page forgets credentials, so a link asks for those of the agent that it leads to.
  await page.getByRole('radio', { name: 'Yes' }).check();
  sent.length = 0;
  await page.reload();
  await signIn(page.locator('main details.access'), 'key-of-kim-there');
  await page.getByRole('heading', { name: 'Spend 30 EUR?' }).waitFor();
  await page.getByText('Travel').first().waitFor();
  expect(page.url()).toBe(address);
  await expect.poll(() => page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
  await travel.approve(third, KIM);
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByRole('alert').getByText('no longer waits for you').waitFor();
  // An agent without an inbox is not asked again.
  await lookAgain(page);
  expect(sent.filter((one) => one.includes(plain.url))).toEqual([
    `/api/describe ${plain.url} none`,
  ]);
});

test('a question that is overdue is escalated once, and whoever had taken it is told', async () => {
  let later = 0;
  const engine = createMemoryEngine({ now: () => Date.now() + later });
  const { url: agentUrl } = await openAskingOffice({ engine });
  const { open } = await openDesk({ mode: 'one', agentUrl });
  const notices: QuestionNotice[] = [];
  const quiet = (): void => undefined;
  const desks = [1, 2].map(() =>
    createQuestionReminders(engine, {
      logger: { info: quiet, warn: quiet, error: quiet },
      listSecrets: () => [],
      notify: async (news) => void notices.push(...news),
      everyMs: 3_600_000,
    }),
  );
  onTestFinished(() => Promise.all(desks.map((desk) => desk.stop())));
  const lookAtOnce = (): Promise<unknown> => Promise.all(desks.map((desk) => desk.look()));
  const taskId = await spend(agentUrl, 500);
  await lookAtOnce();
  const kim = await open('kim', '#view=inbox');
  const max = await open('max', '#view=inbox');
  await kim.getByRole('link', { name: /Spend 500 EUR/u }).click();
  await kim.getByRole('button', { name: 'Take it' }).click();
  await takenByYou(kim).waitFor();
  await max.getByText('Nothing waits for you').waitFor();

  later += 3_600_001;
  await lookAtOnce();
  await lookAtOnce();
  expect(notices.map(({ kind, to }) => `${kind} ${to.join(' ')}`)).toEqual([
    'asked role:approver',
    'escalated role:manager',
  ]);
  await lookAgain(kim);
  await kim.getByText('it is no longer yours alone').waitFor();
  await expect.poll(() => takenByYou(kim).count()).toBe(0);
  await expect.poll(() => kim.getByRole('button', { name: 'Take it' }).isVisible()).toBe(true);
  await lookAgain(max);
  await max.getByText('1 question waits for you').waitFor();
  await expect
    .poll(() => max.locator('.inbox .facts').innerText())
    .toMatch(/^Overdue[^]*Escalated to manager$/u);
  expect(await listFaults(max)).toEqual([]);
  await max.getByRole('link', { name: /Spend 500 EUR/u }).click();
  await max.getByRole('radio', { name: 'Yes' }).check();
  await max.getByRole('button', { name: 'Answer', exact: true }).click();
  await max.getByText('Thank you. The task goes on.').waitFor();
  const log = await engine.read(toPrincipalScope({ id: 'ada' }), taskId, { after: 0 });
  const changes = JSON.stringify(log).match(/"change":\{"kind":"[a-z-]+"/gu);
  expect(changes).toEqual(['"change":{"kind":"claimed"', '"change":{"kind":"escalated"']);
});
