import { shareBrowser } from '../src/support/share-browser.ts';
const b = await shareBrowser(); const c = await b.newContext(); const p = await c.newPage();
p.on('console', (m) => console.log('console', m.text())); p.on('pageerror', (e) => console.log('error', e.message)); p.on('requestfailed', (r) => console.log('failed', r.url(), r.failure()?.errorText)); p.on('response', (r) => console.log(r.status(), r.url()));
await p.goto(process.argv[2]); await new Promise((r) => setTimeout(r, 4000));
console.log((await p.locator('body').innerText()).slice(0, 300)); process.exit();
