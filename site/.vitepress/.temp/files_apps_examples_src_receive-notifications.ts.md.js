import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"receive-notifications.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/receive-notifications.ts"},"relativePath":"files/apps/examples/src/receive-notifications.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/receive-notifications.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="receive-notificationsts" tabindex="-1">receive-notifications.ts <a class="header-anchor" href="#receive-notificationsts" aria-label="Permalink to &quot;receive-notifications.ts&quot;">​</a></h1><p><code>apps/examples/src/receive-notifications.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A webhook that receives a notification of every change of a task, checks who sent it, and handles</span></span>
<span class="line"><span class="c-comment">// none twice.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createHmac, timingSafeEqual } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:crypto&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { once } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:events&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> {</span>
<span class="line">  createServer <span class="c-keyword">as</span> createHttpServer,</span>
<span class="line"><span class="c-keyword">  type</span> IncomingHttpHeaders,</span>
<span class="line"><span class="c-keyword">  type</span> IncomingMessage,</span>
<span class="line">} <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:http&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { AddressInfo } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:net&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> TOKEN</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;long-random-text-that-only-the-two-know&#39;</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> MAX_AGE_SECONDS</span><span class="c-keyword"> =</span><span class="c-constant"> 300</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> isGenuine</span>(headers<span class="c-keyword">:</span><span class="c-function"> IncomingHttpHeaders</span>, body<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-constant"> boolean</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> id</span><span class="c-keyword"> =</span><span class="c-function"> String</span>(headers[<span class="c-string-expression">&#39;webhook-id&#39;</span>]);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> timestamp</span><span class="c-keyword"> =</span><span class="c-function"> String</span>(headers[<span class="c-string-expression">&#39;webhook-timestamp&#39;</span>]);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> isFresh</span><span class="c-keyword"> =</span><span class="c-constant"> Math</span><span class="c-function">.abs</span>(<span class="c-constant">Date</span><span class="c-function">.now</span>() <span class="c-keyword">/</span><span class="c-constant"> 1000</span><span class="c-keyword"> -</span><span class="c-function"> Number</span>(timestamp)) <span class="c-keyword">&lt;</span><span class="c-constant"> MAX_AGE_SECONDS</span>;</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> hmac</span><span class="c-keyword"> =</span><span class="c-function"> createHmac</span>(<span class="c-string-expression">&#39;sha256&#39;</span>,<span class="c-constant"> TOKEN</span>)<span class="c-function">.update</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>id<span class="c-keyword">}</span><span class="c-string-expression">.</span><span class="c-keyword">\${</span>timestamp<span class="c-keyword">}</span><span class="c-string-expression">.</span><span class="c-keyword">\${</span>body<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> expected</span><span class="c-keyword"> =</span><span class="c-constant"> Buffer</span><span class="c-function">.from</span>(<span class="c-string-expression">\`v1,</span><span class="c-keyword">\${</span><span class="c-constant">hmac</span><span class="c-function">.digest</span>(<span class="c-string-expression">&#39;base64&#39;</span>)<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> given</span><span class="c-keyword"> =</span><span class="c-constant"> Buffer</span><span class="c-function">.from</span>(<span class="c-function">String</span>(headers[<span class="c-string-expression">&#39;webhook-signature&#39;</span>]));</span>
<span class="line"><span class="c-keyword">  return</span> isFresh <span class="c-keyword">&amp;&amp;</span><span class="c-constant"> given</span>.<span class="c-constant">length</span><span class="c-keyword"> ===</span><span class="c-constant"> expected</span>.<span class="c-constant">length</span><span class="c-keyword"> &amp;&amp;</span><span class="c-function"> timingSafeEqual</span>(given, expected);</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Reads a body of at most a megabyte; \`&#39;&#39;\` for a longer one, and for a sender that breaks off. */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> readBody</span>(request<span class="c-keyword">:</span><span class="c-function"> IncomingMessage</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">string</span>&gt; {</span>
<span class="line"><span class="c-keyword">  let</span> body <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line"><span class="c-keyword">  try</span> {</span>
<span class="line"><span class="c-keyword">    for</span><span class="c-keyword"> await</span> (<span class="c-keyword">const</span><span class="c-constant"> chunk</span><span class="c-keyword"> of</span><span class="c-constant"> request</span><span class="c-function">.setEncoding</span>(<span class="c-string-expression">&#39;utf8&#39;</span>)) {</span>
<span class="line">      body <span class="c-keyword">+=</span><span class="c-function"> String</span>(chunk);</span>
<span class="line"><span class="c-keyword">      if</span> (<span class="c-constant">body</span>.<span class="c-constant">length</span><span class="c-keyword"> &gt;</span><span class="c-constant"> 1_000_000</span>) <span class="c-keyword">return</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">    return</span> body;</span>
<span class="line">  } <span class="c-keyword">catch</span> {</span>
<span class="line"><span class="c-keyword">    return</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line">  }</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> seen</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> Set</span>&lt;<span class="c-constant">string</span>&gt;();</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> states</span><span class="c-keyword">:</span><span class="c-constant"> string</span>[] <span class="c-keyword">=</span> [];</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> receiver</span><span class="c-keyword"> =</span><span class="c-function"> createHttpServer</span>(<span class="c-keyword">async</span> (request, response) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> body</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> readBody</span>(request);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> id</span><span class="c-keyword"> =</span><span class="c-function"> String</span>(<span class="c-constant">request</span>.headers[<span class="c-string-expression">&#39;webhook-id&#39;</span>]);</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-keyword">!</span><span class="c-function">isGenuine</span>(<span class="c-constant">request</span>.headers, body)) {</span>
<span class="line"><span class="c-constant">    response</span><span class="c-function">.writeHead</span>(<span class="c-constant">401</span>)<span class="c-function">.end</span>();</span>
<span class="line"><span class="c-keyword">    return</span>;</span>
<span class="line">  }</span>
<span class="line"><span class="c-keyword">  if</span> (<span class="c-keyword">!</span><span class="c-constant">seen</span><span class="c-function">.has</span>(id)) {</span>
<span class="line"><span class="c-constant">    seen</span><span class="c-function">.add</span>(id);</span>
<span class="line"><span class="c-constant">    states</span><span class="c-function">.push</span>(<span class="c-constant">JSON</span><span class="c-function">.parse</span>(body).<span class="c-constant">statusUpdate</span>?.<span class="c-constant">status</span>.state);</span>
<span class="line"><span class="c-comment">    // The receiver fails once on purpose: the notification comes again, and the receiver knows its</span></span>
<span class="line"><span class="c-comment">    // id.</span></span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">seen</span>.size <span class="c-keyword">===</span><span class="c-constant"> 1</span>) {</span>
<span class="line"><span class="c-constant">      response</span><span class="c-function">.writeHead</span>(<span class="c-constant">500</span>)<span class="c-function">.end</span>();</span>
<span class="line"><span class="c-keyword">      return</span>;</span>
<span class="line">    }</span>
<span class="line">  }</span>
<span class="line"><span class="c-constant">  response</span><span class="c-function">.writeHead</span>(<span class="c-constant">204</span>)<span class="c-function">.end</span>();</span>
<span class="line">})<span class="c-function">.listen</span>(<span class="c-constant">0</span>,<span class="c-string-expression"> &#39;127.0.0.1&#39;</span>);</span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> once</span>(receiver,<span class="c-string-expression"> &#39;listening&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">port</span> } <span class="c-keyword">=</span><span class="c-constant"> receiver</span><span class="c-function">.address</span>() <span class="c-keyword">as</span><span class="c-function"> AddressInfo</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> wait</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;wait&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Wait&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Waits a while.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [],</span>
<span class="line">  input<span class="c-keyword">:</span> { pause<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { milliseconds<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } } } },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> ({ input: { milliseconds <span class="c-keyword">=</span><span class="c-constant"> 0</span> } }) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-keyword">    return</span><span class="c-keyword"> new</span><span class="c-constant"> Promise</span>&lt;<span class="c-constant">void</span>&gt;((resolve) <span class="c-keyword">=&gt;</span><span class="c-function"> setTimeout</span>(resolve, milliseconds));</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Waiter&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [wait] });</span>
<span class="line"><span class="c-comment">// The receiver is on this machine, so the agent must allow private addresses; on the internet it</span></span>
<span class="line"><span class="c-comment">// should not.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, {</span>
<span class="line">  push<span class="c-keyword">:</span> { allowAnonymous<span class="c-keyword">:</span><span class="c-constant"> true</span>, allowPrivateAddresses<span class="c-keyword">:</span><span class="c-constant"> true</span>, retryBaseMs<span class="c-keyword">:</span><span class="c-constant"> 10</span> },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> response</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/a2a/rest/message:send\`</span>, {</span>
<span class="line">  method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;POST&#39;</span>,</span>
<span class="line">  headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;content-type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span>,<span class="c-string-expression"> &#39;a2a-version&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0&#39;</span> },</span>
<span class="line">  body<span class="c-keyword">:</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>({</span>
<span class="line">    message<span class="c-keyword">:</span> {</span>
<span class="line">      messageId<span class="c-keyword">:</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>(),</span>
<span class="line">      role<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ROLE_USER&#39;</span>,</span>
<span class="line">      parts<span class="c-keyword">:</span> [{ data<span class="c-keyword">:</span> { milliseconds<span class="c-keyword">:</span><span class="c-constant"> 20</span> }, mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json;schema=pause&#39;</span> }],</span>
<span class="line">    },</span>
<span class="line">    configuration<span class="c-keyword">:</span> {</span>
<span class="line">      returnImmediately<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">      taskPushNotificationConfig<span class="c-keyword">:</span> { url<span class="c-keyword">:</span><span class="c-string-expression"> \`http://127.0.0.1:</span><span class="c-keyword">\${</span>port<span class="c-keyword">}</span><span class="c-string-expression">/hook\`</span>, token<span class="c-keyword">:</span><span class="c-constant"> TOKEN</span> },</span>
<span class="line">    },</span>
<span class="line">  }),</span>
<span class="line">});</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">response</span>.status,<span class="c-constant"> 200</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">for</span> (<span class="c-keyword">let</span> tries <span class="c-keyword">=</span><span class="c-constant"> 0</span>; <span class="c-constant">states</span><span class="c-function">.at</span>(<span class="c-keyword">-</span><span class="c-constant">1</span>) <span class="c-keyword">!==</span><span class="c-string-expression"> &#39;TASK_STATE_COMPLETED&#39;</span><span class="c-keyword"> &amp;&amp;</span> tries <span class="c-keyword">&lt;</span><span class="c-constant"> 500</span>; tries <span class="c-keyword">+=</span><span class="c-constant"> 1</span>) {</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-keyword"> new</span><span class="c-constant"> Promise</span>((resolve) <span class="c-keyword">=&gt;</span><span class="c-function"> setTimeout</span>(resolve,<span class="c-constant"> 10</span>));</span>
<span class="line">}</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(states[<span class="c-constant">0</span>],<span class="c-string-expression"> &#39;TASK_STATE_SUBMITTED&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">states</span><span class="c-function">.at</span>(<span class="c-keyword">-</span><span class="c-constant">1</span>),<span class="c-string-expression"> &#39;TASK_STATE_COMPLETED&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">states</span>.<span class="c-constant">length</span>,<span class="c-constant"> seen</span>.size);</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-constant">states</span><span class="c-function">.join</span>(<span class="c-string-expression">&#39;, &#39;</span>));</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-constant">receiver</span><span class="c-function">.closeAllConnections</span>();</span>
<span class="line"><span class="c-constant">receiver</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/receive-notifications.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const receiveNotifications_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  receiveNotifications_ts as default
};
