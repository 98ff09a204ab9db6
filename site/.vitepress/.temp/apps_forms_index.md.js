import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@formwork/forms","description":"","frontmatter":{},"headers":[],"relativePath":"apps/forms/index.md","filePath":"apps/forms/README.md"}');
const _sfc_main = { name: "apps/forms/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworkforms" tabindex="-1">@formwork/forms <a class="header-anchor" href="#formworkforms" aria-label="Permalink to &quot;@formwork/forms&quot;">​</a></h1><p>A page that draws the skills of A2A agents as forms, follows tasks and shows results, and the express router that serves it.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createFormsServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/forms&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agents</span><span class="c-keyword"> =</span> [{ url<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://agents.example.com&#39;</span>, name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Contests&#39;</span> }];</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> createFormsServer</span>({ mode<span class="c-keyword">:</span><span class="c-string-expression"> &#39;many&#39;</span>, agents })<span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 4200</span> });</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(url);</span></code></pre></div><p>TypeScript also needs <code>@types/express</code>, for <code>router</code> of <code>createFormsRouter</code>.</p><ul><li><a href="/docs/form-app.html">The page of forms</a></li><li><a href="/">Formwork</a>, and <a href="/docs/versions.html">its versions</a></li></ul><p>Apache-2.0</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("apps/forms/README.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  README as default
};
