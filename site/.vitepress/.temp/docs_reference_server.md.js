import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@formwork/server","description":"","frontmatter":{},"headers":[],"relativePath":"docs/reference/server.md","filePath":"docs/reference/server.md"}');
const _sfc_main = { name: "docs/reference/server.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworkserver" tabindex="-1">@formwork/server <a class="header-anchor" href="#formworkserver" aria-label="Permalink to &quot;@formwork/server&quot;">​</a></h1><p>An express server for a Formwork agent: cards, A2A 1.0 and 0.3 transports, limits.</p><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><h3 id="combineAuthentications" tabindex="-1">combineAuthentications <a class="header-anchor" href="#combineAuthentications" aria-label="Permalink to &quot;combineAuthentications {#combineAuthentications}&quot;">​</a></h3><p>Combines authentications, so that callers may use any one of them, or several at once.</p><p>A credential is refused if no authentication for its place accepts it, and so are two of different principals. The scopes of several are added up.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> combineAuthentications</span>(authentications<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Authenticate</span>[])<span class="c-keyword">:</span><span class="c-function"> Authenticate</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError for fewer than two, and for two that have the same name in the card</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> {</span>
<span class="line">  combineAuthentications,</span>
<span class="line">  createApiKeyAuthentication,</span>
<span class="line">  createJwtAuthentication,</span>
<span class="line">} <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> authenticate</span><span class="c-keyword"> =</span><span class="c-function"> combineAuthentications</span>([</span>
<span class="line"><span class="c-function">  createApiKeyAuthentication</span>({ keys<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;a-long-random-key&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;reporting&#39;</span> } }),</span>
<span class="line"><span class="c-function">  createJwtAuthentication</span>({</span>
<span class="line">    issuer<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://login.example.com&#39;</span>,</span>
<span class="line">    audience<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://agents.example.com&#39;</span>,</span>
<span class="line">  }),</span>
<span class="line">]);</span></code></pre></div><h3 id="createAgentRouter" tabindex="-1">createAgentRouter <a class="header-anchor" href="#createAgentRouter" aria-label="Permalink to &quot;createAgentRouter {#createAgentRouter}&quot;">​</a></h3><p>Makes the cards, transports and runner of an agent, for an express app of your own.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createAgentRouter</span>(agent<span class="c-keyword">:</span><span class="c-function"> Agent</span>, options<span class="c-keyword">:</span><span class="c-function"> MountedAgentOptions</span>)<span class="c-keyword">:</span><span class="c-function"> AgentRouter</span>;</span></code></pre></div><p><strong>Throws</strong> RangeError or TypeError that names the option at fault; TypeError for what is no agent</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { Agent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createAgentRouter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> express <span class="c-keyword">from</span><span class="c-string-expression"> &#39;express&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">declare</span><span class="c-keyword"> const</span><span class="c-constant"> agent</span><span class="c-keyword">:</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">router</span>,<span class="c-constant"> close</span> } <span class="c-keyword">=</span><span class="c-function"> createAgentRouter</span>(agent, { publicUrl<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://agents.example.com&#39;</span> });</span>
<span class="line"><span class="c-function">express</span>()<span class="c-function">.use</span>(router)<span class="c-function">.listen</span>(<span class="c-constant">4100</span>);</span></code></pre></div><h3 id="createApiKeyAuthentication" tabindex="-1">createApiKeyAuthentication <a class="header-anchor" href="#createApiKeyAuthentication" aria-label="Permalink to &quot;createApiKeyAuthentication {#createApiKeyAuthentication}&quot;">​</a></h3><p>Makes an authentication that recognizes callers by API keys. Only hashes of the keys are kept, and the time of a comparison reveals nothing. Keys must be long and random, because hashes of short keys can be guessed.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createApiKeyAuthentication</span>(options<span class="c-keyword">:</span><span class="c-function"> ApiKeyAuthenticationOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Authenticate</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError, which shows no key, for options that could not work</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createApiKeyAuthentication } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> authenticate</span><span class="c-keyword"> =</span><span class="c-function"> createApiKeyAuthentication</span>({ keys<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;a-long-random-key&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;ada&#39;</span> } });</span></code></pre></div><h3 id="createBearerAuthentication" tabindex="-1">createBearerAuthentication <a class="header-anchor" href="#createBearerAuthentication" aria-label="Permalink to &quot;createBearerAuthentication {#createBearerAuthentication}&quot;">​</a></h3><p>Makes an authentication that recognizes callers by the token in <code>Authorization: Bearer TOKEN</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createBearerAuthentication</span>({</span>
<span class="line">  verify,</span>
<span class="line">  bearerFormat,</span>
<span class="line">}<span class="c-keyword">:</span><span class="c-function"> BearerAuthenticationOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Authenticate</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createBearerAuthentication } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">declare</span><span class="c-keyword"> function</span><span class="c-function"> findOwner</span>(token<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> authenticate</span><span class="c-keyword"> =</span><span class="c-function"> createBearerAuthentication</span>({</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> verify</span>(token) {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> id</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> findOwner</span>(token);</span>
<span class="line"><span class="c-keyword">    return</span> id <span class="c-keyword">===</span><span class="c-constant"> undefined</span><span class="c-keyword"> ?</span><span class="c-constant"> undefined</span><span class="c-keyword"> :</span> { id };</span>
<span class="line">  },</span>
<span class="line">});</span></code></pre></div><h3 id="createCertificateAuthentication" tabindex="-1">createCertificateAuthentication <a class="header-anchor" href="#createCertificateAuthentication" aria-label="Permalink to &quot;createCertificateAuthentication {#createCertificateAuthentication}&quot;">​</a></h3><p>Makes an authentication that recognizes callers by their TLS client certificates (mutual TLS). The server must terminate TLS itself and ask for certificates: <code>tls: { ..., ca, requestCert: true }</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createCertificateAuthentication</span>({</span>
<span class="line">  toPrincipal,</span>
<span class="line">}<span class="c-keyword">:</span><span class="c-function"> CertificateAuthenticationOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Authenticate</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createCertificateAuthentication } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> authenticate</span><span class="c-keyword"> =</span><span class="c-function"> createCertificateAuthentication</span>({</span>
<span class="line"><span class="c-function">  toPrincipal</span><span class="c-keyword">:</span> ({ subject }) <span class="c-keyword">=&gt;</span></span>
<span class="line"><span class="c-keyword">    typeof</span> subject[<span class="c-string-expression">&#39;CN&#39;</span>] <span class="c-keyword">===</span><span class="c-string-expression"> &#39;string&#39;</span><span class="c-keyword"> ?</span> { id<span class="c-keyword">:</span> subject[<span class="c-string-expression">&#39;CN&#39;</span>] } <span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">});</span></code></pre></div><h3 id="createJwtAuthentication" tabindex="-1">createJwtAuthentication <a class="header-anchor" href="#createJwtAuthentication" aria-label="Permalink to &quot;createJwtAuthentication {#createJwtAuthentication}&quot;">​</a></h3><p>Makes an authentication that recognizes callers by JSON Web Tokens of an issuer (RFC 7519, RFC 9068): it checks signature, type, issuer, audience and times; the signature of a token at most once a minute. A token that is bound to a key of its client (<code>cnf</code>) is refused.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createJwtAuthentication</span>(options<span class="c-keyword">:</span><span class="c-function"> JwtAuthenticationOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Authenticate</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError or RangeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createJwtAuthentication } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> authenticate</span><span class="c-keyword"> =</span><span class="c-function"> createJwtAuthentication</span>({</span>
<span class="line">  issuer<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://login.example.com&#39;</span>,</span>
<span class="line">  audience<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://agents.example.com&#39;</span>,</span>
<span class="line">});</span></code></pre></div><h3 id="createOAuthAuthentication" tabindex="-1">createOAuthAuthentication <a class="header-anchor" href="#createOAuthAuthentication" aria-label="Permalink to &quot;createOAuthAuthentication {#createOAuthAuthentication}&quot;">​</a></h3><p>Makes an authentication that recognizes callers by access tokens of an OAuth 2 server; the card says how to get one. Tokens are checked as by <a href="#createJwtAuthentication" class="name"><code>createJwtAuthentication</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createOAuthAuthentication</span>(options<span class="c-keyword">:</span><span class="c-function"> OAuthAuthenticationOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Authenticate</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError or RangeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createOAuthAuthentication } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> authenticate</span><span class="c-keyword"> =</span><span class="c-function"> createOAuthAuthentication</span>({</span>
<span class="line">  issuer<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://login.example.com&#39;</span>,</span>
<span class="line">  audience<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://agents.example.com&#39;</span>,</span>
<span class="line">  flows<span class="c-keyword">:</span> {</span>
<span class="line">    clientCredentials<span class="c-keyword">:</span> {</span>
<span class="line">      tokenUrl<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://login.example.com/token&#39;</span>,</span>
<span class="line">      scopes<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;expenses:write&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;Hand in expenses.&#39;</span> },</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">});</span></code></pre></div><h3 id="createOpenIdAuthentication" tabindex="-1">createOpenIdAuthentication <a class="header-anchor" href="#createOpenIdAuthentication" aria-label="Permalink to &quot;createOpenIdAuthentication {#createOpenIdAuthentication}&quot;">​</a></h3><p>Makes an authentication that recognizes callers by access tokens of an OpenID provider, which the card names. Tokens are checked as by <a href="#createJwtAuthentication" class="name"><code>createJwtAuthentication</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createOpenIdAuthentication</span>(options<span class="c-keyword">:</span><span class="c-function"> OpenIdAuthenticationOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Authenticate</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError or RangeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createOpenIdAuthentication } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> authenticate</span><span class="c-keyword"> =</span><span class="c-function"> createOpenIdAuthentication</span>({</span>
<span class="line">  issuer<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://login.example.com&#39;</span>,</span>
<span class="line">  audience<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://agents.example.com&#39;</span>,</span>
<span class="line">});</span></code></pre></div><h3 id="createServer" tabindex="-1">createServer <a class="header-anchor" href="#createServer" aria-label="Permalink to &quot;createServer {#createServer}&quot;">​</a></h3><p>Serves an agent: its cards at <code>/.well-known/agent-card.json</code>, A2A JSON-RPC (1.0 and 0.3) at <code>/a2a</code> and A2A REST (1.0) at <code>/a2a/rest</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createServer</span>(agent<span class="c-keyword">:</span><span class="c-function"> Agent</span>, options<span class="c-keyword">:</span><span class="c-function"> ServerOptions</span><span class="c-keyword"> =</span> {})<span class="c-keyword">:</span><span class="c-function"> AgentServer</span>;</span></code></pre></div><p><strong>Throws</strong> RangeError or TypeError that names the option at fault; TypeError for what is no agent</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { Agent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">declare</span><span class="c-keyword"> const</span><span class="c-constant"> agent</span><span class="c-keyword">:</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 4100</span> });</span></code></pre></div><h3 id="refuseUnreadVariables" tabindex="-1">refuseUnreadVariables <a class="header-anchor" href="#refuseUnreadVariables" aria-label="Permalink to &quot;refuseUnreadVariables {#refuseUnreadVariables}&quot;">​</a></h3><p>Refuses variables of Formwork (<code>FORMWORK_...</code>) that are set and that a program does not read, because it would start without what they ask for, such as a key that callers need. Empty ones count as absent; those of other programs of Formwork, and addresses of services in a cluster, are left alone.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> refuseUnreadVariables</span>(</span>
<span class="line">  read<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[],</span>
<span class="line">  { env <span class="c-keyword">=</span><span class="c-constant"> process</span>.env }<span class="c-keyword">:</span><span class="c-function"> UnreadVariablesOptions</span><span class="c-keyword"> =</span> {},</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-constant"> void</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { refuseUnreadVariables } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-function">refuseUnreadVariables</span>([<span class="c-string-expression">&#39;FORMWORK_PORT&#39;</span>], { env<span class="c-keyword">:</span> { FORMWORK_PORT<span class="c-keyword">:</span><span class="c-string-expression"> &#39;4100&#39;</span> } });</span></code></pre></div><p><strong>param</strong> read The names of the variables that the program reads.</p><p><strong>Throws</strong> TypeError that names the variable</p><h2 id="classes" tabindex="-1">Classes <a class="header-anchor" href="#classes" aria-label="Permalink to &quot;Classes&quot;">​</a></h2><h3 id="ListenError" tabindex="-1">ListenError <a class="header-anchor" href="#ListenError" aria-label="Permalink to &quot;ListenError {#ListenError}&quot;">​</a></h3><p>Thrown when a server cannot listen on its address.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> ListenError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  constructor</span>({ host, port }<span class="c-keyword">:</span><span class="c-function"> ListenAddress</span>, { rule, value,<span class="c-keyword"> ...</span>options }<span class="c-keyword">:</span><span class="c-function"> ListenErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="UnauthenticatedError" tabindex="-1">UnauthenticatedError <a class="header-anchor" href="#UnauthenticatedError" aria-label="Permalink to &quot;UnauthenticatedError {#UnauthenticatedError}&quot;">​</a></h3><p>Thrown for a request without credentials where some are required, and for one with wrong credentials.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> UnauthenticatedError</span><span class="c-keyword"> extends</span><span class="c-function"> A2AError</span> {</span>
<span class="line"><span class="c-keyword">  override</span><span class="c-keyword"> readonly</span> reason;</span>
<span class="line"><span class="c-keyword">  readonly</span> challenge<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  constructor</span>(challenge<span class="c-keyword">:</span><span class="c-constant"> string</span>, { accepted <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span> }<span class="c-keyword">:</span><span class="c-function"> UnauthenticatedErrorOptions</span><span class="c-keyword"> =</span> {});</span>
<span class="line">}</span></code></pre></div><h2 id="types" tabindex="-1">Types <a class="header-anchor" href="#types" aria-label="Permalink to &quot;Types&quot;">​</a></h2><h3 id="AdapterDoors" tabindex="-1">AdapterDoors <a class="header-anchor" href="#AdapterDoors" aria-label="Permalink to &quot;AdapterDoors {#AdapterDoors}&quot;">​</a></h3><p>The HTTP endpoints of a protocol adapter, mounted at the root of the server.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AdapterDoors</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The name of the endpoints in spans and metrics, such as \`sessions\`; needs </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> owns}</span><span class="c-comment">.</span></span>
<span class="line"><span class="c-comment">   * Default: \`adapter\`, and calls of the agent are counted instead of requests.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns true for the paths of this adapter. Default: nobody knows its paths, so that calls of</span></span>
<span class="line"><span class="c-comment">   * the agent are counted instead of requests.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> owns</span><span class="c-keyword">?:</span> (path<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns true for the paths of this adapter that pages of any site may call. The adapter itself</span></span>
<span class="line"><span class="c-comment">   * MUST decide which of them it answers, and MUST NOT do anything there for the caller whom cookies</span></span>
<span class="line"><span class="c-comment">   * or credentials name. Default: only the server&#39;s own pages, and those of \`allowedOrigins\`, may</span></span>
<span class="line"><span class="c-comment">   * call.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> isForPages</span><span class="c-keyword">?:</span> (path<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> router<span class="c-keyword">:</span><span class="c-function"> Router</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The routes of this adapter, such as \`/people/inbox/:task\`, by which logs and the audit name its</span></span>
<span class="line"><span class="c-comment">   * paths. Default: none, and they have \`/*\` for each of its paths.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> routes<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The extensions by which the cards of the agent say that it has these endpoints. They stand on</span></span>
<span class="line"><span class="c-comment">   * the cards of every version, and are signed with them. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> extensions<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-function"> CardExtension</span>[];</span>
<span class="line"><span class="c-comment">  /** Closes all resources that the adapter opened. Called once, after \`closing\` has aborted. */</span></span>
<span class="line"><span class="c-function">  close</span><span class="c-keyword">?</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="AdapterHost" tabindex="-1">AdapterHost <a class="header-anchor" href="#AdapterHost" aria-label="Permalink to &quot;AdapterHost {#AdapterHost}&quot;">​</a></h3><p>The parts of a server that a protocol adapter builds on.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AdapterHost</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The newest definition of the agent, without skills that only some callers may see. Read it for</span></span>
<span class="line"><span class="c-comment">   * every message, because it may be replaced.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> agent<span class="c-keyword">:</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the newest definition of the agent for a caller, with the skills that the caller&#39;s</span></span>
<span class="line"><span class="c-comment">   * scopes permit.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> agentFor</span><span class="c-keyword">:</span> (caller<span class="c-keyword">:</span><span class="c-function"> Caller</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Lists the values of a task&#39;s input that a schema marks as \`writeOnly\`, as texts, by the</span></span>
<span class="line"><span class="c-comment">   * definition of the agent with which the task began: nobody else than its handler may see them.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> listSecrets</span><span class="c-keyword">:</span> (task<span class="c-keyword">:</span><span class="c-function"> TaskSnapshot</span>) <span class="c-keyword">=&gt;</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** The request handler of A2A, by which an adapter uses the same tasks as A2A. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> requestHandler<span class="c-keyword">:</span><span class="c-function"> A2ARequestHandler</span>;</span>
<span class="line"><span class="c-comment">  /** The engine that keeps the tasks. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> engine<span class="c-keyword">:</span><span class="c-function"> TaskEngine</span>;</span>
<span class="line"><span class="c-comment">  /** The records that the replicas of the agent share; absent if the server was given none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> records<span class="c-keyword">?:</span><span class="c-function"> SharedRecords</span>;</span>
<span class="line"><span class="c-comment">  /** The public URL of the server, without a slash at its end. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> publicUrl<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">:</span><span class="c-function"> TaskLogger</span>;</span>
<span class="line"><span class="c-comment">  /** The largest request body, in bytes or as text such as \`1mb\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> bodyLimit<span class="c-keyword">:</span><span class="c-constant"> number</span><span class="c-keyword"> |</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> streamLimits<span class="c-keyword">:</span><span class="c-function"> StreamLimits</span>;</span>
<span class="line"><span class="c-comment">  /** The limits of callers; false for no limits. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limits<span class="c-keyword">:</span><span class="c-function"> CallerLimits</span><span class="c-keyword"> |</span><span class="c-constant"> false</span>;</span>
<span class="line"><span class="c-comment">  /** Makes counters of requests that replicas share; absent if each process counts for itself. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> createRequestCounter<span class="c-keyword">?:</span><span class="c-function"> CreateRequestCounter</span>;</span>
<span class="line"><span class="c-comment">  /** The security schemes and requirements on the cards; \`undefined\` if the cards declare none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> security<span class="c-keyword">:</span><span class="c-function"> CardSecurity</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-comment">  /** Whether callers cannot, can or must authenticate. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> authentication<span class="c-keyword">:</span><span class="c-string-expression"> &#39;none&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;optional&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;required&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** True if anonymous callers may list the tasks of all anonymous callers. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> openTasks<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The signal that aborts when the server closes, so that an adapter ends its waits and streams.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> closing<span class="c-keyword">:</span><span class="c-function"> AbortSignal</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Identifies the sender of a request by the server&#39;s own authentication; call it before the body</span></span>
<span class="line"><span class="c-comment">   * is read.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> UnauthenticatedError for credentials that are not accepted, and for none where some are</span></span>
<span class="line"><span class="c-comment">   * required</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> identify<span class="c-keyword">:</span><span class="c-function"> Identify</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Identifies the sender of a request that anonymous callers may make, such as for a card:</span></span>
<span class="line"><span class="c-comment">   * credentials are optional, and wrong ones are refused.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> UnauthenticatedError for credentials that are not accepted</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> identifyGiven<span class="c-keyword">:</span><span class="c-function"> Identify</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Makes the caller with an id that the protocol itself has proved, such as by a signature.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> TypeError unless the id is text that is not empty</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> vouchFor</span><span class="c-keyword">:</span> (id<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Caller</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The parts of the server that only operators may see; present for an adapter whose</span></span>
<span class="line"><span class="c-comment">   * \`forOperators\` is true.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> operator<span class="c-keyword">?:</span><span class="c-function"> OperatorView</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Makes an anonymous caller whose tasks are in a scope of its own, which is named by the given id;</span></span>
<span class="line"><span class="c-comment">   * nobody else must be able to guess the id. For protocols that hand out a secret for each task in</span></span>
<span class="line"><span class="c-comment">   * place of credentials.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * With \`once\`, the visitor can begin one task: whoever tries again, also at the same moment and</span></span>
<span class="line"><span class="c-comment">   * with another message, gets that task, so the adapter MUST look whose it is.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> TypeError unless the id is text that is not empty</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> admitVisitor</span><span class="c-keyword">:</span> (id<span class="c-keyword">:</span><span class="c-constant"> string</span>, options<span class="c-keyword">?:</span> { <span class="c-keyword">readonly</span> once<span class="c-keyword">?:</span><span class="c-constant"> boolean</span> }) <span class="c-keyword">=&gt;</span><span class="c-function"> Caller</span>;</span>
<span class="line"><span class="c-comment">  /** Makes the context for calls of </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> requestHandler}</span><span class="c-comment"> on behalf of a caller. */</span></span>
<span class="line"><span class="c-function">  createContext</span>(caller<span class="c-keyword">:</span><span class="c-function"> Caller</span>)<span class="c-keyword">:</span><span class="c-function"> ServerCallContext</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="AgentRouter" tabindex="-1">AgentRouter <a class="header-anchor" href="#AgentRouter" aria-label="Permalink to &quot;AgentRouter {#AgentRouter}&quot;">​</a></h3><p>The HTTP endpoints of an agent, as a router for the root of an express app.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AgentRouter</span><span class="c-keyword"> extends</span><span class="c-function"> CallerDesk</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> router<span class="c-keyword">:</span><span class="c-function"> Router</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Replaces the definition of the agent: its cards and its skills. Running tasks keep the</span></span>
<span class="line"><span class="c-comment">   * definition that they began with, also over questions, as long as this process lives.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> replaceAgent</span><span class="c-keyword">:</span> (next<span class="c-keyword">:</span><span class="c-function"> Agent</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span>
<span class="line"><span class="c-comment">  /** Resolves to the public card as it is served now, once it has its signatures. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> readCard</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-function">ServedCard</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Deletes a task of any owner in any state: its streams end and its handler&#39;s signal aborts.</span></span>
<span class="line"><span class="c-comment">   * Returns false if there is no such task. For operators; callers cannot delete tasks.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  deleteTask</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Refuses new messages, answers waiting calls, ends streams, aborts running tasks and frees all</span></span>
<span class="line"><span class="c-comment">   * resources of this agent. A handler that ignores its signal delays this by up to five seconds, a</span></span>
<span class="line"><span class="c-comment">   * slow receiver of notifications by one.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="AgentRouterOptions" tabindex="-1">AgentRouterOptions <a class="header-anchor" href="#AgentRouterOptions" aria-label="Permalink to &quot;AgentRouterOptions {#AgentRouterOptions}&quot;">​</a></h3><p>Options of a served agent, on a server of its own or in an express app.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AgentRouterOptions</span><span class="c-keyword"> extends</span><span class="c-function"> StreamLimits</span>,<span class="c-function"> GuardOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The engine that keeps the tasks. Default: one in memory, closed with the server. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> engine<span class="c-keyword">?:</span><span class="c-function"> TaskEngine</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The records that the replicas of the agent share, for adapters whose messages may reach any</span></span>
<span class="line"><span class="c-comment">   * replica. The records stay open when the server closes. Default: each adapter keeps its own</span></span>
<span class="line"><span class="c-comment">   * records in this process.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> records<span class="c-keyword">?:</span><span class="c-function"> SharedRecords</span>;</span>
<span class="line"><span class="c-comment">  /** The function that finds the principal of a request. Default: all callers are anonymous. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> authenticate<span class="c-keyword">?:</span><span class="c-function"> Authenticate</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True answers requests whose sender </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> authenticate}</span><span class="c-comment"> does not know with 401; cards stay</span></span>
<span class="line"><span class="c-comment">   * public. Default false.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> requireAuthentication<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True lets anonymous callers list the tasks of all anonymous callers. Default false: a caller</span></span>
<span class="line"><span class="c-comment">   * needs the id of such a task.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> openTasks<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * False tells no caller which people answered the questions of their tasks. Default true: callers</span></span>
<span class="line"><span class="c-comment">   * who have signed in are told, in the history and events of their tasks; anonymous callers and the</span></span>
<span class="line"><span class="c-comment">   * visitors of public forms never are.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> namesAnswerers<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True returns the first task for a repeated message, the same in every part, as long as that</span></span>
<span class="line"><span class="c-comment">   * task is kept; false starts a task for every message. Default true. Messages of anonymous</span></span>
<span class="line"><span class="c-comment">   * callers are recognized only by random ids, such as a UUID.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> recognizeRepeats<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True shows the generation of tasks and of their updates over JSON-RPC, REST and gRPC, lets a</span></span>
<span class="line"><span class="c-comment">   * message name the one that its task must have, and GetTask wait for the next: the draft of A2A</span></span>
<span class="line"><span class="c-comment">   * 1.1, which may change. Default false.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> generation<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time that CancelTask waits for the runner of a task to end it, in milliseconds; then</span></span>
<span class="line"><span class="c-comment">   * CancelTask ends the task itself. Default 2,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cancelDeadlineMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The largest request body, in bytes or as text such as \`1mb\`. Default \`1mb\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> bodyLimit<span class="c-keyword">?:</span><span class="c-constant"> number</span><span class="c-keyword"> |</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The limits of callers. Default: those of \`CallerLimits\`; false sets none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limits<span class="c-keyword">?:</span><span class="c-function"> CallerLimits</span><span class="c-keyword"> |</span><span class="c-constant"> false</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Makes counters that the replicas of the agent share, so that \`requestsPerMinute\` holds for all</span></span>
<span class="line"><span class="c-comment">   * replicas together, and \`requestsPerMinutePerAddress\` for anonymous callers. One call of a</span></span>
<span class="line"><span class="c-comment">   * counter counts one request. While a counter fails, and by default, each process counts for</span></span>
<span class="line"><span class="c-comment">   * itself.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> createRequestCounter<span class="c-keyword">?:</span><span class="c-function"> CreateRequestCounter</span>;</span>
<span class="line"><span class="c-comment">  /** The log of the server. Default: lines of JSON on standard error. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">?:</span><span class="c-function"> TaskLogger</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Lets callers register URLs for push notifications, and declares that on the cards; \`true\`</span></span>
<span class="line"><span class="c-comment">   * stands for \`{}\`. Callers must be authenticated, unless the options have \`allowAnonymous\`.</span></span>
<span class="line"><span class="c-comment">   * Default false, because the operator should decide whether callers may direct requests.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> push<span class="c-keyword">?:</span><span class="c-constant"> boolean</span><span class="c-keyword"> |</span><span class="c-function"> PushOptions</span>;</span>
<span class="line"><span class="c-comment">  /** The rules by which old tasks are deleted. Default: those of the engine. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> retention<span class="c-keyword">?:</span><span class="c-function"> RetentionOptions</span>;</span>
<span class="line"><span class="c-comment">  /** Adapters by which other protocols than A2A reach the same agent and tasks. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> adapters<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-function"> ProtocolAdapter</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Called with security events: refused credentials, host names and pages, attempts at other</span></span>
<span class="line"><span class="c-comment">   * users&#39; tasks, new push configs, and replaced definitions of the agent. Default: nothing is</span></span>
<span class="line"><span class="c-comment">   * called.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> audit<span class="c-keyword">?:</span><span class="c-function"> AuditListener</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Options for signing the cards and showing the public keys at \`/.well-known/jwks.json\`. Default:</span></span>
<span class="line"><span class="c-comment">   * cards are not signed.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> signCard<span class="c-keyword">?:</span><span class="c-function"> SignCardOptions</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The options of the runner, which runs tasks: how many at once, with which leases and retries.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> runner<span class="c-keyword">?:</span><span class="c-function"> Omit</span>&lt;<span class="c-function">RunnerOptions</span>,<span class="c-string-expression"> &#39;logger&#39;</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="AgentServer" tabindex="-1">AgentServer <a class="header-anchor" href="#AgentServer" aria-label="Permalink to &quot;AgentServer {#AgentServer}&quot;">​</a></h3><p>An agent on an HTTP server of its own.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AgentServer</span><span class="c-keyword"> extends</span><span class="c-function"> CallerDesk</span> {</span>
<span class="line"><span class="c-comment">  /** The express app, for routes of your own; add them before </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> listen}</span><span class="c-comment">. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> app<span class="c-keyword">:</span><span class="c-function"> Express</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Starts to listen.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> ListenError when the address is not free, when it, the public URL or an allowed host is</span></span>
<span class="line"><span class="c-comment">   * beyond this machine and callers need no authentication, and when the server listens already or was closed; with a \`TypeError\`</span></span>
<span class="line"><span class="c-comment">   * for unknown options; EngineSchemaUnknownError when a newer program has changed the storage, and</span></span>
<span class="line"><span class="c-comment">   * EngineStorageError when it refuses until its address or the rights of its user are corrected</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  listen</span>(options<span class="c-keyword">?:</span><span class="c-function"> ListenOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">ListenResult</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Replaces the definition of the agent: its cards and its skills. Running tasks keep the</span></span>
<span class="line"><span class="c-comment">   * definition that they began with, also over questions, as long as this process lives.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> replaceAgent</span><span class="c-keyword">:</span> (next<span class="c-keyword">:</span><span class="c-function"> Agent</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Resolves to the public card as it is served now, once the server listens and the card has its</span></span>
<span class="line"><span class="c-comment">   * signatures.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> UnavailableError if the server is closed before it listens</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> readCard</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-function">ServedCard</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Deletes a task of any owner in any state: its streams end and its handler&#39;s signal aborts.</span></span>
<span class="line"><span class="c-comment">   * Returns false if there is no such task. For operators; callers cannot delete tasks.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  deleteTask</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Refuses new messages, ends streams, aborts running tasks and frees the address. Takes at most</span></span>
<span class="line"><span class="c-comment">   * eight seconds, and that long only if a handler ignores its signal, a receiver of notifications</span></span>
<span class="line"><span class="c-comment">   * is slow and a client does not read its answer. Further calls wait for the same end.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="ApiKeyAuthenticationOptions" tabindex="-1">ApiKeyAuthenticationOptions <a class="header-anchor" href="#ApiKeyAuthenticationOptions" aria-label="Permalink to &quot;ApiKeyAuthenticationOptions {#ApiKeyAuthenticationOptions}&quot;">​</a></h3><p>Options of <a href="#createApiKeyAuthentication" class="name"><code>createApiKeyAuthentication</code></a>. At most one of <code>header</code>, <code>query</code> and <code>cookie</code> may be given.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ApiKeyAuthenticationOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The name of the header that carries the key. Default \`x-api-key\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> header<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The name of the URL parameter that carries the key. Prefer a header, because proxies log URLs.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> query<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The name of the cookie that carries the key. Pages of other sites cannot use the cookie,</span></span>
<span class="line"><span class="c-comment">   * because their requests are refused.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cookie<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The principal of each key, as its id or with the scopes that the key grants. A key is plain</span></span>
<span class="line"><span class="c-comment">   * text, or \`sha256:\` and the SHA-256 hash of the key in 64 hexadecimal digits, which keeps keys</span></span>
<span class="line"><span class="c-comment">   * out of the configuration. Several keys may belong to one principal.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> keys<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-function"> Principal</span>&gt;&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="AuditEvent" tabindex="-1">AuditEvent <a class="header-anchor" href="#AuditEvent" aria-label="Permalink to &quot;AuditEvent {#AuditEvent}&quot;">​</a></h3><p>A security event, as the option <code>audit</code> is called with it. It contains no credentials, inputs or results. New versions may add kinds: ignore unknown ones.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> AuditEvent</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-comment">  /** A request had credentials that are not accepted, or none where some are required. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditFacts</span><span class="c-keyword"> &amp;</span><span class="c-function"> HeldRequest</span><span class="c-keyword"> &amp;</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;credentials-refused&#39;</span> })</span>
<span class="line"><span class="c-comment">  /** A call was refused because its credentials lack a scope, or because it has no credentials. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditCall</span><span class="c-keyword"> &amp;</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;access-refused&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> reason<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** The IP address of the connection; \`undefined\` if it is not known. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> address<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">    })</span>
<span class="line"><span class="c-comment">  /** A request came under a host name that is not the server&#39;s, or from a page of another site. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditFacts</span><span class="c-keyword"> &amp;</span><span class="c-function"> RefusedRequest</span>)</span>
<span class="line"><span class="c-comment">  /** A caller named a task of another principal, and was answered that there is no such task. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditCall</span><span class="c-keyword"> &amp;</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;foreign-task&#39;</span>; <span class="c-keyword">readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span> })</span>
<span class="line"><span class="c-comment">  /** A caller set the receiver of push notifications of a task. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditCall</span><span class="c-keyword"> &amp;</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;push-config-set&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** The host of the receiver of push notifications; the rest of its URL may hold a secret. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> receiver<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">    })</span>
<span class="line"><span class="c-comment">  /** The definition of the agent was replaced. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditFacts</span><span class="c-keyword"> &amp;</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;agent-changed&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> version<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> previousVersion<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">    })</span>
<span class="line"><span class="c-comment">  /** An operator has seen what was said in a task. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditFacts</span><span class="c-keyword"> &amp;</span><span class="c-function"> OperatorLook</span>)</span>
<span class="line"><span class="c-comment">  /** An operator has changed a task, or tried to. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditFacts</span><span class="c-keyword"> &amp;</span><span class="c-function"> OperatorAct</span>);</span></code></pre></div><h3 id="AuditListener" tabindex="-1">AuditListener <a class="header-anchor" href="#AuditListener" aria-label="Permalink to &quot;AuditListener {#AuditListener}&quot;">​</a></h3><p>The function that takes audit events. If it throws, or what it returns rejects, the error is logged and the caller notices nothing.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> AuditListener</span><span class="c-keyword"> =</span> (event<span class="c-keyword">:</span><span class="c-function"> AuditEvent</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span></code></pre></div><h3 id="Authenticate" tabindex="-1">Authenticate <a class="header-anchor" href="#Authenticate" aria-label="Permalink to &quot;Authenticate {#Authenticate}&quot;">​</a></h3><p>A function that authenticates the sender of a request.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Authenticate</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the principal of a request; \`undefined\` if the request has no accepted credentials.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * MUST give the same caller the same id every time, and MUST NOT give two callers the same id,</span></span>
<span class="line"><span class="c-comment">   * because an id opens all tasks of its owner. MUST NOT throw for bad credentials. An error is</span></span>
<span class="line"><span class="c-comment">   * logged and answered as an internal error, an \`UnavailableError\` of \`@formwork/runtime\` as a</span></span>
<span class="line"><span class="c-comment">   * temporary one.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line">  (request<span class="c-keyword">:</span><span class="c-function"> IncomingMessage</span>)<span class="c-keyword">:</span><span class="c-function"> Principal</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span><span class="c-keyword"> |</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Principal</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The security schemes by which callers authenticate, for the cards. A wrong credential in the</span></span>
<span class="line"><span class="c-comment">   * place of a scheme is refused. Default: the cards declare none, and the place is</span></span>
<span class="line"><span class="c-comment">   * \`Authorization\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> schemes<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-function"> SecurityScheme</span>[];</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /** The issuers of accepted tokens, for clients that look for one (RFC 9728). Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> issuers<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The audience of accepted tokens, which clients ask the issuer for (RFC 8707). Default: the</span></span>
<span class="line"><span class="c-comment">   * agent&#39;s URL.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> audience<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="BearerAuthenticationOptions" tabindex="-1">BearerAuthenticationOptions <a class="header-anchor" href="#BearerAuthenticationOptions" aria-label="Permalink to &quot;BearerAuthenticationOptions {#BearerAuthenticationOptions}&quot;">​</a></h3><p>Options of <a href="#createBearerAuthentication" class="name"><code>createBearerAuthentication</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BearerAuthenticationOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the principal of a token; \`undefined\` if the token is not valid.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * MUST check everything about the token: signature, audience, expiry. MUST NOT throw for a token</span></span>
<span class="line"><span class="c-comment">   * that is not valid; an error is logged without the token, and answered as an internal error.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> verify</span><span class="c-keyword">:</span> (token<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Principal</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span><span class="c-keyword"> |</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Principal</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** The format of the tokens as the cards name it, such as \`JWT\`. Default: the cards name none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> bearerFormat<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Caller" tabindex="-1">Caller <a class="header-anchor" href="#Caller" aria-label="Permalink to &quot;Caller {#Caller}&quot;">​</a></h3><p>The sender of a request, as the server has identified it. Only <code>identify</code> and <code>vouchFor</code> make callers, so that no endpoint reaches a task without identification.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Caller</span> {</span>
<span class="line"><span class="c-comment">  /** The stable id of the principal; \`undefined\` for an anonymous caller. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-comment">  /** The scopes that the credentials grant; none for an anonymous caller. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> scopes<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** The IP address of the connection; present if there is an audit listener. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> address<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The id of an anonymous caller whose tasks are in a scope of its own; absent for all others, who</span></span>
<span class="line"><span class="c-comment">   * share the scope of anonymous callers, or have that of their principal.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> visitor<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** True for a visitor who can begin one task, and no other. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> once<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> [<span class="c-constant">IDENTIFIED</span>]<span class="c-keyword">:</span><span class="c-constant"> true</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="CallerCertificate" tabindex="-1">CallerCertificate <a class="header-anchor" href="#CallerCertificate" aria-label="Permalink to &quot;CallerCertificate {#CallerCertificate}&quot;">​</a></h3><p>The TLS certificate of a caller&#39;s connection.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> CallerCertificate</span> {</span>
<span class="line"><span class="c-comment">  /** The subject of the certificate, such as \`{ CN: &#39;billing&#39;, O: &#39;Example&#39; }\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> subject<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[]&gt;&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The alternative names of the certificate, such as \`URI:spiffe://example.org/billing,</span></span>
<span class="line"><span class="c-comment">   * DNS:billing.example.org\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> alternativeNames<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The SHA-256 fingerprint of the certificate, in pairs of hexadecimal digits with colons between.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> fingerprint<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** True if an authority that the server trusts has issued the certificate. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isTrusted<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="CallerDesk" tabindex="-1">CallerDesk <a class="header-anchor" href="#CallerDesk" aria-label="Permalink to &quot;CallerDesk {#CallerDesk}&quot;">​</a></h3><p>The part of a server that identifies callers, for other endpoints of the same process, such as MCP.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> CallerDesk</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Identifies the caller of a request as the agent&#39;s endpoints do, with the same limits and audit.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> UnauthenticatedError for credentials that are not accepted, and for none where some are</span></span>
<span class="line"><span class="c-comment">   * required; QuotaError for a caller over its limit; UnavailableError before the server listens</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> identify<span class="c-keyword">:</span><span class="c-function"> Identify</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns headers with which a program of this process calls the agent on behalf of a caller from</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> identify}</span><span class="c-comment">. The headers are valid for a minute, at this server only. An anonymous caller</span></span>
<span class="line"><span class="c-comment">   * gets none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> createCallerHeaders<span class="c-keyword">:</span><span class="c-function"> Vouchers</span>[<span class="c-string-expression">&#39;issue&#39;</span>];</span>
<span class="line">}</span></code></pre></div><h3 id="CallerLimits" tabindex="-1">CallerLimits <a class="header-anchor" href="#CallerLimits" aria-label="Permalink to &quot;CallerLimits {#CallerLimits}&quot;">​</a></h3><p>The limits of each caller. <code>Infinity</code> removes a limit. Limits by address do not hold for requests from this machine, where a proxy may pass on everybody&#39;s requests. Each process counts for itself; with <code>createRequestCounter</code>, all replicas count requests together.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> CallerLimits</span><span class="c-keyword"> extends</span><span class="c-function"> TaskLimits</span> {</span>
<span class="line"><span class="c-comment">  /** The number of requests of one authenticated caller in any minute. Default 6,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> requestsPerMinute<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of requests from one IP address (IPv6: one network of 64 bits) in any minute.</span></span>
<span class="line"><span class="c-comment">   * Default 1,200.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> requestsPerMinutePerAddress<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of open streams of one authenticated caller. Default 200. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> openStreams<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of open streams to one IP address. Default 200. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> openStreamsPerAddress<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of requests that the whole server answers at once, without streams. Further requests</span></span>
<span class="line"><span class="c-comment">   * are refused, so that accepted ones are answered in time. Default 1,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> requestsInProgress<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="CertificateAuthenticationOptions" tabindex="-1">CertificateAuthenticationOptions <a class="header-anchor" href="#CertificateAuthenticationOptions" aria-label="Permalink to &quot;CertificateAuthenticationOptions {#CertificateAuthenticationOptions}&quot;">​</a></h3><p>Options of <a href="#createCertificateAuthentication" class="name"><code>createCertificateAuthentication</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> CertificateAuthenticationOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the principal of a certificate; \`undefined\` if the server does not know its owner.</span></span>
<span class="line"><span class="c-comment">   * Called only for certificates that a trusted authority has issued.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * MUST use a part of the certificate that the authority checks, and MUST NOT give two callers the</span></span>
<span class="line"><span class="c-comment">   * same id.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> toPrincipal</span><span class="c-keyword">:</span> (certificate<span class="c-keyword">:</span><span class="c-function"> CallerCertificate</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Principal</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="CreateRequestCounter" tabindex="-1">CreateRequestCounter <a class="header-anchor" href="#CreateRequestCounter" aria-label="Permalink to &quot;CreateRequestCounter {#CreateRequestCounter}&quot;">​</a></h3><p>Makes the counter of one limit. Called once for each limit, when the server is made.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> CreateRequestCounter</span><span class="c-keyword"> =</span> (settings<span class="c-keyword">:</span><span class="c-function"> RequestCounterSettings</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> RequestCounter</span>;</span></code></pre></div><h3 id="GrpcDoor" tabindex="-1">GrpcDoor <a class="header-anchor" href="#GrpcDoor" aria-label="Permalink to &quot;GrpcDoor {#GrpcDoor}&quot;">​</a></h3><p>The A2A gRPC endpoint of a server, on an address of its own, made by <a href="#createGrpcDoor" class="name"><code>createGrpcDoor</code></a> of <code>@formwork/server/grpc</code>. It opens and closes with its server.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> GrpcDoor</span> {</span>
<span class="line"><span class="c-comment">  /** The address on which the gRPC endpoint listens; without a host, on that of its server. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> address<span class="c-keyword">:</span> { <span class="c-keyword">readonly</span> host<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>; <span class="c-keyword">readonly</span> port<span class="c-keyword">:</span><span class="c-constant"> number</span> };</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Opens the gRPC endpoint for a server that starts to listen.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> ListenError when the address is not free</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  open</span>(host<span class="c-keyword">:</span><span class="c-function"> GrpcDoorHost</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">OpenGrpcDoor</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="GuardOptions" tabindex="-1">GuardOptions <a class="header-anchor" href="#GuardOptions" aria-label="Permalink to &quot;GuardOptions {#GuardOptions}&quot;">​</a></h3><p>Options that say under which host names, and from which pages, a server may be called.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> GuardOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Further host names of the server, without ports, such as the name that a proxy on this machine</span></span>
<span class="line"><span class="c-comment">   * passes on. Connections from this machine are refused under any other name than its own, that of</span></span>
<span class="line"><span class="c-comment">   * the public URL, and these. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowedHosts<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The sites whose pages may call the agent: origins such as \`https://app.example.com\`, or host</span></span>
<span class="line"><span class="c-comment">   * names alone. They may read the answers (CORS), without cookies. Default: none; only programs and</span></span>
<span class="line"><span class="c-comment">   * the server&#39;s own pages may call.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowedOrigins<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="Identify" tabindex="-1">Identify <a class="header-anchor" href="#Identify" aria-label="Permalink to &quot;Identify {#Identify}&quot;">​</a></h3><p>Finds the caller who sent a request, by its credentials.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Identify</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Resolves to the caller of a request, or to \`NOBODY\`.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> UnauthenticatedError for credentials that are not accepted</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line">  (request<span class="c-keyword">:</span><span class="c-function"> IncomingMessage</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Caller</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the value of \`WWW-Authenticate\` for a caller who lacks some of the given scopes.</span></span>
<span class="line"><span class="c-comment">   * Default: no challenge is sent.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> challengeFor</span><span class="c-keyword">?:</span> (scopes<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[]) <span class="c-keyword">=&gt;</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="JwtAuthenticationOptions" tabindex="-1">JwtAuthenticationOptions <a class="header-anchor" href="#JwtAuthenticationOptions" aria-label="Permalink to &quot;JwtAuthenticationOptions {#JwtAuthenticationOptions}&quot;">​</a></h3><p>Options of <a href="#createJwtAuthentication" class="name"><code>createJwtAuthentication</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> JwtAuthenticationOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The issuer that signs the tokens, an https URL that equals their claim \`iss\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> issuer<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The name of this agent in the claim \`aud\` of tokens, often its URL; of several names, a token</span></span>
<span class="line"><span class="c-comment">   * needs one.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> audience<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The keys of the issuer: a JWKS, or the URL of one. A URL is read again every 10 minutes, and</span></span>
<span class="line"><span class="c-comment">   * when a token names an unknown key, at most every 30 seconds. Default: the URL in the issuer&#39;s</span></span>
<span class="line"><span class="c-comment">   * OpenID or OAuth metadata.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> keys<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-function"> JSONWebKeySet</span>;</span>
<span class="line"><span class="c-comment">  /** The algorithms that signatures may have. Default: all with public keys. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> algorithms<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** The largest difference between the clocks, in seconds, 0 to 300. Default 30. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> clockSkewSeconds<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the principal of a token. Default: the claim \`sub\` is the id, and \`scope\` (words in one</span></span>
<span class="line"><span class="c-comment">   * text) or \`scp\` (also a list) the scopes. A token without an id is refused.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> toPrincipal</span><span class="c-keyword">?:</span> (claims<span class="c-keyword">:</span><span class="c-function"> TokenClaims</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Principal</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The claims that hold the roles of a caller, which become scopes \`role:NAME\`: a name, such as</span></span>
<span class="line"><span class="c-comment">   * \`roles\` or \`groups\`, or a path, such as \`realm_access.roles\`. Each is a text or a list of texts;</span></span>
<span class="line"><span class="c-comment">   * a role whose name has other characters than letters of ASCII, digits, \`_\`, \`.\` and \`-\` is left</span></span>
<span class="line"><span class="c-comment">   * out. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> rolesClaim<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="KnownCaller" tabindex="-1">KnownCaller <a class="header-anchor" href="#KnownCaller" aria-label="Permalink to &quot;KnownCaller {#KnownCaller}&quot;">​</a></h3><p>A caller whom a process has identified lately.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> KnownCaller</span> {</span>
<span class="line"><span class="c-comment">  /** The id of the principal; \`undefined\` for all anonymous callers together. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scopes<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** The requests in the present minute, which begins with its first request. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> requests<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The time of the last request, in milliseconds since 1970. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> seenAt<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ListenAddress" tabindex="-1">ListenAddress <a class="header-anchor" href="#ListenAddress" aria-label="Permalink to &quot;ListenAddress {#ListenAddress}&quot;">​</a></h3><p>The address that a server listens on.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ListenAddress</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> host<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> port<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ListenOptions" tabindex="-1">ListenOptions <a class="header-anchor" href="#ListenOptions" aria-label="Permalink to &quot;ListenOptions {#ListenOptions}&quot;">​</a></h3><p>Options of <code>AgentServer.listen</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ListenOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The port to listen on; 0 takes any free one. Default 4100. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> port<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The address to listen on. Default \`127.0.0.1\`: reachable from this machine only. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> host<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ListenResult" tabindex="-1">ListenResult <a class="header-anchor" href="#ListenResult" aria-label="Permalink to &quot;ListenResult {#ListenResult}&quot;">​</a></h3><p>The addresses on which a server listens.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ListenResult</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The address of the gRPC endpoint as the card lists it; absent if there is none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> grpcUrl<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="LogEntry" tabindex="-1">LogEntry <a class="header-anchor" href="#LogEntry" aria-label="Permalink to &quot;LogEntry {#LogEntry}&quot;">​</a></h3><p>An entry of the log that names a task, as a process remembers it.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> LogEntry</span> {</span>
<span class="line"><span class="c-comment">  /** ISO 8601 in UTC with milliseconds. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> time<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> level<span class="c-keyword">:</span><span class="c-keyword"> keyof</span><span class="c-function"> TaskLogger</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> message<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The fields of the entry as JSON, cut off after 2,000 characters; absent if there are none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> fields<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="MountedAgentOptions" tabindex="-1">MountedAgentOptions <a class="header-anchor" href="#MountedAgentOptions" aria-label="Permalink to &quot;MountedAgentOptions {#MountedAgentOptions}&quot;">​</a></h3><p>Options of <a href="#createAgentRouter" class="name"><code>createAgentRouter</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> MountedAgentOptions</span><span class="c-keyword"> extends</span><span class="c-function"> AgentRouterOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The public URL of this app, such as \`https://agents.example.com\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> publicUrl<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="OAuthAuthenticationOptions" tabindex="-1">OAuthAuthenticationOptions <a class="header-anchor" href="#OAuthAuthenticationOptions" aria-label="Permalink to &quot;OAuthAuthenticationOptions {#OAuthAuthenticationOptions}&quot;">​</a></h3><p>Options of <a href="#createOAuthAuthentication" class="name"><code>createOAuthAuthentication</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> OAuthAuthenticationOptions</span><span class="c-keyword"> extends</span><span class="c-function"> JwtAuthenticationOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The OAuth flows by which clients get a token, for the card. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> flows<span class="c-keyword">:</span><span class="c-function"> OAuthFlows</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="OpenIdAuthenticationOptions" tabindex="-1">OpenIdAuthenticationOptions <a class="header-anchor" href="#OpenIdAuthenticationOptions" aria-label="Permalink to &quot;OpenIdAuthenticationOptions {#OpenIdAuthenticationOptions}&quot;">​</a></h3><p>Options of <a href="#createOpenIdAuthentication" class="name"><code>createOpenIdAuthentication</code></a>: those of JWTs.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> OpenIdAuthenticationOptions</span><span class="c-keyword"> =</span><span class="c-function"> JwtAuthenticationOptions</span>;</span></code></pre></div><h3 id="OperatorEvent" tabindex="-1">OperatorEvent <a class="header-anchor" href="#OperatorEvent" aria-label="Permalink to &quot;OperatorEvent {#OperatorEvent}&quot;">​</a></h3><p>What an operator has seen or changed, without the time.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> OperatorEvent</span><span class="c-keyword"> =</span><span class="c-function"> OperatorLook</span><span class="c-keyword"> |</span><span class="c-function"> OperatorAct</span>;</span></code></pre></div><h3 id="OperatorView" tabindex="-1">OperatorView <a class="header-anchor" href="#OperatorView" aria-label="Permalink to &quot;OperatorView {#OperatorView}&quot;">​</a></h3><p>The parts of a server that only operators may see: an adapter gets them whose <code>forOperators</code> is true. It MUST show them to nobody else, and MUST report what operators do to <code>tell</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> OperatorView</span> {</span>
<span class="line"><span class="c-comment">  /** The metrics of this process, the same that an SDK of OpenTelemetry gets. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> tally<span class="c-keyword">:</span><span class="c-function"> Pick</span>&lt;<span class="c-function">Tally</span>,<span class="c-string-expression"> &#39;startedAt&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;read&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;listSpans&#39;</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** The newest entries of this process&#39;s log that name a task. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> logs<span class="c-keyword">:</span><span class="c-function"> Pick</span>&lt;<span class="c-function">LogRing</span>,<span class="c-string-expression"> &#39;list&#39;</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Lists the definitions of the agent that this process remembers, the newest first. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> listVersions</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-keyword"> readonly</span><span class="c-function"> AgentVersion</span>[];</span>
<span class="line"><span class="c-comment">  /** Returns the definition with which a task began, or the newest. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> agentOf</span><span class="c-keyword">:</span> (task<span class="c-keyword">:</span><span class="c-function"> TaskSnapshot</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-comment">  /** Returns the text of both public cards as they are served now. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> readCards</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span> { <span class="c-keyword">readonly</span> v1<span class="c-keyword">:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> v03<span class="c-keyword">:</span><span class="c-constant"> string</span> };</span>
<span class="line"><span class="c-comment">  /** Lists the callers whom this process has identified lately; the last one is the first. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> listCallers</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-keyword"> readonly</span><span class="c-function"> KnownCaller</span>[];</span>
<span class="line"><span class="c-comment">  /** The limits of callers with their defaults; false without limits. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limits<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Required</span>&lt;<span class="c-function">CallerLimits</span>&gt;&gt; <span class="c-keyword">|</span><span class="c-constant"> false</span>;</span>
<span class="line"><span class="c-comment">  /** Makes the run of a task in this process look at once whether the task was canceled. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> notice</span><span class="c-keyword">:</span> (taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Reports what an operator has seen or changed to the listener of audit events. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> tell</span><span class="c-keyword">:</span> (event<span class="c-keyword">:</span><span class="c-function"> OperatorEvent</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ProtocolAdapter" tabindex="-1">ProtocolAdapter <a class="header-anchor" href="#ProtocolAdapter" aria-label="Permalink to &quot;ProtocolAdapter {#ProtocolAdapter}&quot;">​</a></h3><p>Makes the endpoints by which another protocol reaches the same agent. Called once, when the server listens.</p><p>An adapter MUST keep to its own paths and pass on requests for others, MUST store all data under the caller&#39;s scope, and MUST NOT call an agent for a caller that <code>identify</code> refused, unless the protocol itself proves who calls and the operator accepts that.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ProtocolAdapter</span> {</span>
<span class="line">  (host<span class="c-keyword">:</span><span class="c-function"> AdapterHost</span>)<span class="c-keyword">:</span><span class="c-function"> AdapterDoors</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True asks for </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> AdapterHost.operator}</span><span class="c-comment">. The server then counts its metrics also without an</span></span>
<span class="line"><span class="c-comment">   * SDK of OpenTelemetry, and remembers the newest entries of its log. Default false.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> forOperators<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="RequestCounter" tabindex="-1">RequestCounter <a class="header-anchor" href="#RequestCounter" aria-label="Permalink to &quot;RequestCounter {#RequestCounter}&quot;">​</a></h3><p>Counts requests for all replicas of an agent, such as a limiter of <code>rate-limiter-flexible</code> over PostgreSQL, Redis or Valkey.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RequestCounter</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Counts one request under a key, a text of 43 characters. MUST resolve while the key has</span></span>
<span class="line"><span class="c-comment">   * requests left. Otherwise MUST reject with an object that is no \`Error\`, whose \`msBeforeNext\` is</span></span>
<span class="line"><span class="c-comment">   * the time until the key has requests again, in milliseconds. MUST reject with an \`Error\` if it</span></span>
<span class="line"><span class="c-comment">   * cannot count.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  consume</span>(key<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">unknown</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="RequestCounterSettings" tabindex="-1">RequestCounterSettings <a class="header-anchor" href="#RequestCounterSettings" aria-label="Permalink to &quot;RequestCounterSettings {#RequestCounterSettings}&quot;">​</a></h3><p>The settings of a counter, as the limiters of <code>rate-limiter-flexible</code> take them.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RequestCounterSettings</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The prefix of keys for the limit. It is the same for all replicas; agents that share a store</span></span>
<span class="line"><span class="c-comment">   * need different ones.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> keyPrefix<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The number of requests that a key has in a window. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> points<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The length of the window, in seconds. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> duration<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of requests after which the process refuses a key without asking the store. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> inMemoryBlockOnConsumed<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ServedCard" tabindex="-1">ServedCard <a class="header-anchor" href="#ServedCard" aria-label="Permalink to &quot;ServedCard {#ServedCard}&quot;">​</a></h3><p>The public card of an agent as it is served, with the agent&#39;s addresses.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ServedCard</span> {</span>
<span class="line"><span class="c-comment">  /** The card for A2A 1.0 as JSON. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> text<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The URL that callers use, without a slash at its end. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The URL on which the server listens; absent for an \`AgentRouter\`, which does not know it. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> localUrl<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ServerOptions" tabindex="-1">ServerOptions <a class="header-anchor" href="#ServerOptions" aria-label="Permalink to &quot;ServerOptions {#ServerOptions}&quot;">​</a></h3><p>Options of <a href="#createServer" class="name"><code>createServer</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ServerOptions</span><span class="c-keyword"> extends</span><span class="c-function"> AgentRouterOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The URL that callers use, which the card lists. Default: the URL on which the server listens.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> publicUrl<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True serves everybody beyond this machine without required authentication. Default false:</span></span>
<span class="line"><span class="c-comment">   * without </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> requireAuthentication}</span><span class="c-comment">, the server listens on loopback addresses only, and under</span></span>
<span class="line"><span class="c-comment">   * no public URL or allowed host of another machine, as a proxy there reaches it on loopback.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowAnonymous<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** Keys and certificates with which the server terminates TLS itself. Default: plain HTTP. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> tls<span class="c-keyword">?:</span><span class="c-function"> ServerTls</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The gRPC endpoint, made by \`createGrpcDoor\` of \`@formwork/server/grpc\`, which listens while the</span></span>
<span class="line"><span class="c-comment">   * server does. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> grpc<span class="c-keyword">?:</span><span class="c-function"> GrpcDoor</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True serves \`/healthz\`, which says that the process lives, and \`/readyz\`, which says whether</span></span>
<span class="line"><span class="c-comment">   * the server takes work and the engine can write; both answer anybody. Default true.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> health<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True closes the server when the process gets SIGTERM or SIGINT (on Windows Ctrl-Break, or a</span></span>
<span class="line"><span class="c-comment">   * closed window), or when npm started it and has ended. A second signal ends the process at once.</span></span>
<span class="line"><span class="c-comment">   * Default false: the program does so itself.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> closeOnSignals<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ServerTls" tabindex="-1">ServerTls <a class="header-anchor" href="#ServerTls" aria-label="Permalink to &quot;ServerTls {#ServerTls}&quot;">​</a></h3><p>Keys and certificates of a server: PEM, as text or bytes.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ServerTls</span><span class="c-keyword"> extends</span><span class="c-function"> Pick</span>&lt;</span>
<span class="line"><span class="c-function">  SecureContextOptions</span>,</span>
<span class="line"><span class="c-string-expression">  &#39;key&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;cert&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;ca&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;passphrase&#39;</span></span>
<span class="line">&gt; {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True asks callers for certificates, for \`createCertificateAuthentication\`; those that the</span></span>
<span class="line"><span class="c-comment">   * authorities in \`ca\` have issued are trusted. Callers without a certificate can still connect,</span></span>
<span class="line"><span class="c-comment">   * because the cards are public. Default false.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> requestCert<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="SignCardOptions" tabindex="-1">SignCardOptions <a class="header-anchor" href="#SignCardOptions" aria-label="Permalink to &quot;SignCardOptions {#SignCardOptions}&quot;">​</a></h3><p>Options for signing an agent&#39;s cards.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SignCardOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The keys as JWK or \`KeyObject\`: Ed25519, P-256, P-384, P-521 or RSA. Each private key signs;</span></span>
<span class="line"><span class="c-comment">   * public keys are only listed. At least one is private.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> keys<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> SigningKey</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The URL at which callers find the public keys. Default: \`/.well-known/jwks.json\` of the agent.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> jwksUrl<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="StreamLimits" tabindex="-1">StreamLimits <a class="header-anchor" href="#StreamLimits" aria-label="Permalink to &quot;StreamLimits {#StreamLimits}&quot;">​</a></h3><p>The limits of event streams: how long one may be quiet, and how long a reader may take nothing.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> StreamLimits</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time without data after which a comment is sent, in milliseconds; 0 for never. Default</span></span>
<span class="line"><span class="c-comment">   * 15,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> heartbeatMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time after which a reader is dropped that takes no waiting data, in milliseconds; 0 for</span></span>
<span class="line"><span class="c-comment">   * never. Default 60,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> stallMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TokenClaims" tabindex="-1">TokenClaims <a class="header-anchor" href="#TokenClaims" aria-label="Permalink to &quot;TokenClaims {#TokenClaims}&quot;">​</a></h3><p>The claims of a token with a valid signature, issuer, audience and time.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> TokenClaims</span><span class="c-keyword"> =</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">JWTPayload</span>&gt;;</span></code></pre></div><h3 id="UnreadVariablesOptions" tabindex="-1">UnreadVariablesOptions <a class="header-anchor" href="#UnreadVariablesOptions" aria-label="Permalink to &quot;UnreadVariablesOptions {#UnreadVariablesOptions}&quot;">​</a></h3><p>Options of <a href="#refuseUnreadVariables" class="name"><code>refuseUnreadVariables</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> UnreadVariablesOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The environment. Default: that of this process. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> env<span class="c-keyword">?:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;&gt;;</span>
<span class="line">}</span></code></pre></div><h2 id="formworkservergrpc" tabindex="-1">@formwork/server/grpc <a class="header-anchor" href="#formworkservergrpc" aria-label="Permalink to &quot;@formwork/server/grpc&quot;">​</a></h2><h3 id="createGrpcDoor" tabindex="-1">createGrpcDoor <a class="header-anchor" href="#createGrpcDoor" aria-label="Permalink to &quot;createGrpcDoor {#createGrpcDoor}&quot;">​</a></h3><p>Makes the A2A 1.0 gRPC endpoint for the option <code>grpc</code> of <a href="#createServer" class="name"><code>createServer</code></a>. Needs the packages <code>@grpc/grpc-js</code> and <code>@bufbuild/protobuf</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createGrpcDoor</span>(options<span class="c-keyword">:</span><span class="c-function"> GrpcDoorOptions</span><span class="c-keyword"> =</span> {})<span class="c-keyword">:</span><span class="c-function"> GrpcDoor</span>;</span></code></pre></div><p><strong>Throws</strong> RangeError or TypeError that names the option at fault, and the error of Node for certificates that it cannot read</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { Agent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createGrpcDoor } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server/grpc&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">declare</span><span class="c-keyword"> const</span><span class="c-constant"> agent</span><span class="c-keyword">:</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, { grpc<span class="c-keyword">:</span><span class="c-function"> createGrpcDoor</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 50051</span> }) });</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span>,<span class="c-constant"> grpcUrl</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>();</span></code></pre></div><h3 id="GrpcDoorOptions" tabindex="-1">GrpcDoorOptions <a class="header-anchor" href="#GrpcDoorOptions" aria-label="Permalink to &quot;GrpcDoorOptions {#GrpcDoorOptions}&quot;">​</a></h3><p>Options of <a href="#createGrpcDoor" class="name"><code>createGrpcDoor</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> GrpcDoorOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The port of the gRPC endpoint; 0 takes any free port. Default 50051. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> port<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The address on which the gRPC endpoint listens. Default: that of the server. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> host<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The address on the card: \`https://\` with TLS, \`http://\` without, or \`host:port\`. Default: the</span></span>
<span class="line"><span class="c-comment">   * host of the server&#39;s public URL with the port.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> publicUrl<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The key and certificates for TLS. Default: no TLS. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> tls<span class="c-keyword">?:</span><span class="c-function"> GrpcTls</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="GrpcTls" tabindex="-1">GrpcTls <a class="header-anchor" href="#GrpcTls" aria-label="Permalink to &quot;GrpcTls {#GrpcTls}&quot;">​</a></h3><p>The private key and certificates of a gRPC endpoint: PEM, as text or bytes.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> GrpcTls</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> key<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-function"> Uint8Array</span>;</span>
<span class="line"><span class="c-comment">  /** The certificate of the server for the key, and the intermediate certificates. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cert<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-function"> Uint8Array</span>;</span>
<span class="line"><span class="c-comment">  /** The authorities whose client certificates are accepted. Default: those that Node trusts. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> ca<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-function"> Uint8Array</span><span class="c-keyword"> |</span><span class="c-keyword"> readonly</span> (<span class="c-constant">string</span><span class="c-keyword"> |</span><span class="c-function"> Uint8Array</span>)[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True asks callers for certificates, which \`authenticate\` reads by</span></span>
<span class="line"><span class="c-comment">   * \`request.socket.getPeerCertificate()\`. Callers without a certificate of a trusted authority</span></span>
<span class="line"><span class="c-comment">   * cannot connect. Default false.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> requestCert<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/server.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const server = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  server as default
};
