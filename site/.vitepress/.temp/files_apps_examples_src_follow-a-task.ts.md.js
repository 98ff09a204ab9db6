import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"follow-a-task.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/follow-a-task.ts"},"relativePath":"files/apps/examples/src/follow-a-task.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/follow-a-task.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="follow-a-taskts" tabindex="-1">follow-a-task.ts <a class="header-anchor" href="#follow-a-taskts" aria-label="Permalink to &quot;follow-a-task.ts&quot;">​</a></h1><p><code>apps/examples/src/follow-a-task.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A long task, followed with the official SDK&#39;s client: progress, pieces of an artifact, the end.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { Role, TaskState } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@a2a-js/sdk&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { ClientFactory } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@a2a-js/sdk/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> count</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;count&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Count&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Counts, and tells each number as it comes.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;numbers&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    range<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { to<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span>, minimum<span class="c-keyword">:</span><span class="c-constant"> 1</span>, maximum<span class="c-keyword">:</span><span class="c-constant"> 100</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;to&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> { sum<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { sum<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;sum&#39;</span>] } },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input: { to }, task }) {</span>
<span class="line"><span class="c-keyword">    let</span> sum <span class="c-keyword">=</span><span class="c-constant"> 0</span>;</span>
<span class="line"><span class="c-keyword">    for</span> (<span class="c-keyword">let</span> number <span class="c-keyword">=</span><span class="c-constant"> 1</span>; number <span class="c-keyword">&lt;=</span> to; number <span class="c-keyword">+=</span><span class="c-constant"> 1</span>) {</span>
<span class="line"><span class="c-constant">      task</span><span class="c-function">.</span><span class="c-constant">signal</span><span class="c-function">.throwIfAborted</span>();</span>
<span class="line">      sum <span class="c-keyword">+=</span> number;</span>
<span class="line"><span class="c-comment">      // The first piece replaces the pieces of an earlier run; the others are appended.</span></span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> place</span><span class="c-keyword"> =</span> { append<span class="c-keyword">:</span> number <span class="c-keyword">&gt;</span><span class="c-constant"> 1</span>, last<span class="c-keyword">:</span> number <span class="c-keyword">===</span> to };</span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> task</span><span class="c-function">.artifact</span>({ id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;numbers&#39;</span>, text<span class="c-keyword">:</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span>number<span class="c-keyword">}</span><span class="c-string-expression"> \`</span>,<span class="c-keyword"> ...</span>place });</span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> task</span><span class="c-function">.progress</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>number<span class="c-keyword">}</span><span class="c-string-expression"> of </span><span class="c-keyword">\${</span>to<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, number <span class="c-keyword">/</span> to);</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">    return</span> { sum };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Counter&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [count] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> client</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-keyword"> new</span><span class="c-function"> ClientFactory</span>()<span class="c-function">.createFromUrl</span>(url);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> message</span><span class="c-keyword"> =</span> {</span>
<span class="line">  messageId<span class="c-keyword">:</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>(),</span>
<span class="line">  contextId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>,</span>
<span class="line">  taskId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>,</span>
<span class="line">  role<span class="c-keyword">:</span><span class="c-constant"> Role</span>.<span class="c-constant">ROLE_USER</span>,</span>
<span class="line">  parts<span class="c-keyword">:</span> [</span>
<span class="line">    {</span>
<span class="line">      content<span class="c-keyword">:</span> { $case<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data&#39;</span><span class="c-keyword"> as</span><span class="c-keyword"> const</span>, value<span class="c-keyword">:</span> { to<span class="c-keyword">:</span><span class="c-constant"> 3</span> } },</span>
<span class="line">      metadata<span class="c-keyword">:</span> { mimeType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json;schema=range&#39;</span> },</span>
<span class="line">      filename<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>,</span>
<span class="line">      mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>,</span>
<span class="line">    },</span>
<span class="line">  ],</span>
<span class="line">  metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">  extensions<span class="c-keyword">:</span> [],</span>
<span class="line">  referenceTaskIds<span class="c-keyword">:</span> [],</span>
<span class="line">};</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">let</span> text <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line"><span class="c-keyword">let</span> sum<span class="c-keyword">:</span><span class="c-constant"> unknown</span>;</span>
<span class="line"><span class="c-keyword">let</span> state<span class="c-keyword">:</span><span class="c-function"> TaskState</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">for</span><span class="c-keyword"> await</span> (<span class="c-keyword">const</span> { <span class="c-constant">payload</span> } <span class="c-keyword">of</span><span class="c-constant"> client</span><span class="c-function">.sendMessageStream</span>({</span>
<span class="line">  tenant<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>,</span>
<span class="line">  message,</span>
<span class="line">  configuration<span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">  metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">})) {</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">payload</span>?.$case <span class="c-keyword">===</span><span class="c-string-expression"> &#39;artifactUpdate&#39;</span>) {</span>
<span class="line"><span class="c-keyword">    const</span> [<span class="c-constant">part</span>] <span class="c-keyword">=</span><span class="c-constant"> payload</span>.<span class="c-constant">value</span>.<span class="c-constant">artifact</span>?.parts <span class="c-keyword">??</span> [];</span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">part</span>?.<span class="c-constant">content</span>?.$case <span class="c-keyword">===</span><span class="c-string-expression"> &#39;text&#39;</span>) text <span class="c-keyword">+=</span><span class="c-constant"> part</span>.<span class="c-constant">content</span>.value;</span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">part</span>?.<span class="c-constant">content</span>?.$case <span class="c-keyword">===</span><span class="c-string-expression"> &#39;data&#39;</span>) sum <span class="c-keyword">=</span><span class="c-constant"> part</span>.<span class="c-constant">content</span>.value;</span>
<span class="line">  }</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">payload</span>?.$case <span class="c-keyword">===</span><span class="c-string-expression"> &#39;statusUpdate&#39;</span>) {</span>
<span class="line">    state <span class="c-keyword">=</span><span class="c-constant"> payload</span>.<span class="c-constant">value</span>.<span class="c-constant">status</span>?.state;</span>
<span class="line"><span class="c-keyword">    const</span> [<span class="c-constant">part</span>] <span class="c-keyword">=</span><span class="c-constant"> payload</span>.<span class="c-constant">value</span>.<span class="c-constant">status</span>?.<span class="c-constant">message</span>?.parts <span class="c-keyword">??</span> [];</span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">part</span>?.<span class="c-constant">content</span>?.$case <span class="c-keyword">===</span><span class="c-string-expression"> &#39;text&#39;</span>) <span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-constant">part</span>.<span class="c-constant">content</span>.value);</span>
<span class="line">  }</span>
<span class="line">}</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(text,<span class="c-string-expression"> &#39;1 2 3 &#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(sum, { sum<span class="c-keyword">:</span><span class="c-constant"> 6</span> });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(state,<span class="c-constant"> TaskState</span>.<span class="c-constant">TASK_STATE_COMPLETED</span>);</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/follow-a-task.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const followATask_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  followATask_ts as default
};
