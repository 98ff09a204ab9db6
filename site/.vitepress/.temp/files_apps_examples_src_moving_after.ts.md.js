import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"after.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/moving/after.ts"},"relativePath":"files/apps/examples/src/moving/after.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/moving/after.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="afterts" tabindex="-1">after.ts <a class="header-anchor" href="#afterts" aria-label="Permalink to &quot;after.ts&quot;">​</a></h1><p><code>apps/examples/src/moving/after.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An agent for parcels, made with Formwork. \`before.ts\` is the same agent with the official SDK.</span></span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> EUROS_PER_KILO</span><span class="c-keyword"> =</span> { home<span class="c-keyword">:</span><span class="c-constant"> 2</span>, europe<span class="c-keyword">:</span><span class="c-constant"> 5</span>, world<span class="c-keyword">:</span><span class="c-constant"> 9</span> } <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">interface</span><span class="c-function"> Parcel</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> kilos<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> zone<span class="c-keyword">:</span><span class="c-keyword"> keyof</span><span class="c-keyword"> typeof</span><span class="c-constant"> EUROS_PER_KILO</span>;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> findPrice</span>({ kilos, zone }<span class="c-keyword">:</span><span class="c-function"> Parcel</span>)<span class="c-keyword">:</span> { <span class="c-keyword">readonly</span> euros<span class="c-keyword">:</span><span class="c-constant"> number</span> } {</span>
<span class="line"><span class="c-keyword">  return</span> { euros<span class="c-keyword">:</span><span class="c-constant"> 3</span><span class="c-keyword"> +</span><span class="c-constant"> Math</span><span class="c-function">.ceil</span>(kilos) <span class="c-keyword">*</span><span class="c-constant"> EUROS_PER_KILO</span>[zone] };</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> quote</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;quote&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Quote&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Takes kilos and a zone (home, europe or world), and answers the price.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;parcels&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    parcel<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { kilos<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span> }, zone<span class="c-keyword">:</span> { enum<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;home&#39;</span>,<span class="c-string-expression"> &#39;europe&#39;</span>,<span class="c-string-expression"> &#39;world&#39;</span>] } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;kilos&#39;</span>,<span class="c-string-expression"> &#39;zone&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    price<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { euros<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;euros&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">  examples<span class="c-keyword">:</span> [{ kilos<span class="c-keyword">:</span><span class="c-constant"> 1.5</span>, zone<span class="c-keyword">:</span><span class="c-string-expression"> &#39;europe&#39;</span> }],</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input, task }) {</span>
<span class="line"><span class="c-keyword">    await</span><span class="c-constant"> task</span><span class="c-function">.progress</span>(<span class="c-string-expression">\`Weighing </span><span class="c-keyword">\${</span><span class="c-constant">input</span>.kilos<span class="c-keyword">}</span><span class="c-string-expression"> kg\`</span>);</span>
<span class="line"><span class="c-keyword">    return</span><span class="c-function"> findPrice</span>(input);</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Parcels&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Knows what a parcel costs.&#39;</span>,</span>
<span class="line">  version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>,</span>
<span class="line">  skills<span class="c-keyword">:</span> [quote],</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> createServer</span>(agent)<span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-function"> Number</span>(<span class="c-constant">process</span>.env[<span class="c-string-expression">&#39;PORT&#39;</span>] <span class="c-keyword">??</span><span class="c-constant"> 4100</span>) });</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`Serving </span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/.well-known/agent-card.json\`</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/moving/after.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const after_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  after_ts as default
};
