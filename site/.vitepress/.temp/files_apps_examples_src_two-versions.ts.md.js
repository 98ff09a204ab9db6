import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"two-versions.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/two-versions.ts"},"relativePath":"files/apps/examples/src/two-versions.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/two-versions.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="two-versionsts" tabindex="-1">two-versions.ts <a class="header-anchor" href="#two-versionsts" aria-label="Permalink to &quot;two-versions.ts&quot;">​</a></h1><p><code>apps/examples/src/two-versions.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A skill that accepts two versions of its input side by side. The older one is marked as</span></span>
<span class="line"><span class="c-comment">// deprecated, in the card and in forms.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> person</span><span class="c-keyword"> =</span> {</span>
<span class="line">  title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Person (2026)&#39;</span>,</span>
<span class="line">  type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">  properties<span class="c-keyword">:</span> {</span>
<span class="line">    givenName<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> },</span>
<span class="line">    familyName<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> },</span>
<span class="line">    nickname<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span>, deprecated<span class="c-keyword">:</span><span class="c-constant"> true</span>, description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Ignored since May 2026.&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;givenName&#39;</span>,<span class="c-string-expression"> &#39;familyName&#39;</span>],</span>
<span class="line">} <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> personV1</span><span class="c-keyword"> =</span> {</span>
<span class="line">  title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Person (2025)&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Send &quot;person&quot; instead. This version is accepted until June 2027.&#39;</span>,</span>
<span class="line">  deprecated<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">  type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">  properties<span class="c-keyword">:</span> { fullName<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } },</span>
<span class="line">  required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;fullName&#39;</span>],</span>
<span class="line">} <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> badge</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;badge&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Badge&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Writes the badge of a visitor.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;office&#39;</span>],</span>
<span class="line"><span class="c-comment">  // The first usable form that is not deprecated is the one that people see.</span></span>
<span class="line">  input<span class="c-keyword">:</span> { person, personV1 },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    badge<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { text<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;text&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line"><span class="c-function">  run</span>({ input, task }) {</span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">input</span>.schema <span class="c-keyword">===</span><span class="c-string-expression"> &#39;personV1&#39;</span>) {</span>
<span class="line"><span class="c-comment">      // Shows which callers still have to change.</span></span>
<span class="line"><span class="c-constant">      task</span><span class="c-function">.</span><span class="c-constant">log</span><span class="c-function">.warn</span>(<span class="c-string-expression">&#39;The deprecated input personV1 was used.&#39;</span>, { caller<span class="c-keyword">:</span><span class="c-constant"> task</span>.<span class="c-constant">user</span>?.id });</span>
<span class="line"><span class="c-keyword">      return</span> { text<span class="c-keyword">:</span><span class="c-constant"> input</span>.<span class="c-constant">data</span>.fullName };</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">    return</span> { text<span class="c-keyword">:</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span><span class="c-constant">input</span>.<span class="c-constant">data</span>.givenName<span class="c-keyword">}</span><span class="c-keyword"> \${</span><span class="c-constant">input</span>.<span class="c-constant">data</span>.familyName<span class="c-keyword">}</span><span class="c-string-expression">\`</span> };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Reception&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2.0.0&#39;</span>, skills<span class="c-keyword">:</span> [badge] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> warnings</span><span class="c-keyword">:</span><span class="c-constant"> string</span>[] <span class="c-keyword">=</span> [];</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> logger</span><span class="c-keyword"> =</span> {</span>
<span class="line"><span class="c-function">  info</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span> {},</span>
<span class="line"><span class="c-function">  warn</span><span class="c-keyword">:</span> (text<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span><span class="c-keyword"> void</span><span class="c-constant"> warnings</span><span class="c-function">.push</span>(text),</span>
<span class="line">  error<span class="c-keyword">:</span><span class="c-constant"> console</span>.error,</span>
<span class="line">};</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, { logger });</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> remote</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> skill</span><span class="c-keyword"> =</span><span class="c-constant"> remote</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;badge&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> ada</span><span class="c-keyword"> =</span> { text<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Ada Lovelace&#39;</span> };</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> today</span><span class="c-keyword"> =</span> { givenName<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Ada&#39;</span>, familyName<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Lovelace&#39;</span> };</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-keyword">await</span><span class="c-constant"> skill</span><span class="c-function">.call</span>({ schema<span class="c-keyword">:</span><span class="c-string-expression"> &#39;person&#39;</span>, data<span class="c-keyword">:</span> today }), ada);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(warnings, []);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> earlier</span><span class="c-keyword"> =</span> { fullName<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Ada Lovelace&#39;</span> };</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-keyword">await</span><span class="c-constant"> skill</span><span class="c-function">.call</span>({ schema<span class="c-keyword">:</span><span class="c-string-expression"> &#39;personV1&#39;</span>, data<span class="c-keyword">:</span> earlier }), ada);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(warnings, [<span class="c-string-expression">&#39;The deprecated input personV1 was used.&#39;</span>]);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Callers find the mark in the schemas of the card.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> deprecated</span><span class="c-keyword"> =</span> skill</span>
<span class="line"><span class="c-function">  .inputs</span>()</span>
<span class="line"><span class="c-function">  .filter</span>((input) <span class="c-keyword">=&gt;</span><span class="c-constant"> input</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;usable&#39;</span><span class="c-keyword"> &amp;&amp;</span><span class="c-constant"> input</span>.schema[<span class="c-string-expression">&#39;deprecated&#39;</span>] <span class="c-keyword">===</span><span class="c-constant"> true</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(</span>
<span class="line"><span class="c-constant">  deprecated</span><span class="c-function">.map</span>(({ name }) <span class="c-keyword">=&gt;</span> name),</span>
<span class="line">  [<span class="c-string-expression">&#39;personV1&#39;</span>],</span>
<span class="line">);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/two-versions.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const twoVersions_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  twoVersions_ts as default
};
