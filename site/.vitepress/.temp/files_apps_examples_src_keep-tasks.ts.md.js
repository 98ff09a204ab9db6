import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"keep-tasks.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/keep-tasks.ts"},"relativePath":"files/apps/examples/src/keep-tasks.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/keep-tasks.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="keep-tasksts" tabindex="-1">keep-tasks.ts <a class="header-anchor" href="#keep-tasksts" aria-label="Permalink to &quot;keep-tasks.ts&quot;">​</a></h1><p><code>apps/examples/src/keep-tasks.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// Tasks kept in a file, with a long answer in a blob beside it, and two ways to delete both.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { mkdtempSync, readdirSync, rmSync } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:fs&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { tmpdir } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:os&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { join } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:path&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { setTimeout <span class="c-keyword">as</span> sleep } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:timers/promises&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createSqliteEngine } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/sqlite&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> repeat</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;repeat&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Repeat&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Says a word as often as it is told.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;text&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    order<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { word<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> }, times<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span>, maximum<span class="c-keyword">:</span><span class="c-constant"> 1_000_000</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;word&#39;</span>,<span class="c-string-expression"> &#39;times&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span><span class="c-keyword"> async</span> ({ input: { word, times } }) <span class="c-keyword">=&gt;</span><span class="c-constant"> word</span><span class="c-function">.repeat</span>(times),</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> folder</span><span class="c-keyword"> =</span><span class="c-function"> mkdtempSync</span>(<span class="c-function">join</span>(<span class="c-function">tmpdir</span>(),<span class="c-string-expression"> &#39;formwork-&#39;</span>));</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> engine</span><span class="c-keyword"> =</span><span class="c-function"> createSqliteEngine</span>({ file<span class="c-keyword">:</span><span class="c-function"> join</span>(folder,<span class="c-string-expression"> &#39;tasks.db&#39;</span>) });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Parrot&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [repeat] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, {</span>
<span class="line">  engine,</span>
<span class="line">  retention<span class="c-keyword">:</span> { maxCount<span class="c-keyword">:</span><span class="c-constant"> 1</span>, everyMs<span class="c-keyword">:</span><span class="c-constant"> 20</span> },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> call</span>(method<span class="c-keyword">:</span><span class="c-constant"> string</span>, params<span class="c-keyword">:</span><span class="c-constant"> object</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;{ id<span class="c-keyword">?:</span><span class="c-constant"> string</span>; status<span class="c-keyword">?:</span><span class="c-constant"> unknown</span> }&gt; {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> response</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/a2a\`</span>, {</span>
<span class="line">    method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;POST&#39;</span>,</span>
<span class="line">    headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;content-type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span>,<span class="c-string-expression"> &#39;a2a-version&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0&#39;</span> },</span>
<span class="line">    body<span class="c-keyword">:</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>({ jsonrpc<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2.0&#39;</span>, id<span class="c-keyword">:</span><span class="c-constant"> 1</span>, method, params }),</span>
<span class="line">  });</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">result</span> } <span class="c-keyword">=</span> (<span class="c-keyword">await</span><span class="c-constant"> response</span><span class="c-function">.json</span>()) <span class="c-keyword">as</span> { result<span class="c-keyword">?:</span> { id<span class="c-keyword">?:</span><span class="c-constant"> string</span>; task<span class="c-keyword">?:</span><span class="c-constant"> object</span> } };</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-constant"> result</span>?.task <span class="c-keyword">??</span> result <span class="c-keyword">??</span> {};</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> say</span>(word<span class="c-keyword">:</span><span class="c-constant"> string</span>, times<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">string</span>&gt; {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> part</span><span class="c-keyword"> =</span> { data<span class="c-keyword">:</span> { word, times }, mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json;schema=order&#39;</span> };</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> message</span><span class="c-keyword"> =</span> { messageId<span class="c-keyword">:</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>(), role<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ROLE_USER&#39;</span>, parts<span class="c-keyword">:</span> [part] };</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">id</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;&#39;</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> call</span>(<span class="c-string-expression">&#39;SendMessage&#39;</span>, { message });</span>
<span class="line"><span class="c-keyword">  return</span> id;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> countBlobs</span>()<span class="c-keyword">:</span><span class="c-constant"> number</span> {</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-function"> readdirSync</span>(<span class="c-function">join</span>(folder,<span class="c-string-expression"> &#39;tasks.db-blobs&#39;</span>)).<span class="c-constant">length</span>;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> long</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> say</span>(<span class="c-string-expression">&#39;Hello! &#39;</span>,<span class="c-constant"> 100_000</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-function">countBlobs</span>(),<span class="c-constant"> 1</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The server keeps only the newest finished task and deletes the others.</span></span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> say</span>(<span class="c-string-expression">&#39;Hello! &#39;</span>,<span class="c-constant"> 1</span>);</span>
<span class="line"><span class="c-keyword">while</span> ((<span class="c-keyword">await</span><span class="c-function"> call</span>(<span class="c-string-expression">&#39;GetTask&#39;</span>, { id<span class="c-keyword">:</span> long })).id <span class="c-keyword">===</span> long) <span class="c-keyword">await</span><span class="c-function"> sleep</span>(<span class="c-constant">20</span>);</span>
<span class="line"><span class="c-keyword">while</span> (<span class="c-function">countBlobs</span>() <span class="c-keyword">&gt;</span><span class="c-constant"> 0</span>) <span class="c-keyword">await</span><span class="c-function"> sleep</span>(<span class="c-constant">20</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// An operator may delete any task at once.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> other</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> say</span>(<span class="c-string-expression">&#39;Bye! &#39;</span>,<span class="c-constant"> 1</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.deleteTask</span>(other),<span class="c-constant"> true</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-keyword">await</span><span class="c-function"> call</span>(<span class="c-string-expression">&#39;GetTask&#39;</span>, { id<span class="c-keyword">:</span> other }), {});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> engine</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-function">rmSync</span>(folder, { recursive<span class="c-keyword">:</span><span class="c-constant"> true</span> });</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">&#39;Forgotten.&#39;</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/keep-tasks.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const keepTasks_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  keepTasks_ts as default
};
