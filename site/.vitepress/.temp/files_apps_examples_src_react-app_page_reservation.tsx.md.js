import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"reservation.tsx","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/react-app/page/reservation.tsx"},"relativePath":"files/apps/examples/src/react-app/page/reservation.tsx.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/react-app/page/reservation.tsx.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="reservationtsx" tabindex="-1">reservation.tsx <a class="header-anchor" href="#reservationtsx" aria-label="Permalink to &quot;reservation.tsx&quot;">​</a></h1><p><code>apps/examples/src/react-app/page/reservation.tsx</code> in the repository:</p><div class="language-tsx"><button title="Copy Code" class="copy"></button><span class="lang">tsx</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { Outcome, RemoteAgent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { <span class="c-keyword">type</span> Json, SkillForm } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/react&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { ResultView } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/react/result&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-string-expression"> &#39;@formwork/react/theme.css&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { <span class="c-keyword">type</span> ReactNode, useState } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;react&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Draws the form of a skill, then the forms of its questions, then its result. */</span></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> function</span><span class="c-function"> Reservation</span>({ agent }<span class="c-keyword">:</span> { <span class="c-keyword">readonly</span> agent<span class="c-keyword">:</span><span class="c-function"> RemoteAgent</span> })<span class="c-keyword">:</span><span class="c-function"> ReactNode</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> skill</span><span class="c-keyword"> =</span><span class="c-constant"> agent</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;reserve&#39;</span>);</span>
<span class="line"><span class="c-keyword">  const</span> [<span class="c-constant">outcome</span>,<span class="c-constant"> setOutcome</span>] <span class="c-keyword">=</span><span class="c-function"> useState</span>&lt;<span class="c-function">Outcome</span>&lt;<span class="c-constant">unknown</span>&gt;&gt;();</span>
<span class="line"><span class="c-keyword">  const</span> [<span class="c-constant">problem</span>,<span class="c-constant"> setProblem</span>] <span class="c-keyword">=</span><span class="c-function"> useState</span>(<span class="c-string-expression">&#39;&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /** Shows what a call leads to. The form cannot be sent again meanwhile. */</span></span>
<span class="line"><span class="c-keyword">  async</span><span class="c-keyword"> function</span><span class="c-function"> show</span>(call<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Outcome</span>&lt;<span class="c-constant">unknown</span>&gt;&gt;)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt; {</span>
<span class="line"><span class="c-keyword">    try</span> {</span>
<span class="line"><span class="c-function">      setOutcome</span>(<span class="c-keyword">await</span> call);</span>
<span class="line">    } <span class="c-keyword">catch</span> (error) {</span>
<span class="line"><span class="c-function">      setProblem</span>(error <span class="c-keyword">instanceof</span><span class="c-function"> Error</span><span class="c-keyword"> ?</span><span class="c-constant"> error</span>.message <span class="c-keyword">:</span><span class="c-function"> String</span>(error));</span>
<span class="line">    }</span>
<span class="line">  }</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">  const</span> [<span class="c-constant">input</span>] <span class="c-keyword">=</span><span class="c-constant"> skill</span><span class="c-function">.inputs</span>();</span>
<span class="line"><span class="c-keyword">  const</span> [<span class="c-constant">output</span>] <span class="c-keyword">=</span><span class="c-constant"> skill</span><span class="c-function">.outputs</span>();</span>
<span class="line"><span class="c-keyword">  if</span> (problem <span class="c-keyword">!==</span><span class="c-string-expression"> &#39;&#39;</span>) <span class="c-keyword">return</span> &lt;<span class="c-string-expression">p</span><span class="c-function"> role</span><span class="c-keyword">=</span><span class="c-string-expression">&quot;alert&quot;</span>&gt;{problem}&lt;/<span class="c-string-expression">p</span>&gt;;</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">input</span>?.kind <span class="c-keyword">!==</span><span class="c-string-expression"> &#39;usable&#39;</span>) <span class="c-keyword">return</span> &lt;<span class="c-string-expression">p</span>&gt;This skill has no form.&lt;/<span class="c-string-expression">p</span>&gt;;</span>
<span class="line"><span class="c-keyword">  if</span> (outcome <span class="c-keyword">===</span><span class="c-constant"> undefined</span>) {</span>
<span class="line"><span class="c-keyword">    return</span> (</span>
<span class="line">      &lt;<span class="c-constant">SkillForm</span></span>
<span class="line"><span class="c-function">        key</span><span class="c-keyword">=</span><span class="c-string-expression">&quot;input&quot;</span></span>
<span class="line"><span class="c-function">        schema</span><span class="c-keyword">=</span>{<span class="c-constant">input</span>.schema}</span>
<span class="line"><span class="c-function">        title</span><span class="c-keyword">=</span>{<span class="c-constant">skill</span>.name}</span>
<span class="line"><span class="c-function">        submitLabel</span><span class="c-keyword">=</span><span class="c-string-expression">&quot;Reserve&quot;</span></span>
<span class="line"><span class="c-function">        onSubmit</span><span class="c-keyword">=</span>{(data) <span class="c-keyword">=&gt;</span><span class="c-function"> show</span>(<span class="c-constant">skill</span><span class="c-function">.run</span>(data))}</span>
<span class="line">      /&gt;</span>
<span class="line">    );</span>
<span class="line">  }</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">outcome</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;input-required&#39;</span><span class="c-keyword"> &amp;&amp;</span><span class="c-constant"> outcome</span>.<span class="c-constant">question</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;form&#39;</span>) {</span>
<span class="line"><span class="c-keyword">    const</span> { <span class="c-constant">question</span> } <span class="c-keyword">=</span> outcome;</span>
<span class="line"><span class="c-keyword">    return</span> (</span>
<span class="line">      &lt;<span class="c-constant">SkillForm</span></span>
<span class="line"><span class="c-function">        key</span><span class="c-keyword">=</span>{<span class="c-constant">question</span>.number}</span>
<span class="line"><span class="c-function">        schema</span><span class="c-keyword">=</span>{<span class="c-constant">question</span>.schema}</span>
<span class="line"><span class="c-function">        title</span><span class="c-keyword">=</span>{<span class="c-constant">question</span>.prompt}</span>
<span class="line"><span class="c-function">        submitLabel</span><span class="c-keyword">=</span><span class="c-string-expression">&quot;Answer&quot;</span></span>
<span class="line"><span class="c-function">        onSubmit</span><span class="c-keyword">=</span>{(data) <span class="c-keyword">=&gt;</span><span class="c-function"> show</span>(<span class="c-constant">question</span><span class="c-function">.answer</span>(data))}</span>
<span class="line">      /&gt;</span>
<span class="line">    );</span>
<span class="line">  }</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-constant">outcome</span>.state <span class="c-keyword">!==</span><span class="c-string-expression"> &#39;completed&#39;</span>) <span class="c-keyword">return</span> &lt;<span class="c-string-expression">p</span><span class="c-function"> role</span><span class="c-keyword">=</span><span class="c-string-expression">&quot;alert&quot;</span>&gt;{<span class="c-constant">outcome</span>.text <span class="c-keyword">||</span><span class="c-constant"> outcome</span>.state}&lt;/<span class="c-string-expression">p</span>&gt;;</span>
<span class="line"><span class="c-keyword">  return</span> (</span>
<span class="line">    &lt;<span class="c-constant">ResultView</span></span>
<span class="line"><span class="c-function">      data</span><span class="c-keyword">=</span>{<span class="c-constant">outcome</span>.data <span class="c-keyword">as</span><span class="c-function"> Json</span>}</span>
<span class="line"><span class="c-function">      schemaName</span><span class="c-keyword">=</span>{<span class="c-constant">output</span>?.name <span class="c-keyword">??</span><span class="c-string-expression"> &#39;&#39;</span>}</span>
<span class="line">      {<span class="c-keyword">...</span>(<span class="c-constant">output</span>?.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;usable&#39;</span><span class="c-keyword"> &amp;&amp;</span> { schema<span class="c-keyword">:</span><span class="c-constant"> output</span>.schema })}</span>
<span class="line">    /&gt;</span>
<span class="line">  );</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/react-app/page/reservation.tsx.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const reservation_tsx = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  reservation_tsx as default
};
