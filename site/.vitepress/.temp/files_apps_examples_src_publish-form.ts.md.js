import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"publish-form.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/publish-form.ts"},"relativePath":"files/apps/examples/src/publish-form.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/publish-form.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="publish-formts" tabindex="-1">publish-form.ts <a class="header-anchor" href="#publish-formts" aria-label="Permalink to &quot;publish-form.ts&quot;">​</a></h1><p><code>apps/examples/src/publish-form.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A form for everybody on an agent whose callers must sign in: a visitor submits it without an</span></span>
<span class="line"><span class="c-comment">// account, comes back with the receipt, and follows a signed link that can be used once.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { randomBytes, randomUUID } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:crypto&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createFormLink, createPublicFormsAdapter, readElementFile } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/embed&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createApiKeyAuthentication, createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> rsvp</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;rsvp&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;RSVP&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Takes answers to an invitation.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;events&#39;</span>],</span>
<span class="line">  publish<span class="c-keyword">:</span> { form<span class="c-keyword">:</span> { title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Will you come?&#39;</span>, submitLabel<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Answer&#39;</span> } },</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    answer<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> {</span>
<span class="line">        guest<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span>, minLength<span class="c-keyword">:</span><span class="c-constant"> 1</span> },</span>
<span class="line">        comes<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;boolean&#39;</span> },</span>
<span class="line">      },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;guest&#39;</span>,<span class="c-string-expression"> &#39;comes&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> { seat<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { guest<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } } } },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> ({ input }) <span class="c-keyword">=&gt;</span> ({ guest<span class="c-keyword">:</span><span class="c-constant"> input</span>.guest }),</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> linkSecret</span><span class="c-keyword"> =</span><span class="c-function"> randomBytes</span>(<span class="c-constant">32</span>)<span class="c-function">.toString</span>(<span class="c-string-expression">&#39;hex&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(<span class="c-function">defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Host&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [rsvp] }), {</span>
<span class="line">  adapters<span class="c-keyword">:</span> [<span class="c-function">createPublicFormsAdapter</span>({ linkSecrets<span class="c-keyword">:</span> [linkSecret] })],</span>
<span class="line">  authenticate<span class="c-keyword">:</span><span class="c-function"> createApiKeyAuthentication</span>({ keys<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;a-long-random-key&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;office&#39;</span> } }),</span>
<span class="line">  requireAuthentication<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> form</span><span class="c-keyword"> =</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/forms/rsvp\`</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Sends a request as the page of the form does, and returns the last event of the answer. */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> post</span>(action<span class="c-keyword">:</span><span class="c-string-expression"> &#39;send&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;watch&#39;</span>, body<span class="c-keyword">:</span><span class="c-constant"> object</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> unknown</span>&gt;&gt; {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> response</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>form<span class="c-keyword">}</span><span class="c-string-expression">/</span><span class="c-keyword">\${</span>action<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, {</span>
<span class="line">    method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;POST&#39;</span>,</span>
<span class="line">    headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;content-type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span> },</span>
<span class="line">    body<span class="c-keyword">:</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>(body),</span>
<span class="line">  });</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> text</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> response</span><span class="c-function">.text</span>();</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> data</span><span class="c-keyword"> =</span><span class="c-constant"> text</span><span class="c-function">.startsWith</span>(<span class="c-string-expression">&#39;{&#39;</span>) <span class="c-keyword">?</span> text <span class="c-keyword">:</span> (<span class="c-constant">text</span><span class="c-function">.match</span>(<span class="c-string-expression">/</span><span class="c-keyword">^</span><span class="c-string-expression">data: .</span><span class="c-keyword">*$</span><span class="c-string-expression">/</span><span class="c-keyword">gmu</span>)<span class="c-function">?.at</span>(<span class="c-keyword">-</span><span class="c-constant">1</span>) <span class="c-keyword">??</span><span class="c-string-expression"> &#39;&#39;</span>)<span class="c-function">.slice</span>(<span class="c-constant">6</span>);</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-constant"> JSON</span><span class="c-function">.parse</span>(data) <span class="c-keyword">as</span><span class="c-function"> Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> unknown</span>&gt;;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// People open this page, or see the same form on another site.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> page</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span> (<span class="c-keyword">await</span><span class="c-function"> fetch</span>(form))<span class="c-function">.text</span>();</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.match</span>(page,<span class="c-string-expression"> /&lt;formwork-form skill=&quot;rsvp&quot;/</span><span class="c-keyword">u</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.ok</span>(<span class="c-constant">page</span><span class="c-function">.includes</span>(<span class="c-function">readElementFile</span>().integrity));</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The same request again, such as after a lost connection, begins no second task.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> submission</span><span class="c-keyword"> =</span> {</span>
<span class="line">  kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;input&#39;</span>,</span>
<span class="line">  messageId<span class="c-keyword">:</span><span class="c-function"> randomUUID</span>(),</span>
<span class="line">  schema<span class="c-keyword">:</span><span class="c-string-expression"> &#39;answer&#39;</span>,</span>
<span class="line">  data<span class="c-keyword">:</span> { guest<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Ada&#39;</span>, comes<span class="c-keyword">:</span><span class="c-constant"> true</span> },</span>
<span class="line">};</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> first</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> post</span>(<span class="c-string-expression">&#39;send&#39;</span>, submission);</span>
<span class="line"><span class="c-keyword">const</span> { taskId: <span class="c-constant">receipt</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> post</span>(<span class="c-string-expression">&#39;send&#39;</span>, submission);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(first[<span class="c-string-expression">&#39;kind&#39;</span>],<span class="c-string-expression"> &#39;result&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(first[<span class="c-string-expression">&#39;taskId&#39;</span>], receipt);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The receipt is all that leads to the task.</span></span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>((<span class="c-keyword">await</span><span class="c-function"> post</span>(<span class="c-string-expression">&#39;watch&#39;</span>, { receipt }))[<span class="c-string-expression">&#39;data&#39;</span>], { guest<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Ada&#39;</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> unknown</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> post</span>(<span class="c-string-expression">&#39;watch&#39;</span>, { receipt<span class="c-keyword">:</span><span class="c-string-expression"> &#39;a&#39;</span><span class="c-function">.repeat</span>(<span class="c-constant">43</span>) });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>((unknown[<span class="c-string-expression">&#39;error&#39;</span>] <span class="c-keyword">as</span> { reason<span class="c-keyword">:</span><span class="c-constant"> string</span> }).reason,<span class="c-string-expression"> &#39;RECEIPT_UNKNOWN&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The invitation is for one guest, and for one answer.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> invitation</span><span class="c-keyword"> =</span><span class="c-function"> createFormLink</span>(form, {</span>
<span class="line">  secret<span class="c-keyword">:</span> linkSecret,</span>
<span class="line">  values<span class="c-keyword">:</span> { guest<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Grace&#39;</span> },</span>
<span class="line">  once<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> link</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> URLSearchParams</span>(<span class="c-keyword">new</span><span class="c-function"> URL</span>(invitation).<span class="c-constant">hash</span><span class="c-function">.slice</span>(<span class="c-constant">1</span>))<span class="c-function">.get</span>(<span class="c-string-expression">&#39;link&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> answered</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> post</span>(<span class="c-string-expression">&#39;send&#39;</span>, { <span class="c-keyword">...</span>submission, messageId<span class="c-keyword">:</span><span class="c-function"> randomUUID</span>(), link });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(answered[<span class="c-string-expression">&#39;data&#39;</span>], { guest<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Grace&#39;</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> again</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> post</span>(<span class="c-string-expression">&#39;send&#39;</span>, { <span class="c-keyword">...</span>submission, messageId<span class="c-keyword">:</span><span class="c-function"> randomUUID</span>(), link });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>((again[<span class="c-string-expression">&#39;error&#39;</span>] <span class="c-keyword">as</span> { reason<span class="c-keyword">:</span><span class="c-constant"> string</span> }).reason,<span class="c-string-expression"> &#39;LINK_USED&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">&#39;Ada and Grace have answered, and nobody needed an account.&#39;</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/publish-form.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const publishForm_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  publishForm_ts as default
};
