import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"tsconfig.json","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/react-app/page/tsconfig.json"},"relativePath":"files/apps/examples/src/react-app/page/tsconfig.json.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/react-app/page/tsconfig.json.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="tsconfigjson" tabindex="-1">tsconfig.json <a class="header-anchor" href="#tsconfigjson" aria-label="Permalink to &quot;tsconfig.json&quot;">​</a></h1><p><code>apps/examples/src/react-app/page/tsconfig.json</code> in the repository:</p><div class="language-json"><button title="Copy Code" class="copy"></button><span class="lang">json</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line">{</span>
<span class="line"><span class="c-keyword">  &quot;extends&quot;</span>:<span class="c-string-expression"> &quot;../../../../../tsconfig.base.json&quot;</span>,</span>
<span class="line"><span class="c-keyword">  &quot;compilerOptions&quot;</span>: {</span>
<span class="line"><span class="c-keyword">    &quot;noEmit&quot;</span>:<span class="c-constant"> true</span>,</span>
<span class="line"><span class="c-keyword">    &quot;isolatedDeclarations&quot;</span>:<span class="c-constant"> false</span>,</span>
<span class="line"><span class="c-keyword">    &quot;rewriteRelativeImportExtensions&quot;</span>:<span class="c-constant"> false</span>,</span>
<span class="line"><span class="c-keyword">    &quot;allowImportingTsExtensions&quot;</span>:<span class="c-constant"> true</span>,</span>
<span class="line"><span class="c-keyword">    &quot;jsx&quot;</span>:<span class="c-string-expression"> &quot;react-jsx&quot;</span>,</span>
<span class="line"><span class="c-keyword">    &quot;lib&quot;</span>: [<span class="c-string-expression">&quot;es2023&quot;</span>,<span class="c-string-expression"> &quot;dom&quot;</span>,<span class="c-string-expression"> &quot;dom.iterable&quot;</span>],</span>
<span class="line"><span class="c-keyword">    &quot;types&quot;</span>: [<span class="c-string-expression">&quot;node&quot;</span>,<span class="c-string-expression"> &quot;react&quot;</span>,<span class="c-string-expression"> &quot;react-dom&quot;</span>,<span class="c-string-expression"> &quot;vite/client&quot;</span>],</span>
<span class="line"><span class="c-keyword">    &quot;tsBuildInfoFile&quot;</span>:<span class="c-string-expression"> &quot;../../../page.tsbuildinfo&quot;</span></span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  &quot;include&quot;</span>: [<span class="c-string-expression">&quot;.&quot;</span>],</span>
<span class="line"><span class="c-keyword">  &quot;references&quot;</span>: [</span>
<span class="line">    { <span class="c-keyword">&quot;path&quot;</span>:<span class="c-string-expression"> &quot;../../../../../packages/client&quot;</span> },</span>
<span class="line">    { <span class="c-keyword">&quot;path&quot;</span>:<span class="c-string-expression"> &quot;../../../../../packages/react&quot;</span> },</span>
<span class="line">    { <span class="c-keyword">&quot;path&quot;</span>:<span class="c-string-expression"> &quot;../../../../../packages/schema&quot;</span> }</span>
<span class="line">  ]</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/react-app/page/tsconfig.json.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const tsconfig_json = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  tsconfig_json as default
};
