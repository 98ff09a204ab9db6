import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"vite.config.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/react-app/page/vite.config.ts"},"relativePath":"files/apps/examples/src/react-app/page/vite.config.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/react-app/page/vite.config.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="viteconfigts" tabindex="-1">vite.config.ts <a class="header-anchor" href="#viteconfigts" aria-label="Permalink to &quot;vite.config.ts&quot;">​</a></h1><p><code>apps/examples/src/react-app/page/vite.config.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { fileURLToPath } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:url&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { trimForms } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/react/vite&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineConfig } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;vite&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> default</span><span class="c-function"> defineConfig</span>({</span>
<span class="line">  root<span class="c-keyword">:</span><span class="c-function"> fileURLToPath</span>(<span class="c-keyword">new</span><span class="c-function"> URL</span>(<span class="c-string-expression">&#39;.&#39;</span>,<span class="c-keyword"> import</span>.<span class="c-constant">meta</span>.url)),</span>
<span class="line"><span class="c-comment">  // Leaves out what forms do not use of their library.</span></span>
<span class="line">  plugins<span class="c-keyword">:</span> [<span class="c-function">trimForms</span>()],</span>
<span class="line">  build<span class="c-keyword">:</span> {</span>
<span class="line">    target<span class="c-keyword">:</span><span class="c-string-expression"> &#39;es2023&#39;</span>,</span>
<span class="line">    outDir<span class="c-keyword">:</span><span class="c-function"> fileURLToPath</span>(<span class="c-keyword">new</span><span class="c-function"> URL</span>(<span class="c-string-expression">&#39;../../../dist/react-app/page&#39;</span>,<span class="c-keyword"> import</span>.<span class="c-constant">meta</span>.url)),</span>
<span class="line">    emptyOutDir<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">  },</span>
<span class="line"><span class="c-comment">  // The forms check patterns in a worker, which has to stay a file of its own in development.</span></span>
<span class="line">  optimizeDeps<span class="c-keyword">:</span> { exclude<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;@formwork/react&#39;</span>] },</span>
<span class="line">});</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/react-app/page/vite.config.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const vite_config_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  vite_config_ts as default
};
