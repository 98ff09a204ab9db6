import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"check-documents.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/check-documents.ts"},"relativePath":"files/apps/examples/src/check-documents.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/check-documents.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="check-documentsts" tabindex="-1">check-documents.ts <a class="header-anchor" href="#check-documentsts" aria-label="Permalink to &quot;check-documents.ts&quot;">​</a></h1><p><code>apps/examples/src/check-documents.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// Documents of A2A, checked by the published schemas and written with the types of those schemas.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createValidator } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/schema&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> bundle <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/schemas/a2a/v1.0/a2a.wire.json&#39;</span><span class="c-keyword"> with</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;json&#39;</span> };</span>
<span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { Message } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/schemas/types/a2a-v1.0-wire&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> validator</span><span class="c-keyword"> =</span><span class="c-function"> createValidator</span>({ <span class="c-keyword">...</span>bundle, $ref<span class="c-keyword">:</span><span class="c-string-expression"> &#39;#/$defs/Message&#39;</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> message</span><span class="c-keyword">:</span><span class="c-function"> Message</span><span class="c-keyword"> =</span> {</span>
<span class="line">  messageId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;m-1&#39;</span>,</span>
<span class="line">  role<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ROLE_USER&#39;</span>,</span>
<span class="line">  parts<span class="c-keyword">:</span> [</span>
<span class="line">    { data<span class="c-keyword">:</span> { a<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Lion&#39;</span>, b<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tiger&#39;</span> }, mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json;schema=fightComparison&#39;</span> },</span>
<span class="line">  ],</span>
<span class="line">};</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">validator</span><span class="c-function">.check</span>(message), []);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// A role in the spelling of A2A 0.3 is not valid in a message of A2A 1.0.</span></span>
<span class="line"><span class="c-keyword">const</span> [<span class="c-constant">problem</span>] <span class="c-keyword">=</span><span class="c-constant"> validator</span><span class="c-function">.check</span>({ <span class="c-keyword">...</span>message, role<span class="c-keyword">:</span><span class="c-string-expression"> &#39;user&#39;</span> });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">problem</span>?.pointer,<span class="c-string-expression"> &#39;/role&#39;</span>);</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-constant">problem</span>.message);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/check-documents.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const checkDocuments_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  checkDocuments_ts as default
};
