import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Reference","description":"","frontmatter":{},"headers":[],"relativePath":"docs/reference/index.md","filePath":"docs/reference/README.md"}');
const _sfc_main = { name: "docs/reference/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="reference" tabindex="-1">Reference <a class="header-anchor" href="#reference" aria-label="Permalink to &quot;Reference&quot;">​</a></h1><p>Everything that the packages export, in a sentence each. The docblocks in the sources say more, with an example for every function; editors and the <a href="/CONTRIBUTING.html#the-site">site</a> show them.</p><ul><li><a href="/docs/reference/adapters.html">@formwork/adapters</a></li><li><a href="/docs/reference/cli.html">@formwork/cli</a></li><li><a href="/docs/reference/client.html">@formwork/client</a></li><li><a href="/docs/reference/conformance.html">@formwork/conformance</a></li><li><a href="/docs/reference/core.html">@formwork/core</a></li><li><a href="/docs/reference/documents.html">@formwork/documents</a></li><li><a href="/docs/reference/embed.html">@formwork/embed</a></li><li><a href="/docs/reference/mcp.html">@formwork/mcp</a></li><li><a href="/docs/reference/model.html">@formwork/model</a></li><li><a href="/docs/reference/network.html">@formwork/network</a></li><li><a href="/docs/reference/people.html">@formwork/people</a></li><li><a href="/docs/reference/postgres.html">@formwork/postgres</a></li><li><a href="/docs/reference/react.html">@formwork/react</a></li><li><a href="/docs/reference/registry.html">@formwork/registry</a></li><li><a href="/docs/reference/runtime.html">@formwork/runtime</a></li><li><a href="/docs/reference/s3.html">@formwork/s3</a></li><li><a href="/docs/reference/schema.html">@formwork/schema</a></li><li><a href="/docs/reference/server.html">@formwork/server</a></li><li><a href="/docs/reference/telemetry.html">@formwork/telemetry</a></li><li><a href="/docs/reference/testing.html">@formwork/testing</a></li><li><a href="/docs/reference/trust.html">@formwork/trust</a></li><li><a href="/docs/reference/typegen.html">@formwork/typegen</a></li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/README.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  README as default
};
