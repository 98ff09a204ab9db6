import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"repeat-a-call.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/repeat-a-call.ts"},"relativePath":"files/apps/examples/src/repeat-a-call.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/repeat-a-call.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="repeat-a-callts" tabindex="-1">repeat-a-call.ts <a class="header-anchor" href="#repeat-a-callts" aria-label="Permalink to &quot;repeat-a-call.ts&quot;">​</a></h1><p><code>apps/examples/src/repeat-a-call.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An agent whose process dies while it calls another agent: the next attempt sends the same</span></span>
<span class="line"><span class="c-comment">// message, and the other agent answers with the task that it already has.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { setTimeout <span class="c-keyword">as</span> sleep } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:timers/promises&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createTestAgent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/testing&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> article</span><span class="c-keyword"> =</span> {</span>
<span class="line">  type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">  properties<span class="c-keyword">:</span> { name<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } },</span>
<span class="line">  required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;name&#39;</span>],</span>
<span class="line">} <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> receipt</span><span class="c-keyword"> =</span> {</span>
<span class="line">  type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">  properties<span class="c-keyword">:</span> { number<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } },</span>
<span class="line">  required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;number&#39;</span>],</span>
<span class="line">} <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> orders</span><span class="c-keyword">:</span><span class="c-constant"> string</span>[] <span class="c-keyword">=</span> [];</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> order</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;order&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Order&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Orders an article, which takes a moment.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;shop&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { article },</span>
<span class="line">  output<span class="c-keyword">:</span> { receipt },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input }) {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> number</span><span class="c-keyword"> =</span><span class="c-constant"> orders</span><span class="c-function">.push</span>(<span class="c-constant">input</span>.name);</span>
<span class="line"><span class="c-keyword">    await</span><span class="c-function"> sleep</span>(<span class="c-constant">200</span>);</span>
<span class="line"><span class="c-keyword">    return</span> { number };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> shopAgent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Shop&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [order] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> shopServer</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(shopAgent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> shopServer</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> shop</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> shopAgent&gt;(url);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> buy</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;buy&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Buy&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Buys an article in the shop.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;office&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { article },</span>
<span class="line">  output<span class="c-keyword">:</span> { receipt },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input, task }) {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> messageId</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.step</span>(<span class="c-string-expression">&#39;id&#39;</span>, () <span class="c-keyword">=&gt;</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>());</span>
<span class="line"><span class="c-keyword">    const</span> { <span class="c-constant">number</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.step</span>(<span class="c-string-expression">&#39;order&#39;</span>, () <span class="c-keyword">=&gt;</span></span>
<span class="line"><span class="c-constant">      shop</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;order&#39;</span>)<span class="c-function">.call</span>(input, { signal<span class="c-keyword">:</span><span class="c-constant"> task</span>.signal, messageId }),</span>
<span class="line">    );</span>
<span class="line"><span class="c-keyword">    return</span> { number };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Buyer&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [buy] });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> tested</span><span class="c-keyword"> =</span><span class="c-function"> createTestAgent</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> task</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tested</span><span class="c-function">.start</span>(<span class="c-string-expression">&#39;buy&#39;</span>, { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;a pen&#39;</span> });</span>
<span class="line"><span class="c-keyword">while</span> (<span class="c-constant">orders</span>.<span class="c-constant">length</span><span class="c-keyword"> &lt;</span><span class="c-constant"> 1</span>) <span class="c-keyword">await</span><span class="c-function"> sleep</span>(<span class="c-constant">5</span>);</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> task</span><span class="c-function">.crash</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> task</span><span class="c-function">.settled</span>();</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">task</span>.runs,<span class="c-constant"> 2</span>);</span>
<span class="line"><span class="c-comment">// The second attempt got the answer to the first message, and nothing was ordered twice.</span></span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">task</span><span class="c-function">.result</span>(), { number<span class="c-keyword">:</span><span class="c-constant"> 1</span> });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(orders, [<span class="c-string-expression">&#39;a pen&#39;</span>]);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> tested</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> shopServer</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/repeat-a-call.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const repeatACall_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  repeatACall_ts as default
};
