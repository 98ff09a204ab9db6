import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"serve-forms.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/serve-forms.ts"},"relativePath":"files/apps/examples/src/serve-forms.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/serve-forms.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="serve-formsts" tabindex="-1">serve-forms.ts <a class="header-anchor" href="#serve-formsts" aria-label="Permalink to &quot;serve-forms.ts&quot;">​</a></h1><p><code>apps/examples/src/serve-forms.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A page of forms beside an agent, and the requests that the page sends to its own server.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createFormsRouter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/forms&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> greet</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;greet&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Greet&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Greets somebody by name.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [],</span>
<span class="line">  input<span class="c-keyword">:</span> { person<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { name<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } } } },</span>
<span class="line">  output<span class="c-keyword">:</span> { greeting<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { text<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } } } },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> ({ input }) <span class="c-keyword">=&gt;</span> ({ text<span class="c-keyword">:</span><span class="c-string-expression"> \`Hello </span><span class="c-keyword">\${</span><span class="c-constant">input</span>.name <span class="c-keyword">??</span><span class="c-string-expression"> &#39;you&#39;</span><span class="c-keyword">}</span><span class="c-string-expression">\`</span> }),</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Greeter&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [greet] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The port is known once the server listens.</span></span>
<span class="line"><span class="c-keyword">let</span> url <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> forms</span><span class="c-keyword"> =</span><span class="c-function"> createFormsRouter</span>({ mode<span class="c-keyword">:</span><span class="c-string-expression"> &#39;one&#39;</span>,<span class="c-function"> agentUrl</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span> url });</span>
<span class="line"><span class="c-constant">server</span><span class="c-function">.</span><span class="c-constant">app</span><span class="c-function">.use</span>(<span class="c-constant">forms</span>.router);</span>
<span class="line">({ url } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> }));</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> page</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(url);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.match</span>(<span class="c-keyword">await</span><span class="c-constant"> page</span><span class="c-function">.text</span>(),<span class="c-string-expression"> /&lt;!doctype html&gt;/</span><span class="c-keyword">u</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.match</span>(<span class="c-constant">page</span><span class="c-function">.</span><span class="c-constant">headers</span><span class="c-function">.get</span>(<span class="c-string-expression">&#39;content-security-policy&#39;</span>) <span class="c-keyword">??</span><span class="c-string-expression"> &#39;&#39;</span>,<span class="c-string-expression"> /script-src &#39;self&#39;/</span><span class="c-keyword">u</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> config</span><span class="c-keyword">:</span><span class="c-constant"> unknown</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span> (<span class="c-keyword">await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/api/config\`</span>))<span class="c-function">.json</span>();</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(config, { mode<span class="c-keyword">:</span><span class="c-string-expression"> &#39;one&#39;</span>, agents<span class="c-keyword">:</span> [{ url }] });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The server refuses requests from pages of other origins, and requests for other agents.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> other</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/api/describe\`</span>, {</span>
<span class="line">  method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;POST&#39;</span>,</span>
<span class="line">  headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;Content-Type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span> },</span>
<span class="line">  body<span class="c-keyword">:</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>({ agent<span class="c-keyword">:</span><span class="c-string-expression"> &#39;http://169.254.169.254&#39;</span> }),</span>
<span class="line">});</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">other</span>.status,<span class="c-constant"> 403</span>);</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-keyword">await</span><span class="c-constant"> other</span><span class="c-function">.text</span>());</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> forms</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/serve-forms.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const serveForms_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  serveForms_ts as default
};
