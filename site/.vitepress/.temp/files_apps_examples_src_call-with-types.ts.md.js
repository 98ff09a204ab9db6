import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"call-with-types.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/call-with-types.ts"},"relativePath":"files/apps/examples/src/call-with-types.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/call-with-types.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="call-with-typests" tabindex="-1">call-with-types.ts <a class="header-anchor" href="#call-with-typests" aria-label="Permalink to &quot;call-with-types.ts&quot;">​</a></h1><p><code>apps/examples/src/call-with-types.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An agent called with its types: a result, events, a question, and input that does not fit its</span></span>
<span class="line"><span class="c-comment">// schema.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect, InvalidInputError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> order</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;order-tea&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Order tea&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Makes tea, and asks before it makes a lot.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;tea&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    order<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { kind<span class="c-keyword">:</span> { enum<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;green&#39;</span>,<span class="c-string-expression"> &#39;black&#39;</span>] }, cups<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span>, minimum<span class="c-keyword">:</span><span class="c-constant"> 1</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;kind&#39;</span>,<span class="c-string-expression"> &#39;cups&#39;</span>],</span>
<span class="line">      additionalProperties<span class="c-keyword">:</span><span class="c-constant"> false</span>,</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    served<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { cups<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;cups&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input: { kind, cups }, task }) {</span>
<span class="line"><span class="c-keyword">    if</span> (cups <span class="c-keyword">&gt;</span><span class="c-constant"> 10</span>) {</span>
<span class="line"><span class="c-keyword">      const</span> { <span class="c-constant">sure</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.ask</span>(<span class="c-string-expression">\`Really </span><span class="c-keyword">\${</span>cups<span class="c-keyword">}</span><span class="c-string-expression"> cups of </span><span class="c-keyword">\${</span>kind<span class="c-keyword">}</span><span class="c-string-expression"> tea?\`</span>, {</span>
<span class="line">        name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;confirmation&#39;</span>,</span>
<span class="line">        schema<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { sure<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;boolean&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;sure&#39;</span>] },</span>
<span class="line">      });</span>
<span class="line"><span class="c-keyword">      if</span> (<span class="c-keyword">!</span>sure) <span class="c-keyword">return</span> { cups<span class="c-keyword">:</span><span class="c-constant"> 0</span> };</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">    await</span><span class="c-constant"> task</span><span class="c-function">.progress</span>(<span class="c-string-expression">&#39;The water boils&#39;</span>,<span class="c-constant"> 0.5</span>);</span>
<span class="line"><span class="c-keyword">    return</span> { cups };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tea house&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [order] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The types come from the agent&#39;s definition; where that cannot be imported, generated types do the</span></span>
<span class="line"><span class="c-comment">// same.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> remote</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> tea</span><span class="c-keyword"> =</span><span class="c-constant"> remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;order-tea&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">cups</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> tea</span><span class="c-function">.call</span>({ kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;green&#39;</span>, cups<span class="c-keyword">:</span><span class="c-constant"> 2</span> });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(cups,<span class="c-constant"> 2</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">for</span><span class="c-keyword"> await</span> (<span class="c-keyword">const</span><span class="c-constant"> event</span><span class="c-keyword"> of</span><span class="c-constant"> tea</span><span class="c-function">.stream</span>({ kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;black&#39;</span>, cups<span class="c-keyword">:</span><span class="c-constant"> 1</span> })) {</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">event</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;progress&#39;</span>) <span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-constant">event</span>.text,<span class="c-constant"> event</span>.fraction);</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">event</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;result&#39;</span>) <span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">event</span>.<span class="c-constant">data</span>.cups,<span class="c-constant"> 1</span>);</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// A question goes to a handler ...</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> many</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tea</span><span class="c-function">.call</span>({ kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;green&#39;</span>, cups<span class="c-keyword">:</span><span class="c-constant"> 50</span> }, { <span class="c-function">onQuestion</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span> ({ sure<span class="c-keyword">:</span><span class="c-constant"> true</span> }) });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">many</span>.cups,<span class="c-constant"> 50</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// ... or is a value, which can be answered days later.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> outcome</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> tea</span><span class="c-function">.run</span>({ kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;green&#39;</span>, cups<span class="c-keyword">:</span><span class="c-constant"> 500</span> });</span>
<span class="line"><span class="c-function">assert</span>(<span class="c-constant">outcome</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;input-required&#39;</span><span class="c-keyword"> &amp;&amp;</span><span class="c-constant"> outcome</span>.<span class="c-constant">question</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;form&#39;</span>);</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-constant">outcome</span>.<span class="c-constant">question</span>.prompt);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> answered</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> outcome</span><span class="c-function">.</span><span class="c-constant">question</span><span class="c-function">.answer</span>({ sure<span class="c-keyword">:</span><span class="c-constant"> false</span> });</span>
<span class="line"><span class="c-function">assert</span>(<span class="c-constant">answered</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;completed&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">answered</span>.<span class="c-constant">data</span>.cups,<span class="c-constant"> 0</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Input that does not fit the schema is never sent: the compiler reports it, and so does the</span></span>
<span class="line"><span class="c-comment">// client.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> wrong</span><span class="c-keyword">:</span><span class="c-constant"> unknown</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span> tea</span>
<span class="line"><span class="c-comment">  // @ts-expect-error -- &quot;cups&quot; is misspelt</span></span>
<span class="line"><span class="c-function">  .call</span>({ kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;green&#39;</span>, cup<span class="c-keyword">:</span><span class="c-constant"> 2</span> })</span>
<span class="line"><span class="c-function">  .catch</span>((error<span class="c-keyword">:</span><span class="c-constant"> unknown</span>) <span class="c-keyword">=&gt;</span> error);</span>
<span class="line"><span class="c-function">assert</span>(wrong <span class="c-keyword">instanceof</span><span class="c-function"> InvalidInputError</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">wrong</span>.problems[<span class="c-constant">0</span>]?.suggestion,<span class="c-string-expression"> &#39;rename &quot;cup&quot; to &quot;cups&quot;&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/call-with-types.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const callWithTypes_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  callWithTypes_ts as default
};
