import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"take-files.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/take-files.ts"},"relativePath":"files/apps/examples/src/take-files.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/take-files.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="take-filests" tabindex="-1">take-files.ts <a class="header-anchor" href="#take-filests" aria-label="Permalink to &quot;take-files.ts&quot;">​</a></h1><p><code>apps/examples/src/take-files.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A skill that states which files it accepts and sends one back, and a call that sends some.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect, RequestError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> archive</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;archive&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Archive&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Keeps receipts for an order.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;office&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    order<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { number<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;number&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    receipt<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> {</span>
<span class="line">        order<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> },</span>
<span class="line">        kept<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;array&#39;</span>, items<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } },</span>
<span class="line">      },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;order&#39;</span>,<span class="c-string-expression"> &#39;kept&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  files<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;image/*&#39;</span>,<span class="c-string-expression"> &#39;text/csv&#39;</span>],</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input, task }) {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> kept</span><span class="c-keyword"> =</span><span class="c-constant"> task</span><span class="c-function">.</span><span class="c-constant">files</span><span class="c-function">.map</span>(</span>
<span class="line"><span class="c-keyword">      async</span> (file) <span class="c-keyword">=&gt;</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span><span class="c-constant">file</span>.name<span class="c-keyword">}</span><span class="c-string-expression">: </span><span class="c-keyword">\${</span>(<span class="c-keyword">await</span><span class="c-constant"> file</span><span class="c-function">.bytes</span>()).<span class="c-constant">length</span><span class="c-keyword">}</span><span class="c-string-expression"> bytes\`</span>,</span>
<span class="line">    );</span>
<span class="line"><span class="c-comment">    // A file of the result is an artifact, beside the data that the handler returns.</span></span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> content</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> TextEncoder</span>()<span class="c-function">.encode</span>(<span class="c-string-expression">\`Order </span><span class="c-keyword">\${</span><span class="c-constant">input</span>.number<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span>
<span class="line"><span class="c-keyword">    await</span><span class="c-constant"> task</span><span class="c-function">.artifact</span>({</span>
<span class="line">      id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;label&#39;</span>,</span>
<span class="line">      files<span class="c-keyword">:</span> [{ content, name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;label.txt&#39;</span>, mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;text/plain&#39;</span> }],</span>
<span class="line">    });</span>
<span class="line"><span class="c-keyword">    return</span> { order<span class="c-keyword">:</span><span class="c-constant"> input</span>.number, kept<span class="c-keyword">:</span><span class="c-keyword"> await</span><span class="c-constant"> Promise</span><span class="c-function">.all</span>(kept) };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Office&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [archive] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> skill</span><span class="c-keyword"> =</span> (<span class="c-keyword">await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url))<span class="c-function">.skill</span>(<span class="c-string-expression">&#39;archive&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> table</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> File</span>([<span class="c-string-expression">&#39;item,price\\npen,2\\n&#39;</span>],<span class="c-string-expression"> &#39;items.csv&#39;</span>, { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;text/csv&#39;</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> outcome</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> skill</span><span class="c-function">.run</span>({ number<span class="c-keyword">:</span><span class="c-constant"> 7</span> }, { files<span class="c-keyword">:</span> [table] });</span>
<span class="line"><span class="c-function">assert</span>(<span class="c-constant">outcome</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;completed&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">outcome</span>.data, { order<span class="c-keyword">:</span><span class="c-constant"> 7</span>, kept<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;items.csv: 17 bytes&#39;</span>] });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The agent chooses the name of a file, so do not use it as a path.</span></span>
<span class="line"><span class="c-keyword">const</span> [<span class="c-constant">label</span>] <span class="c-keyword">=</span><span class="c-constant"> outcome</span>.files;</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">label</span>?.name,<span class="c-string-expression"> &#39;label.txt&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> program</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> File</span>([<span class="c-string-expression">&#39;#!/bin/sh&#39;</span>],<span class="c-string-expression"> &#39;run.sh&#39;</span>, { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/x-sh&#39;</span> });</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> assert</span><span class="c-function">.rejects</span>(<span class="c-constant">skill</span><span class="c-function">.call</span>({ number<span class="c-keyword">:</span><span class="c-constant"> 7</span> }, { files<span class="c-keyword">:</span> [program] }), (error) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-function">  assert</span>(error <span class="c-keyword">instanceof</span><span class="c-function"> RequestError</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.match</span>(<span class="c-constant">error</span>.message,<span class="c-string-expression"> /its files must be image\\/\\*, text\\/csv/</span><span class="c-keyword">u</span>);</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-constant"> true</span>;</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/take-files.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const takeFiles_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  takeFiles_ts as default
};
