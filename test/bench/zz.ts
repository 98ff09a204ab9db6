import { openBenchApp } from './form-app/open-bench-app.ts';
const app = await openBenchApp();
for (const rate of [1, 4]) for (let i=0;i<3;i++) {
  const page = await app.open();
  const s = await page.context().newCDPSession(page);
  await s.send('Emulation.setCPUThrottlingRate', { rate });
  await s.send('Network.enable');
  await s.send('Network.emulateNetworkConditions', { offline:false, latency:150, downloadThroughput: 200000, uploadThroughput: 93750 });
  await page.addInitScript(() => { const look=()=>{ if (!document.querySelector('.fw-form form input')) requestAnimationFrame(look); else requestAnimationFrame(()=>setTimeout(()=>{(window as any).usableAt=performance.now();})); }; requestAnimationFrame(look);
   const ob = new MutationObserver(()=>{ if (document.querySelector('#root > *')) { (window as any).firstAt=performance.now(); ob.disconnect(); } }); ob.observe(document, {childList:true,subtree:true}); });
  await page.goto(app.small, { waitUntil:'commit' });
  await page.locator('.fw-form form input').first().waitFor();
  await page.waitForTimeout(100);
  const r = await page.evaluate(() => ({ usable: (window as any).usableAt, first: (window as any).firstAt, html: performance.getEntriesByType('navigation').map((e:any)=>e.responseEnd), res: performance.getEntriesByType('resource').map((e:any)=>[e.name.replace(/.*\//,'').replace(/-.{8}\.js/,''), Math.round(e.startTime), Math.round(e.requestStart), Math.round(e.responseStart), Math.round(e.responseEnd), e.transferSize].join(' ')) }));
  console.log('rate', rate, 'usable', r.usable.toFixed(0), 'first', r.first?.toFixed(0), 'html', r.html); if (i==1) console.log(r.res.join('\n'));
  await page.context().close();
}
await app.close();
