import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"page","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/react-app/page"},"relativePath":"files/apps/examples/src/react-app/page.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/react-app/page.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="page" tabindex="-1">page <a class="header-anchor" href="#page" aria-label="Permalink to &quot;page&quot;">​</a></h1><p><code>apps/examples/src/react-app/page</code> in the repository:</p><ul><li><a href="/files/apps/examples/src/react-app/page/index-html.html">index.html</a></li><li><a href="/files/apps/examples/src/react-app/page/main.tsx.html">main.tsx</a></li><li><a href="/files/apps/examples/src/react-app/page/reservation.tsx.html">reservation.tsx</a></li><li><a href="/files/apps/examples/src/react-app/page/tsconfig.json.html">tsconfig.json</a></li><li><a href="/files/apps/examples/src/react-app/page/vite.config.ts.html">vite.config.ts</a></li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/react-app/page.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const page = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  page as default
};
