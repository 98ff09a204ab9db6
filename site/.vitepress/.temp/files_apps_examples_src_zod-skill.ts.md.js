import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"zod-skill.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/zod-skill.ts"},"relativePath":"files/apps/examples/src/zod-skill.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/zod-skill.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="zod-skillts" tabindex="-1">zod-skill.ts <a class="header-anchor" href="#zod-skillts" aria-label="Permalink to &quot;zod-skill.ts&quot;">​</a></h1><p><code>apps/examples/src/zod-skill.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A skill whose schemas are written in Zod: the handler gets defaults and dates, the card shows</span></span>
<span class="line"><span class="c-comment">// JSON Schema. Serves itself, calls itself, and checks what comes back.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-constant"> *</span><span class="c-keyword"> as</span> z <span class="c-keyword">from</span><span class="c-string-expression"> &#39;zod&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> isoDate</span><span class="c-keyword"> =</span><span class="c-constant"> z</span><span class="c-function">.codec</span>(<span class="c-constant">z</span><span class="c-function">.</span><span class="c-constant">iso</span><span class="c-function">.datetime</span>(),<span class="c-constant"> z</span><span class="c-function">.date</span>(), {</span>
<span class="line"><span class="c-function">  decode</span><span class="c-keyword">:</span> (text) <span class="c-keyword">=&gt;</span><span class="c-keyword"> new</span><span class="c-function"> Date</span>(text),</span>
<span class="line"><span class="c-function">  encode</span><span class="c-keyword">:</span> (date) <span class="c-keyword">=&gt;</span><span class="c-constant"> date</span><span class="c-function">.toISOString</span>(),</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> remind</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;remind&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Remind&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Says when a reminder is due.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;time&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { reminder<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.object</span>({ at<span class="c-keyword">:</span> isoDate, minutesBefore<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.int</span>()<span class="c-function">.default</span>(<span class="c-constant">10</span>) }) },</span>
<span class="line">  output<span class="c-keyword">:</span> { due<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.object</span>({ at<span class="c-keyword">:</span><span class="c-constant"> z</span><span class="c-function">.</span><span class="c-constant">iso</span><span class="c-function">.datetime</span>() }) },</span>
<span class="line">  examples<span class="c-keyword">:</span> [{ at<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2027-01-01T12:00:00Z&#39;</span> }],</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> ({ input: { at, minutesBefore } }) <span class="c-keyword">=&gt;</span> ({</span>
<span class="line">    at<span class="c-keyword">:</span><span class="c-keyword"> new</span><span class="c-function"> Date</span>(<span class="c-constant">at</span><span class="c-function">.getTime</span>() <span class="c-keyword">-</span> minutesBefore <span class="c-keyword">*</span><span class="c-constant"> 60_000</span>)<span class="c-function">.toISOString</span>(),</span>
<span class="line">  }),</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Reminders&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [remind] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> response</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/a2a\`</span>, {</span>
<span class="line">  method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;POST&#39;</span>,</span>
<span class="line">  headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;content-type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span>,<span class="c-string-expression"> &#39;a2a-version&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0&#39;</span> },</span>
<span class="line">  body<span class="c-keyword">:</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>({</span>
<span class="line">    jsonrpc<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2.0&#39;</span>,</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-constant"> 1</span>,</span>
<span class="line">    method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;SendMessage&#39;</span>,</span>
<span class="line">    params<span class="c-keyword">:</span> {</span>
<span class="line">      message<span class="c-keyword">:</span> {</span>
<span class="line">        messageId<span class="c-keyword">:</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>(),</span>
<span class="line">        role<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ROLE_USER&#39;</span>,</span>
<span class="line">        parts<span class="c-keyword">:</span> [</span>
<span class="line">          {</span>
<span class="line">            data<span class="c-keyword">:</span> { at<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2027-01-01T12:00:00Z&#39;</span> },</span>
<span class="line">            mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json;schema=reminder&#39;</span>,</span>
<span class="line">          },</span>
<span class="line">        ],</span>
<span class="line">      },</span>
<span class="line">    },</span>
<span class="line">  }),</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">result</span> } <span class="c-keyword">=</span> (<span class="c-keyword">await</span><span class="c-constant"> response</span><span class="c-function">.json</span>()) <span class="c-keyword">as</span> {</span>
<span class="line">  result<span class="c-keyword">:</span> { task<span class="c-keyword">:</span> { artifacts<span class="c-keyword">:</span> { parts<span class="c-keyword">:</span> { data<span class="c-keyword">:</span><span class="c-constant"> unknown</span> }[] }[] } };</span>
<span class="line">};</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">result</span>.<span class="c-constant">task</span>.artifacts[<span class="c-constant">0</span>]?.parts[<span class="c-constant">0</span>]?.data, { at<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2027-01-01T11:50:00.000Z&#39;</span> });</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">&#39;The reminder is due at 11:50.&#39;</span>);</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/zod-skill.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const zodSkill_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  zodSkill_ts as default
};
