import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"long-task.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/long-task.ts"},"relativePath":"files/apps/examples/src/long-task.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/long-task.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="long-taskts" tabindex="-1">long-task.ts <a class="header-anchor" href="#long-taskts" aria-label="Permalink to &quot;long-task.ts&quot;">​</a></h1><p><code>apps/examples/src/long-task.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A long task: steps that are not repeated, attempts after failures, progress, and a server that is</span></span>
<span class="line"><span class="c-comment">// replaced while the task runs.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { mkdtempSync, rmSync } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:fs&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { tmpdir } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:os&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { join } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:path&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill, TransientError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createSqliteEngine } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/sqlite&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> printed</span><span class="c-keyword">:</span><span class="c-constant"> string</span>[] <span class="c-keyword">=</span> [];</span>
<span class="line"><span class="c-keyword">let</span> isJammed <span class="c-keyword">=</span><span class="c-constant"> true</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Prints a page; the printer jams once. */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> print</span>(page<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">string</span>&gt; {</span>
<span class="line"><span class="c-keyword">  if</span> (page <span class="c-keyword">===</span><span class="c-string-expression"> &#39;page 2&#39;</span><span class="c-keyword"> &amp;&amp;</span> isJammed) {</span>
<span class="line">    isJammed <span class="c-keyword">=</span><span class="c-constant"> false</span>;</span>
<span class="line"><span class="c-keyword">    throw</span><span class="c-keyword"> new</span><span class="c-function"> TransientError</span>(<span class="c-string-expression">&#39;The printer is jammed.&#39;</span>);</span>
<span class="line">  }</span>
<span class="line"><span class="c-constant">  printed</span><span class="c-function">.push</span>(page);</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-string-expression"> \`printed </span><span class="c-keyword">\${</span>page<span class="c-keyword">}</span><span class="c-string-expression">\`</span>;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> publish</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;publish&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Publish&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Prints a book, page by page.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;office&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    book<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { pages<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span>, minimum<span class="c-keyword">:</span><span class="c-constant"> 1</span>, maximum<span class="c-keyword">:</span><span class="c-constant"> 1000</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;pages&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    printed<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { pages<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;pages&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">  timeoutMs<span class="c-keyword">:</span><span class="c-constant"> 3_600_000</span>,<span class="c-comment"> // of one attempt</span></span>
<span class="line">  retry<span class="c-keyword">:</span> { maxAttempts<span class="c-keyword">:</span><span class="c-constant"> 5</span>, delayMs<span class="c-keyword">:</span><span class="c-constant"> 300</span> },<span class="c-comment"> // after a TransientError</span></span>
<span class="line">  concurrency<span class="c-keyword">:</span><span class="c-constant"> 2</span>,<span class="c-comment"> // tasks at once</span></span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input: { pages }, task }) {</span>
<span class="line"><span class="c-keyword">    for</span> (<span class="c-keyword">let</span> page <span class="c-keyword">=</span><span class="c-constant"> 1</span>; page <span class="c-keyword">&lt;=</span> pages; page <span class="c-keyword">+=</span><span class="c-constant"> 1</span>) {</span>
<span class="line"><span class="c-constant">      task</span><span class="c-function">.</span><span class="c-constant">signal</span><span class="c-function">.throwIfAborted</span>();</span>
<span class="line"><span class="c-comment">      // Every step of a task has its own key. A step that is done returns its stored result.</span></span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> task</span><span class="c-function">.step</span>(<span class="c-string-expression">\`page-</span><span class="c-keyword">\${</span>page<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, () <span class="c-keyword">=&gt;</span><span class="c-function"> print</span>(<span class="c-string-expression">\`page </span><span class="c-keyword">\${</span>page<span class="c-keyword">}</span><span class="c-string-expression">\`</span>));</span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> task</span><span class="c-function">.progress</span>(<span class="c-string-expression">\`Page </span><span class="c-keyword">\${</span>page<span class="c-keyword">}</span><span class="c-string-expression"> of </span><span class="c-keyword">\${</span>pages<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, page <span class="c-keyword">/</span> pages);</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">    return</span> { pages };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Printer&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [publish] });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> folder</span><span class="c-keyword"> =</span><span class="c-function"> mkdtempSync</span>(<span class="c-function">join</span>(<span class="c-function">tmpdir</span>(),<span class="c-string-expression"> &#39;formwork-&#39;</span>));</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> file</span><span class="c-keyword"> =</span><span class="c-function"> join</span>(folder,<span class="c-string-expression"> &#39;tasks.sqlite&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">let</span> engine <span class="c-keyword">=</span><span class="c-function"> createSqliteEngine</span>({ file });</span>
<span class="line"><span class="c-keyword">let</span> server <span class="c-keyword">=</span><span class="c-function"> createServer</span>(agent, { engine });</span>
<span class="line"><span class="c-keyword">let</span> { url } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">let</span> remote <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The caller remembers the id of the task, and leaves after the first page.</span></span>
<span class="line"><span class="c-keyword">let</span> taskId <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line"><span class="c-keyword">for</span><span class="c-keyword"> await</span> (<span class="c-keyword">const</span><span class="c-constant"> event</span><span class="c-keyword"> of</span><span class="c-constant"> remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;publish&#39;</span>)<span class="c-function">.stream</span>({ pages<span class="c-keyword">:</span><span class="c-constant"> 3</span> })) {</span>
<span class="line">  ({ taskId } <span class="c-keyword">=</span> event);</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">event</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;progress&#39;</span>) <span class="c-keyword">break</span>;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// A new version of the server is installed, while the task waits for its next attempt.</span></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> engine</span><span class="c-function">.close</span>();</span>
<span class="line">engine <span class="c-keyword">=</span><span class="c-function"> createSqliteEngine</span>({ file });</span>
<span class="line">server <span class="c-keyword">=</span><span class="c-function"> createServer</span>(agent, { engine });</span>
<span class="line">({ url } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> }));</span>
<span class="line">remote <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The id finds the task again.</span></span>
<span class="line"><span class="c-keyword">for</span><span class="c-keyword"> await</span> (<span class="c-keyword">const</span><span class="c-constant"> event</span><span class="c-keyword"> of</span><span class="c-constant"> remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;publish&#39;</span>)<span class="c-function">.task</span>(taskId)<span class="c-function">.stream</span>()) {</span>
<span class="line"><span class="c-comment">  // The first events repeat what the task has sent so far.</span></span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">event</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;progress&#39;</span>) <span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-constant">event</span>.text,<span class="c-constant"> event</span>.fraction);</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">event</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;result&#39;</span>) <span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">event</span>.data, { pages<span class="c-keyword">:</span><span class="c-constant"> 3</span> });</span>
<span class="line">}</span>
<span class="line"><span class="c-comment">// Each page was printed once, in spite of the jam and of the restart.</span></span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(printed, [<span class="c-string-expression">&#39;page 1&#39;</span>,<span class="c-string-expression"> &#39;page 2&#39;</span>,<span class="c-string-expression"> &#39;page 3&#39;</span>]);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> engine</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-function">rmSync</span>(folder, { recursive<span class="c-keyword">:</span><span class="c-constant"> true</span> });</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/long-task.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const longTask_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  longTask_ts as default
};
