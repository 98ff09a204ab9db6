import { parseSync } from 'rolldown/utils';
import { globSync, readFileSync } from 'node:fs';
const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}').filter(p=>!/\.test\.|\/testing\/|apps\/examples|\.d\.ts$|\/fixtures\/|generated/.test(p));
const BARE=new Set('own found known place one told given taken asked made kept left wanted said seen sent got held read done due'.split(' '));
let lines=0, names=0, bare=0, long=[], muts=0, ifaces=0, priv=0, internal=0; const bareBy=new Map(); const singles=[];const hits=[];
for (const p of files){
  const text=readFileSync(p,'utf8'); lines+=text.split('\n').length;
  const {program}=parseSync(p,text);
  internal += (text.match(/from '@formwork\/[a-z]+\/internal'/g)||[]).length;
  const line=(pos)=>text.slice(0,pos).split('\n').length;
  const walk=(n,fn,parent)=>{
    if(!n||typeof n!=='object')return; if(Array.isArray(n)){for(const c of n)walk(c,fn,parent);return;}
    if(typeof n.type!=='string')return;
    let f=fn;
    if(/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(n.type)){
      const l=line(n.end)-line(n.start)+1; if(l>100)long.push([l,p,n.id?.name??parent?.key?.name??parent?.id?.name]);
      f=n; for(const q of n.params) if(q.type==='Identifier'){names++; if(BARE.has(q.name)){bare++;hits.push([p,line(q.start),q.name])}}
    }
    if(n.type==='VariableDeclaration'){ for(const d of n.declarations){ if(d.id.type==='Identifier'){names++; if(BARE.has(d.id.name)){bare++;hits.push([p,line(d.id.start),d.id.name])}
      if(n.kind==='let'&&fn){ // captured & assigned in inner function
        let cap=false; const nm=d.id.name; const look=(m,inner)=>{ if(!m||typeof m!=='object'||cap)return; if(Array.isArray(m)){for(const c of m)look(c,inner);return;} if(typeof m.type!=='string')return; const i2=inner||(/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(m.type)&&m!==fn); if(i2&&((m.type==='AssignmentExpression'&&m.left.name===nm)||(m.type==='UpdateExpression'&&m.argument.name===nm)))cap=true; for(const k in m)if(k!=='type')look(m[k],i2);}; look(fn.body,false); if(cap)muts++; }
    }}}
    if(n.type==='TSInterfaceDeclaration'){ ifaces++; if(parent?.type!=='ExportNamedDeclaration'){priv++; const c=(text.match(new RegExp('\\b'+n.id.name+'\\b','g'))||[]).length; if(c===2)singles.push(p+':'+n.id.name);} }
    for(const k in n) if(k!=='type'&&k!=='parent') walk(n[k],f,n);
  };
  walk(program,null,null);
}
console.log({files:files.length,lines,functionsOver100:long.length,muts,names,bare,pct:(bare/names*100).toFixed(2),ifaces,per1000:(ifaces/lines*1000).toFixed(1),priv,singles:singles.length,internal});
console.log([...bareBy].sort((a,b)=>b[1]-a[1]).map(x=>x.join(' ')).join(', '));


import { writeFileSync } from 'node:fs';
writeFileSync('/tmp/h/fig/hits.txt',hits.map(h=>h.join(':')).join('\n'));
const by={};for(const [p] of hits){const k=p.split('/').slice(0,2).join('/');by[k]=(by[k]??0)+1}
console.log(by);
