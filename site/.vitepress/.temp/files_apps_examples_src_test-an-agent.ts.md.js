import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"test-an-agent.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/test-an-agent.ts"},"relativePath":"files/apps/examples/src/test-an-agent.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/test-an-agent.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="test-an-agentts" tabindex="-1">test-an-agent.ts <a class="header-anchor" href="#test-an-agentts" aria-label="Permalink to &quot;test-an-agent.ts&quot;">​</a></h1><p><code>apps/examples/src/test-an-agent.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// Tests of an agent without a server: scripted answers, a clock that does not wait, a process that</span></span>
<span class="line"><span class="c-comment">// dies in the middle, and many inputs.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill, TransientError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { checkSkill, createTestAgent, createTestClock, SkillCheckError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/testing&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">let</span> charges <span class="c-keyword">=</span><span class="c-constant"> 0</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> pay</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;pay&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Pay&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Pays an invoice.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;money&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    invoice<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { euros<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span>, minimum<span class="c-keyword">:</span><span class="c-constant"> 1</span> }, note<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;euros&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    receipt<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { paid<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;paid&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">  retry<span class="c-keyword">:</span> { maxAttempts<span class="c-keyword">:</span><span class="c-constant"> 3</span>, delayMs<span class="c-keyword">:</span><span class="c-constant"> 60_000</span> },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input: { euros, note <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span> }, task }) {</span>
<span class="line"><span class="c-keyword">    if</span> (note <span class="c-keyword">===</span><span class="c-string-expression"> &#39;busy&#39;</span><span class="c-keyword"> &amp;&amp;</span><span class="c-constant"> task</span>.attempt <span class="c-keyword">===</span><span class="c-constant"> 1</span>) <span class="c-keyword">throw</span><span class="c-keyword"> new</span><span class="c-function"> TransientError</span>(<span class="c-string-expression">&#39;The bank is busy.&#39;</span>);</span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">note</span>.<span class="c-constant">length</span><span class="c-keyword"> &gt;</span><span class="c-constant"> 200</span>) <span class="c-keyword">throw</span><span class="c-keyword"> new</span><span class="c-function"> Error</span>(<span class="c-string-expression">&#39;The bank takes notes of at most 200 characters.&#39;</span>);</span>
<span class="line"><span class="c-keyword">    await</span><span class="c-constant"> task</span><span class="c-function">.step</span>(<span class="c-string-expression">&#39;charge&#39;</span>, () <span class="c-keyword">=&gt;</span> {</span>
<span class="line">      charges <span class="c-keyword">+=</span><span class="c-constant"> 1</span>;</span>
<span class="line">    });</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> answer</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.ask</span>(<span class="c-string-expression">\`Send a receipt for </span><span class="c-keyword">\${</span>euros<span class="c-keyword">}</span><span class="c-string-expression"> EUR?\`</span>);</span>
<span class="line"><span class="c-keyword">    return</span> { paid<span class="c-keyword">:</span> answer <span class="c-keyword">===</span><span class="c-string-expression"> &#39;no&#39;</span><span class="c-keyword"> ?</span><span class="c-constant"> 0</span><span class="c-keyword"> :</span> euros };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Bank&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [pay] });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// A call with its answers. The process dies when the charge is stored, and another one goes on.</span></span>
<span class="line">{</span>
<span class="line"><span class="c-keyword">  await using</span><span class="c-constant"> tested</span><span class="c-keyword"> =</span><span class="c-function"> createTestAgent</span>(agent);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> faults</span><span class="c-keyword"> =</span> { crashAfterWrites<span class="c-keyword">:</span><span class="c-constant"> 1</span> };</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> task</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tested</span><span class="c-function">.call</span>(<span class="c-string-expression">&#39;pay&#39;</span>, { euros<span class="c-keyword">:</span><span class="c-constant"> 20</span> }, { answers<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;yes&#39;</span>], faults });</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">task</span><span class="c-function">.result</span>(), { paid<span class="c-keyword">:</span><span class="c-constant"> 20</span> });</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(charges,<span class="c-constant"> 1</span>);</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The second attempt comes after 30 to 60 s, and nobody answers for a day.</span></span>
<span class="line">{</span>
<span class="line"><span class="c-keyword">  using</span><span class="c-constant"> clock</span><span class="c-keyword"> =</span><span class="c-function"> createTestClock</span>();</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> retention</span><span class="c-keyword"> =</span> { abandonedAfterMs<span class="c-keyword">:</span><span class="c-constant"> 86_400_000</span> };</span>
<span class="line"><span class="c-keyword">  await using</span><span class="c-constant"> tested</span><span class="c-keyword"> =</span><span class="c-function"> createTestAgent</span>(agent, { clock, retention });</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> task</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tested</span><span class="c-function">.start</span>(<span class="c-string-expression">&#39;pay&#39;</span>, { euros<span class="c-keyword">:</span><span class="c-constant"> 20</span>, note<span class="c-keyword">:</span><span class="c-string-expression"> &#39;busy&#39;</span> });</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> clock</span><span class="c-function">.advance</span>(<span class="c-string-expression">&#39;29s&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">task</span>.runs,<span class="c-constant"> 1</span>);</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> clock</span><span class="c-function">.advance</span>(<span class="c-string-expression">&#39;32s&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">task</span>.runs,<span class="c-constant"> 2</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">task</span>.state,<span class="c-string-expression"> &#39;input-required&#39;</span>);</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> clock</span><span class="c-function">.advance</span>(<span class="c-string-expression">&#39;25h&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">task</span>.state,<span class="c-string-expression"> &#39;failed&#39;</span>);</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The schema allows notes that the handler does not.</span></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> assert</span><span class="c-function">.rejects</span>(<span class="c-function">checkSkill</span>(agent,<span class="c-string-expression"> &#39;pay&#39;</span>, { runs<span class="c-keyword">:</span><span class="c-constant"> 500</span>, seed<span class="c-keyword">:</span><span class="c-constant"> 1</span> }), (error) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-function">  assert</span>(error <span class="c-keyword">instanceof</span><span class="c-function"> SkillCheckError</span>);</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">note</span> } <span class="c-keyword">=</span><span class="c-constant"> error</span>.input <span class="c-keyword">as</span> { note<span class="c-keyword">:</span><span class="c-constant"> string</span> };</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">note</span>.<span class="c-constant">length</span>,<span class="c-constant"> 201</span>);</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-constant"> true</span>;</span>
<span class="line">});</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/test-an-agent.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const testAnAgent_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  testAnAgent_ts as default
};
