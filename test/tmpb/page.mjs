// commit cost by page size for 12 creates with index
import Database from 'better-sqlite3'; import fs from 'node:fs'; import {randomUUID} from 'node:crypto';
for (let round=0;round<2;round++) for (const ps of [512,1024,2048,4096]) {
const dir=fs.mkdtempSync('/tmp/pg'); const db=new Database(dir+'/t.db'); db.pragma('page_size='+ps);db.pragma('journal_mode=WAL');db.pragma('synchronous=FULL');db.pragma('cache_size=-16384');db.pragma('wal_autocheckpoint='+4194304/ps);
db.exec('create table t(n integer primary key autoincrement,id text unique,a text,b blob,s int); create index i on t(a,s desc,id); create unique index c on t(b); create table e(id integer primary key,time int,text text)');
const ins=db.prepare('insert into t(id,a,b,s) values(?,?,?,?)'), ev=db.prepare('insert into e values(?,?,?)');
const begin=db.prepare('begin immediate'),commit=db.prepare('commit'); let cs=0,is=0,N=400,txt='x'.repeat(600);
const w0=+/wchar: (\d+)/.exec(fs.readFileSync('/proc/self/io','utf8'))[1], sc0=+/syscw: (\d+)/.exec(fs.readFileSync('/proc/self/io','utf8'))[1];
for(let r=0;r<N;r++){begin.run();const t0=performance.now();for(let k=0;k<12;k++){const x=ins.run(randomUUID(),'anon',Buffer.from(randomUUID().replaceAll('-',''),'hex'),Date.now());const n=Number(x.lastInsertRowid)*1048576;ev.run(n,1,txt);ev.run(n+1,1,'{"kind":"status","state":"submitted"}');}
const t=performance.now();commit.run();cs+=performance.now()-t;is+=t-t0;}
const w1=+/wchar: (\d+)/.exec(fs.readFileSync('/proc/self/io','utf8'))[1], sc1=+/syscw: (\d+)/.exec(fs.readFileSync('/proc/self/io','utf8'))[1];
console.log('page',ps,'commit ms',(cs/N).toFixed(3),'inserts ms',(is/N).toFixed(3),'kB/commit',((w1-w0)/N/1024).toFixed(1),'writes/commit',((sc1-sc0)/N).toFixed(0));
db.close();}
