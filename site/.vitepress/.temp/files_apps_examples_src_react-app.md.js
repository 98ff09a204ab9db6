import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"react-app","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/react-app"},"relativePath":"files/apps/examples/src/react-app.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/react-app.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="react-app" tabindex="-1">react-app <a class="header-anchor" href="#react-app" aria-label="Permalink to &quot;react-app&quot;">​</a></h1><p><code>apps/examples/src/react-app</code> in the repository:</p><ul><li><a href="/files/apps/examples/src/react-app/agent.ts.html">agent.ts</a></li><li><a href="/files/apps/examples/src/react-app/page/index-html.html">page/index.html</a></li><li><a href="/files/apps/examples/src/react-app/page/main.tsx.html">page/main.tsx</a></li><li><a href="/files/apps/examples/src/react-app/page/reservation.tsx.html">page/reservation.tsx</a></li><li><a href="/files/apps/examples/src/react-app/page/tsconfig.json.html">page/tsconfig.json</a></li><li><a href="/files/apps/examples/src/react-app/page/vite.config.ts.html">page/vite.config.ts</a></li><li><a href="/files/apps/examples/src/react-app/server.ts.html">server.ts</a></li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/react-app.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const reactApp = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  reactApp as default
};
