import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"say-more.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/say-more.ts"},"relativePath":"files/apps/examples/src/say-more.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/say-more.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="say-morets" tabindex="-1">say-more.ts <a class="header-anchor" href="#say-morets" aria-label="Permalink to &quot;say-more.ts&quot;">​</a></h1><p><code>apps/examples/src/say-more.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A skill that declines a request, takes a whole answer as data, and adds a last message to its</span></span>
<span class="line"><span class="c-comment">// result.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect, TaskError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill, RejectedError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> refund</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;refund&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Refund&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Pays an amount back.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;money&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    claim<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { amount<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;amount&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    payment<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { paid<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;paid&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input: { amount }, task }) {</span>
<span class="line"><span class="c-keyword">    if</span> (amount <span class="c-keyword">&gt;</span><span class="c-constant"> 500</span>) <span class="c-keyword">throw</span><span class="c-keyword"> new</span><span class="c-function"> RejectedError</span>(<span class="c-string-expression">&#39;Claims above 500 EUR need a letter.&#39;</span>);</span>
<span class="line"><span class="c-keyword">    await</span><span class="c-constant"> task</span><span class="c-function">.progress</span>();</span>
<span class="line"><span class="c-keyword">    const</span> { <span class="c-constant">text</span>,<span class="c-constant"> files</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.ask</span>(<span class="c-string-expression">&#39;Why do you want it back?&#39;</span>, { answer<span class="c-keyword">:</span><span class="c-string-expression"> &#39;message&#39;</span> });</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> names</span><span class="c-keyword"> =</span><span class="c-constant"> files</span><span class="c-function">.map</span>(({ name }) <span class="c-keyword">=&gt;</span> name)<span class="c-function">.join</span>(<span class="c-string-expression">&#39;, &#39;</span>);</span>
<span class="line"><span class="c-constant">    task</span><span class="c-function">.conclude</span>(<span class="c-string-expression">\`We are sorry to hear: </span><span class="c-keyword">\${</span>text<span class="c-keyword">}</span><span class="c-string-expression"> (</span><span class="c-keyword">\${</span>names<span class="c-keyword">}</span><span class="c-string-expression">)\`</span>);</span>
<span class="line"><span class="c-keyword">    return</span> { paid<span class="c-keyword">:</span> amount };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Shop&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [refund] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> skill</span><span class="c-keyword"> =</span> (<span class="c-keyword">await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url))<span class="c-function">.skill</span>(<span class="c-string-expression">&#39;refund&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> assert</span><span class="c-function">.rejects</span>(<span class="c-constant">skill</span><span class="c-function">.call</span>({ amount<span class="c-keyword">:</span><span class="c-constant"> 900</span> }), (error) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-function">  assert</span>(error <span class="c-keyword">instanceof</span><span class="c-function"> TaskError</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">error</span>.state,<span class="c-string-expression"> &#39;rejected&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">error</span>.<span class="c-constant">outcome</span>.text,<span class="c-string-expression"> &#39;Claims above 500 EUR need a letter.&#39;</span>);</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-constant"> true</span>;</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> asked</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> skill</span><span class="c-function">.run</span>({ amount<span class="c-keyword">:</span><span class="c-constant"> 20</span> });</span>
<span class="line"><span class="c-function">assert</span>(<span class="c-constant">asked</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;input-required&#39;</span><span class="c-keyword"> &amp;&amp;</span><span class="c-constant"> asked</span>.<span class="c-constant">question</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;text&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> photo</span><span class="c-keyword"> =</span> { content<span class="c-keyword">:</span><span class="c-keyword"> new</span><span class="c-function"> Uint8Array</span>([<span class="c-constant">1</span>]), name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;photo.png&#39;</span>, mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;image/png&#39;</span> };</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> paid</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> asked</span><span class="c-function">.</span><span class="c-constant">question</span><span class="c-function">.answer</span>(<span class="c-string-expression">&#39;it squeaks&#39;</span>, { files<span class="c-keyword">:</span> [photo] });</span>
<span class="line"><span class="c-function">assert</span>(<span class="c-constant">paid</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;completed&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">paid</span>.data, { paid<span class="c-keyword">:</span><span class="c-constant"> 20</span> });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">paid</span>.conclusion,<span class="c-string-expression"> &#39;We are sorry to hear: it squeaks (photo.png)&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/say-more.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const sayMore_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  sayMore_ts as default
};
