import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"compare-agents.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/compare-agents.ts"},"relativePath":"files/apps/examples/src/compare-agents.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/compare-agents.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="compare-agentsts" tabindex="-1">compare-agents.ts <a class="header-anchor" href="#compare-agentsts" aria-label="Permalink to &quot;compare-agents.ts&quot;">​</a></h1><p><code>apps/examples/src/compare-agents.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// Two versions of an agent compared: each change of a schema is judged safe or breaking for</span></span>
<span class="line"><span class="c-comment">// callers.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill, toAgentCard } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { compareAgentCards } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/documents&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-constant"> *</span><span class="c-keyword"> as</span> z <span class="c-keyword">from</span><span class="c-string-expression"> &#39;zod&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> createCard</span>(orderKinds<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[], receipt<span class="c-keyword">:</span><span class="c-function"> z</span>.<span class="c-function">ZodObject</span>)<span class="c-keyword">:</span><span class="c-constant"> unknown</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> buy</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;buy&#39;</span>,</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Buy&#39;</span>,</span>
<span class="line">    description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Buys one thing.&#39;</span>,</span>
<span class="line">    tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;shop&#39;</span>],</span>
<span class="line">    input<span class="c-keyword">:</span> { order<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.strictObject</span>({ kind<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.enum</span>(orderKinds) }) },</span>
<span class="line">    output<span class="c-keyword">:</span> { receipt },</span>
<span class="line"><span class="c-function">    run</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span> ({ total<span class="c-keyword">:</span><span class="c-constant"> 1</span> }),</span>
<span class="line">  });</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-function"> toAgentCard</span>(<span class="c-function">defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Shop&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [buy] }), {</span>
<span class="line">    interfaces<span class="c-keyword">:</span> [</span>
<span class="line">      { url<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://shop.example/a2a&#39;</span>, protocolBinding<span class="c-keyword">:</span><span class="c-string-expression"> &#39;JSONRPC&#39;</span>, protocolVersion<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0&#39;</span> },</span>
<span class="line">    ],</span>
<span class="line">    streaming<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">    pushNotifications<span class="c-keyword">:</span><span class="c-constant"> false</span>,</span>
<span class="line">  });</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">verdict</span>,<span class="c-constant"> changes</span> } <span class="c-keyword">=</span><span class="c-function"> compareAgentCards</span>(</span>
<span class="line"><span class="c-function">  createCard</span>([<span class="c-string-expression">&#39;tea&#39;</span>,<span class="c-string-expression"> &#39;milk&#39;</span>],<span class="c-constant"> z</span><span class="c-function">.object</span>({ total<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.number</span>()<span class="c-function">.min</span>(<span class="c-constant">0</span>) })),</span>
<span class="line"><span class="c-function">  createCard</span>([<span class="c-string-expression">&#39;tea&#39;</span>,<span class="c-string-expression"> &#39;milk&#39;</span>,<span class="c-string-expression"> &#39;rice&#39;</span>],<span class="c-constant"> z</span><span class="c-function">.object</span>({ total<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.number</span>() })),</span>
<span class="line">);</span>
<span class="line"></span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(verdict,<span class="c-string-expression"> &#39;breaking&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(</span>
<span class="line"><span class="c-constant">  changes</span><span class="c-function">.map</span>(({ kind, message }) <span class="c-keyword">=&gt;</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span>kind<span class="c-keyword">}</span><span class="c-string-expression">: </span><span class="c-keyword">\${</span>message<span class="c-keyword">}</span><span class="c-string-expression">\`</span>),</span>
<span class="line">  [</span>
<span class="line"><span class="c-string-expression">    &#39;breaking: Output &quot;receipt&quot;: &quot;total&quot; no longer has its minimum of 0.&#39;</span>,</span>
<span class="line"><span class="c-string-expression">    &#39;safe: Input &quot;order&quot;: &quot;kind&quot; can now be &quot;rice&quot;.&#39;</span>,</span>
<span class="line">  ],</span>
<span class="line">);</span>
<span class="line"><span class="c-comment">// The counterexample is a value that only the new agent may send: a negative number.</span></span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.ok</span>(<span class="c-constant">JSON</span><span class="c-function">.stringify</span>(changes[<span class="c-constant">0</span>]?.counterExample)<span class="c-function">.includes</span>(<span class="c-string-expression">&#39;-&#39;</span>));</span>
<span class="line"><span class="c-keyword">for</span> (<span class="c-keyword">const</span> { <span class="c-constant">kind</span>,<span class="c-constant"> message</span> } <span class="c-keyword">of</span> changes) <span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>kind<span class="c-keyword">}</span><span class="c-string-expression">: </span><span class="c-keyword">\${</span>message<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/compare-agents.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const compareAgents_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  compareAgents_ts as default
};
