import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"main.tsx","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/react-app/page/main.tsx"},"relativePath":"files/apps/examples/src/react-app/page/main.tsx.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/react-app/page/main.tsx.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="maintsx" tabindex="-1">main.tsx <a class="header-anchor" href="#maintsx" aria-label="Permalink to &quot;main.tsx&quot;">​</a></h1><p><code>apps/examples/src/react-app/page/main.tsx</code> in the repository:</p><div class="language-tsx"><button title="Copy Code" class="copy"></button><span class="lang">tsx</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createRoot } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;react-dom/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { Reservation } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;./reservation.tsx&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The page comes from the server of the agent, so it may call the agent without further ado.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>(<span class="c-constant">window</span>.<span class="c-constant">location</span>.origin);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> root</span><span class="c-keyword"> =</span><span class="c-constant"> document</span><span class="c-function">.getElementById</span>(<span class="c-string-expression">&#39;root&#39;</span>);</span>
<span class="line"><span class="c-keyword">if</span> (root <span class="c-keyword">!==</span><span class="c-constant"> null</span>) <span class="c-function">createRoot</span>(root)<span class="c-function">.render</span>(&lt;<span class="c-constant">Reservation</span><span class="c-function"> agent</span><span class="c-keyword">=</span>{agent} /&gt;);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/react-app/page/main.tsx.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const main_tsx = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  main_tsx as default
};
