import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"agent.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/react-app/agent.ts"},"relativePath":"files/apps/examples/src/react-app/agent.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/react-app/agent.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="agentts" tabindex="-1">agent.ts <a class="header-anchor" href="#agentts" aria-label="Permalink to &quot;agent.ts&quot;">​</a></h1><p><code>apps/examples/src/react-app/agent.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> reserve</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;reserve&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Reserve a table&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Reserves a table. Asks first if the party is large.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;food&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    party<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> {</span>
<span class="line">        name<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span>, minLength<span class="c-keyword">:</span><span class="c-constant"> 1</span> },</span>
<span class="line">        guests<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span>, minimum<span class="c-keyword">:</span><span class="c-constant"> 1</span>, maximum<span class="c-keyword">:</span><span class="c-constant"> 20</span> },</span>
<span class="line">      },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;name&#39;</span>,<span class="c-string-expression"> &#39;guests&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    reservation<span class="c-keyword">:</span> {</span>
<span class="line">      title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Reservation&#39;</span>,</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { name<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> }, table<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;name&#39;</span>,<span class="c-string-expression"> &#39;table&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input: { name, guests }, task }) {</span>
<span class="line"><span class="c-keyword">    if</span> (guests <span class="c-keyword">&gt;</span><span class="c-constant"> 8</span>) {</span>
<span class="line"><span class="c-keyword">      const</span> { <span class="c-constant">deposit</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.ask</span>(<span class="c-string-expression">&#39;A party of this size pays a deposit of 50 EUR. Agreed?&#39;</span>, {</span>
<span class="line">        name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;deposit&#39;</span>,</span>
<span class="line">        schema<span class="c-keyword">:</span> {</span>
<span class="line">          type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">          properties<span class="c-keyword">:</span> { deposit<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;boolean&#39;</span>, title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Pay the deposit&#39;</span> } },</span>
<span class="line">          required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;deposit&#39;</span>],</span>
<span class="line">        },</span>
<span class="line">      });</span>
<span class="line"><span class="c-keyword">      if</span> (<span class="c-keyword">!</span>deposit) <span class="c-keyword">return</span> { name, table<span class="c-keyword">:</span><span class="c-constant"> 0</span> };</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">    return</span> { name, table<span class="c-keyword">:</span> guests <span class="c-keyword">&gt;</span><span class="c-constant"> 8</span><span class="c-keyword"> ?</span><span class="c-constant"> 1</span><span class="c-keyword"> :</span> guests <span class="c-keyword">+</span><span class="c-constant"> 1</span> };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Restaurant&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [reserve] });</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/react-app/agent.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const agent_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  agent_ts as default
};
