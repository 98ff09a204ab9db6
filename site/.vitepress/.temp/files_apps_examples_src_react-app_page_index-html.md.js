import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"index.html","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/react-app/page/index-html"},"relativePath":"files/apps/examples/src/react-app/page/index-html.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/react-app/page/index-html.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="indexhtml" tabindex="-1">index.html <a class="header-anchor" href="#indexhtml" aria-label="Permalink to &quot;index.html&quot;">​</a></h1><p><code>apps/examples/src/react-app/page/index.html</code> in the repository:</p><div class="language-txt"><button title="Copy Code" class="copy"></button><span class="lang">txt</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span>&lt;!doctype html&gt;</span></span>
<span class="line"><span>&lt;html lang=&quot;en&quot;&gt;</span></span>
<span class="line"><span>  &lt;head&gt;</span></span>
<span class="line"><span>    &lt;meta charset=&quot;utf-8&quot; /&gt;</span></span>
<span class="line"><span>    &lt;meta name=&quot;viewport&quot; content=&quot;width=device-width&quot; /&gt;</span></span>
<span class="line"><span>    &lt;title&gt;Reserve a table&lt;/title&gt;</span></span>
<span class="line"><span>  &lt;/head&gt;</span></span>
<span class="line"><span>  &lt;body&gt;</span></span>
<span class="line"><span>    &lt;div id=&quot;root&quot;&gt;&lt;/div&gt;</span></span>
<span class="line"><span>    &lt;script type=&quot;module&quot; src=&quot;./main.tsx&quot;&gt;&lt;/script&gt;</span></span>
<span class="line"><span>  &lt;/body&gt;</span></span>
<span class="line"><span>&lt;/html&gt;</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/react-app/page/index-html.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const indexHtml = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  indexHtml as default
};
