import fs from 'node:fs';
const dir=fs.mkdtempSync('/tmp/syn'); const fd=fs.openSync(dir+'/x','w'); 
for (const n of [1,16,200]) { const b=Buffer.alloc(512);
const ts=[],ws=[];let pos=0;for(let i=0;i<200;i++){const w=performance.now();for(let k=0;k<n;k++){fs.writeSync(fd,b,0,512,pos);pos+=512;if(pos>4e6)pos=0;}const t=performance.now();fs.fdatasyncSync(fd);ts.push(performance.now()-t);ws.push((t-w)/n);} ts.sort((a,b)=>a-b);ws.sort((a,b)=>a-b);
console.log(n,'writes of 512: us/write',(ws[100]*1000).toFixed(1),'sync p50',ts[100].toFixed(3),'p90',ts[180].toFixed(3));}
