import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"contest-agent.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/contest-agent.ts"},"relativePath":"files/apps/examples/src/contest-agent.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/contest-agent.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="contest-agentts" tabindex="-1">contest-agent.ts <a class="header-anchor" href="#contest-agentts" aria-label="Permalink to &quot;contest-agent.ts&quot;">​</a></h1><p><code>apps/examples/src/contest-agent.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> name</span><span class="c-keyword"> =</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span>, minLength<span class="c-keyword">:</span><span class="c-constant"> 1</span> } <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> fight</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;fight-comparison&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Fight Comparison&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Determines who would win a hypothetical fight.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;comparison&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    fightComparison<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { a<span class="c-keyword">:</span> name, b<span class="c-keyword">:</span> name }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;a&#39;</span>,<span class="c-string-expression"> &#39;b&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    fightResponse<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { winner<span class="c-keyword">:</span> name }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;winner&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">  examples<span class="c-keyword">:</span> [{ a<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Lion&#39;</span>, b<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tiger&#39;</span> }],<span class="c-comment"> // checked when the agent is defined</span></span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> ({ input }) <span class="c-keyword">=&gt;</span> ({ winner<span class="c-keyword">:</span><span class="c-constant"> input</span>.<span class="c-constant">a</span>.<span class="c-constant">length</span><span class="c-keyword"> &gt;</span><span class="c-constant"> input</span>.<span class="c-constant">b</span>.<span class="c-constant">length</span><span class="c-keyword"> ?</span><span class="c-constant"> input</span>.a <span class="c-keyword">:</span><span class="c-constant"> input</span>.b }),</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Contest agent&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [fight] });</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> createServer</span>(agent)<span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-function"> Number</span>(<span class="c-constant">process</span>.env[<span class="c-string-expression">&#39;PORT&#39;</span>] <span class="c-keyword">??</span><span class="c-constant"> 4100</span>) });</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`Serving </span><span class="c-keyword">\${</span><span class="c-constant">agent</span>.name<span class="c-keyword">}</span><span class="c-string-expression">: </span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/.well-known/agent-card.json\`</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/contest-agent.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const contestAgent_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  contestAgent_ts as default
};
