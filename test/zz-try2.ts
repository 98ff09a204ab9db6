import { chromium } from 'playwright-core';
import { serveHostileAgent } from './src/embed/hostile-agent.ts';
import { serveHost } from './src/embed/host-page.ts';
import { readElementFile } from '@formwork/embed';
import { publishAgent } from './src/embed/publish-agent.ts';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
page.on('console', (m) => console.log('console', m.type(), m.text().slice(0,300)));
page.on('pageerror', (e) => console.log('pageerror', e.message));
const honest = await publishAgent();
if (process.argv[2] === 'q') {
  await page.goto(honest.form + '#thing=Tea&count=500');
  await page.getByRole('button', { name: 'Order now' }).click();
  await page.getByLabel('Reason').fill('Party');
  await page.keyboard.press('Control+Enter');
  await page.waitForTimeout(1000);
} else {
const evil = await serveHostileAgent();
const host = await serveHost({ agent: evil.url, body: `<formwork-form id="evil" src="${evil.url}" skill="${process.argv[2]}"></formwork-form>` });
await page.route('**/forms/element-*.js', (route) => route.fulfill({ body: readElementFile().bytes, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } }));
await page.goto(host.url);
await page.waitForTimeout(2500);
const b = page.getByRole('button', { name: /^Go / });
if (await b.count()) { await b.click(); await page.waitForTimeout(2500); }
host.close(); evil.close();
}
console.log((await page.evaluate(() => document.querySelector('formwork-form')!.shadowRoot!.textContent!)).slice(0, 3000));
await page.screenshot({ path: '/tmp/w/hh/element-try/d.png', fullPage: true });
await browser.close(); await honest.close();
process.exit(0);
