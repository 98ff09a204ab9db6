import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"names.js","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"scripts/release/names.js"},"relativePath":"files/scripts/release/names.js.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/scripts/release/names.js.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="namesjs" tabindex="-1">names.js <a class="header-anchor" href="#namesjs" aria-label="Permalink to &quot;names.js&quot;">​</a></h1><p><code>scripts/release/names.js</code> in the repository:</p><div class="language-txt"><button title="Copy Code" class="copy"></button><span class="lang">txt</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span>// The names under which the packages are published, each in this one place. None of them is reserved</span></span>
<span class="line"><span>// yet, so all of them may change before the first release: see docs/versions.md.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>/** The scope that the sources import from. Packing replaces it, see \`rescope.js\`. */</span></span>
<span class="line"><span>export const SOURCE_SCOPE = &#39;@formwork&#39;;</span></span>
<span class="line"><span></span></span>
<span class="line"><span>/** The scope of packed packages, unless \`npm run pack -- --scope\` names another one. */</span></span>
<span class="line"><span>export const SCOPE = &#39;@formwork&#39;;</span></span>
<span class="line"><span></span></span>
<span class="line"><span>/**</span></span>
<span class="line"><span> * The address of the repository, without \`.git\`. It is a placeholder, which nobody can register</span></span>
<span class="line"><span> * (RFC 2606). After a change, \`node scripts/release/manifests.js --write\` writes it into all</span></span>
<span class="line"><span> * manifests. Provenance is refused by the registry if this is not the repository that publishes.</span></span>
<span class="line"><span> */</span></span>
<span class="line"><span>export const REPOSITORY = &#39;https://git.example/formwork/formwork&#39;;</span></span>
<span class="line"><span></span></span>
<span class="line"><span>/** True as long as {@link REPOSITORY} is a placeholder. */</span></span>
<span class="line"><span>export const isPlaceholder = /^https:\\/\\/[^/]+\\.example\\//u.test(REPOSITORY);</span></span>
<span class="line"><span></span></span>
<span class="line"><span>/** The branch that links of published manifests lead to. */</span></span>
<span class="line"><span>const BRANCH = &#39;main&#39;;</span></span>
<span class="line"><span></span></span>
<span class="line"><span>/**</span></span>
<span class="line"><span> * Returns the fields of a published manifest that follow from the place of its package.</span></span>
<span class="line"><span> *</span></span>
<span class="line"><span> * @param {string} folder Relative to the workspace, such as \`packages/core\`.</span></span>
<span class="line"><span> */</span></span>
<span class="line"><span>export function createFields(folder) {</span></span>
<span class="line"><span>  return {</span></span>
<span class="line"><span>    homepage: \`\${REPOSITORY}/tree/\${BRANCH}/\${folder}#readme\`,</span></span>
<span class="line"><span>    bugs: { url: \`\${REPOSITORY}/issues\` },</span></span>
<span class="line"><span>    repository: { type: &#39;git&#39;, url: \`git+\${REPOSITORY}.git\`, directory: folder },</span></span>
<span class="line"><span>    publishConfig: { access: &#39;public&#39;, provenance: true },</span></span>
<span class="line"><span>  };</span></span>
<span class="line"><span>}</span></span>
<span class="line"><span></span></span>
<span class="line"><span>/**</span></span>
<span class="line"><span> * Returns a name with another scope: \`@acme/core\` for \`@formwork/core\` and \`@acme\`.</span></span>
<span class="line"><span> *</span></span>
<span class="line"><span> * @param {string} name</span></span>
<span class="line"><span> * @param {string} scope</span></span>
<span class="line"><span> */</span></span>
<span class="line"><span>export function withScope(name, scope) {</span></span>
<span class="line"><span>  return \`\${scope}\${name.slice(name.indexOf(&#39;/&#39;))}\`;</span></span>
<span class="line"><span>}</span></span>
<span class="line"><span></span></span>
<span class="line"><span>/**</span></span>
<span class="line"><span> * Returns the file name that npm gives to a packed package: \`formwork-core-0.1.0.tgz\`.</span></span>
<span class="line"><span> *</span></span>
<span class="line"><span> * @param {{ name: string, version: string }} manifest</span></span>
<span class="line"><span> */</span></span>
<span class="line"><span>export function toFileName({ name, version }) {</span></span>
<span class="line"><span>  return \`\${name.replace(/^@/u, &#39;&#39;).replace(&#39;/&#39;, &#39;-&#39;)}-\${version}.tgz\`;</span></span>
<span class="line"><span>}</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/scripts/release/names.js.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const names_js = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  names_js as default
};
