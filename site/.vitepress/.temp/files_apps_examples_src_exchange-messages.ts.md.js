import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"exchange-messages.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/exchange-messages.ts"},"relativePath":"files/apps/examples/src/exchange-messages.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/exchange-messages.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="exchange-messagests" tabindex="-1">exchange-messages.ts <a class="header-anchor" href="#exchange-messagests" aria-label="Permalink to &quot;exchange-messages.ts&quot;">​</a></h1><p><code>apps/examples/src/exchange-messages.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// Two agents that exchange signed messages: a handshake, a request, its response, and a forgery.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { generateKeyPairSync } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:crypto&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> {</span>
<span class="line">  createEnvelope,</span>
<span class="line">  createEnvelopeAdapter,</span>
<span class="line">  createKeyRing,</span>
<span class="line">  createSigningKey,</span>
<span class="line">  findCorrelationProblem,</span>
<span class="line">  signEnvelope,</span>
<span class="line">  verifyEnvelope,</span>
<span class="line"><span class="c-keyword">  type</span> Envelope,</span>
<span class="line">} <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/adapters&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> getPrice</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;get_price&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Price&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tells the price of a currency.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;price_query&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    priceQuery<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { currency<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span>, enum<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;BTC&#39;</span>,<span class="c-string-expression"> &#39;ETH&#39;</span>] } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;currency&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> { price<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { usd<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span> } } } },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span><span class="c-keyword"> async</span> () <span class="c-keyword">=&gt;</span> ({ usd<span class="c-keyword">:</span><span class="c-constant"> 125_000.5</span> }),</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Price agent&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [getPrice] });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Each agent keeps its private key and knows the public key of the other.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> client</span><span class="c-keyword"> =</span><span class="c-function"> generateKeyPairSync</span>(<span class="c-string-expression">&#39;ed25519&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> generateKeyPairSync</span>(<span class="c-string-expression">&#39;ed25519&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> served</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, {</span>
<span class="line">  adapters<span class="c-keyword">:</span> [</span>
<span class="line"><span class="c-function">    createEnvelopeAdapter</span>({</span>
<span class="line">      agentId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;price-agent&#39;</span>,</span>
<span class="line">      keys<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;client-agent&#39;</span><span class="c-keyword">:</span><span class="c-constant"> client</span>.publicKey },</span>
<span class="line">      requireTags<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">      signingKey<span class="c-keyword">:</span><span class="c-function"> createSigningKey</span>(<span class="c-constant">server</span>.privateKey),</span>
<span class="line">    }),</span>
<span class="line">  ],</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> served</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> key</span><span class="c-keyword"> =</span><span class="c-function"> createSigningKey</span>(<span class="c-constant">client</span>.privateKey);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> keys</span><span class="c-keyword"> =</span><span class="c-function"> createKeyRing</span>({ <span class="c-string-expression">&#39;price-agent&#39;</span><span class="c-keyword">:</span><span class="c-constant"> server</span>.publicKey });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> post</span>(message<span class="c-keyword">:</span><span class="c-function"> Envelope</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;{ status<span class="c-keyword">:</span><span class="c-constant"> number</span>; answer<span class="c-keyword">:</span><span class="c-function"> Envelope</span> }&gt; {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> response</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/messages\`</span>, {</span>
<span class="line">    method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;POST&#39;</span>,</span>
<span class="line">    headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;Content-Type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span> },</span>
<span class="line">    body<span class="c-keyword">:</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>(message),</span>
<span class="line">  });</span>
<span class="line"><span class="c-keyword">  return</span> { status<span class="c-keyword">:</span><span class="c-constant"> response</span>.status, answer<span class="c-keyword">:</span> (<span class="c-keyword">await</span><span class="c-constant"> response</span><span class="c-function">.json</span>()) <span class="c-keyword">as</span><span class="c-function"> Envelope</span> };</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/**</span></span>
<span class="line"><span class="c-comment"> * Signs and sends a message; returns the answer once its signature and its reference to the message</span></span>
<span class="line"><span class="c-comment"> * are checked.</span></span>
<span class="line"><span class="c-comment"> */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> send</span>(type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;handshake&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;request&#39;</span>, payload<span class="c-keyword">:</span><span class="c-function"> Envelope</span>[<span class="c-string-expression">&#39;payload&#39;</span>]) {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> ids</span><span class="c-keyword"> =</span> { sender<span class="c-keyword">:</span><span class="c-string-expression"> &#39;client-agent&#39;</span>, recipient<span class="c-keyword">:</span><span class="c-string-expression"> &#39;price-agent&#39;</span> };</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> message</span><span class="c-keyword"> =</span><span class="c-function"> signEnvelope</span>(<span class="c-function">createEnvelope</span>({ type, payload,<span class="c-keyword"> ...</span>ids }), key);</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">answer</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> post</span>(message);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-function">findCorrelationProblem</span>(message, answer),<span class="c-constant"> undefined</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>((<span class="c-keyword">await</span><span class="c-function"> verifyEnvelope</span>(answer, { keys })).kind,<span class="c-string-expression"> &#39;verified&#39;</span>);</span>
<span class="line"><span class="c-keyword">  return</span> { message, answer };</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> hello</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> send</span>(<span class="c-string-expression">&#39;handshake&#39;</span>, {</span>
<span class="line">  agent_card<span class="c-keyword">:</span> {</span>
<span class="line">    agent_id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;client-agent&#39;</span>,</span>
<span class="line">    name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Client&#39;</span>,</span>
<span class="line">    version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>,</span>
<span class="line">    description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Asks for prices.&#39;</span>,</span>
<span class="line">    capabilities<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;asking&#39;</span>],</span>
<span class="line">    supported_protocols<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;A2A/1.0&#39;</span>],</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">hello</span>.<span class="c-constant">answer</span>.message_type,<span class="c-string-expression"> &#39;handshake_ack&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">hello</span>.<span class="c-constant">answer</span>.payload[<span class="c-string-expression">&#39;protocol&#39;</span>],<span class="c-string-expression"> &#39;A2A/1.0&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">message</span>,<span class="c-constant"> answer</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> send</span>(<span class="c-string-expression">&#39;request&#39;</span>, {</span>
<span class="line">  method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;get_price&#39;</span>,</span>
<span class="line">  parameters<span class="c-keyword">:</span> { currency<span class="c-keyword">:</span><span class="c-string-expression"> &#39;BTC&#39;</span> },</span>
<span class="line">});</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">answer</span>.payload, { status<span class="c-keyword">:</span><span class="c-string-expression"> &#39;success&#39;</span>, data<span class="c-keyword">:</span> { usd<span class="c-keyword">:</span><span class="c-constant"> 125_000.5</span> } });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> wrong</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> send</span>(<span class="c-string-expression">&#39;request&#39;</span>, { method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;get_price&#39;</span>, parameters<span class="c-keyword">:</span> { currency<span class="c-keyword">:</span><span class="c-string-expression"> &#39;XYZ&#39;</span> } });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">wrong</span>.<span class="c-constant">answer</span>.payload[<span class="c-string-expression">&#39;status&#39;</span>],<span class="c-string-expression"> &#39;error&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The agent refuses the same message sent again (a replay) and a changed one (a forgery).</span></span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>((<span class="c-keyword">await</span><span class="c-function"> post</span>(message)).status,<span class="c-constant"> 401</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> forged</span><span class="c-keyword"> =</span> { <span class="c-keyword">...</span>message, payload<span class="c-keyword">:</span> { method<span class="c-keyword">:</span><span class="c-string-expression"> &#39;get_price&#39;</span>, parameters<span class="c-keyword">:</span> { currency<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ETH&#39;</span> } } };</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>((<span class="c-keyword">await</span><span class="c-function"> post</span>(forged)).status,<span class="c-constant"> 401</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> served</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/exchange-messages.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const exchangeMessages_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  exchangeMessages_ts as default
};
