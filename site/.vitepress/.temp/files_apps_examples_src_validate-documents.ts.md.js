import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"validate-documents.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/validate-documents.ts"},"relativePath":"files/apps/examples/src/validate-documents.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/validate-documents.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="validate-documentsts" tabindex="-1">validate-documents.ts <a class="header-anchor" href="#validate-documentsts" aria-label="Permalink to &quot;validate-documents.ts&quot;">​</a></h1><p><code>apps/examples/src/validate-documents.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// Documents of any dialect, checked by functions that find out the dialect and the kind themselves.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { resolveSchema, validateDocument, validateDocumentText } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/documents&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> message</span><span class="c-keyword"> =</span> { kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;message&#39;</span>, messageId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;m-1&#39;</span>, role<span class="c-keyword">:</span><span class="c-string-expression"> &#39;user&#39;</span>, parts<span class="c-keyword">:</span> [] };</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">valid</span>,<span class="c-constant"> form</span> } <span class="c-keyword">=</span><span class="c-function"> validateDocument</span>(message);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.ok</span>(valid);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span><span class="c-constant">form</span>?.dialect<span class="c-keyword">}</span><span class="c-keyword"> \${</span><span class="c-constant">form</span>?.kind<span class="c-keyword">}</span><span class="c-string-expression">\`</span>,<span class="c-string-expression"> &#39;a2a/v0.3 message&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Each problem has its place in the text, and names the keyword of the schema that it violates.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> text</span><span class="c-keyword"> =</span><span class="c-string-expression"> \`{</span></span>
<span class="line"><span class="c-string-expression">  &quot;messageId&quot;: &quot;m-1&quot;,</span></span>
<span class="line"><span class="c-string-expression">  &quot;role&quot;: &quot;ROLE_USR&quot;,</span></span>
<span class="line"><span class="c-string-expression">  &quot;parts&quot;: [{ &quot;text&quot;: &quot;Lion or tiger?&quot; }]</span></span>
<span class="line"><span class="c-string-expression">}\`</span>;</span>
<span class="line"><span class="c-keyword">const</span> [<span class="c-constant">problem</span>] <span class="c-keyword">=</span><span class="c-function"> validateDocumentText</span>(text).problems;</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">problem</span>?.line,<span class="c-constant"> 3</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">problem</span>.suggestion,<span class="c-string-expression"> &#39;did you mean &quot;ROLE_USER&quot;?&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-function">resolveSchema</span>(<span class="c-constant">problem</span>.schema <span class="c-keyword">??</span><span class="c-string-expression"> &#39;&#39;</span>)?.schema, [<span class="c-string-expression">&#39;ROLE_USER&#39;</span>,<span class="c-string-expression"> &#39;ROLE_AGENT&#39;</span>]);</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span><span class="c-constant">problem</span>.line<span class="c-keyword">}</span><span class="c-string-expression">:</span><span class="c-keyword">\${</span><span class="c-constant">problem</span>.column<span class="c-keyword">}</span><span class="c-keyword"> \${</span><span class="c-constant">problem</span>.pointer<span class="c-keyword">}</span><span class="c-keyword"> \${</span><span class="c-constant">problem</span>.message<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/validate-documents.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const validateDocuments_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  validateDocuments_ts as default
};
