import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@formwork/s3","description":"","frontmatter":{},"headers":[],"relativePath":"docs/reference/s3.md","filePath":"docs/reference/s3.md"}');
const _sfc_main = { name: "docs/reference/s3.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworks3" tabindex="-1">@formwork/s3 <a class="header-anchor" href="#formworks3" aria-label="Permalink to &quot;@formwork/s3&quot;">​</a></h1><p>A blob store on S3 and servers that speak its protocol, for long data of tasks.</p><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><h3 id="createS3BlobStore" tabindex="-1">createS3BlobStore <a class="header-anchor" href="#createS3BlobStore" aria-label="Permalink to &quot;createS3BlobStore {#createS3BlobStore}&quot;">​</a></h3><p>Keeps each blob as an object in a bucket of S3, or of a server that speaks its protocol (MinIO, Ceph, Cloudflare R2 and others). The key is the prefix, a slash, and the id.</p><p><code>put</code> resolves when the server has confirmed the object, which has then passed the server&#39;s check of its SHA-256 and MD5. Methods reject with <a href="#S3Error" class="name"><code>S3Error</code></a> in no more than <code>timeoutMs</code>.</p><p>The bucket MUST NOT have a lifecycle rule that expires objects below the prefix: their tasks could not be read any more. The keys need <code>s3:GetObject</code>, <code>s3:PutObject</code> and <code>s3:DeleteObject</code> below the prefix, and <code>s3:ListBucket</code>, without which S3 calls a missing object forbidden.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createS3BlobStore</span>(options<span class="c-keyword">:</span><span class="c-function"> S3BlobStoreOptions</span>)<span class="c-keyword">:</span><span class="c-function"> S3BlobStore</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError or RangeError that names the option</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createS3BlobStore } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/s3&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createSqliteEngine } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/sqlite&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> blobStore</span><span class="c-keyword"> =</span><span class="c-function"> createS3BlobStore</span>({</span>
<span class="line">  bucket<span class="c-keyword">:</span><span class="c-string-expression"> &#39;my-agents&#39;</span>,</span>
<span class="line">  prefix<span class="c-keyword">:</span><span class="c-string-expression"> &#39;clerk&#39;</span>,</span>
<span class="line">  region<span class="c-keyword">:</span><span class="c-string-expression"> &#39;eu-central-1&#39;</span>,</span>
<span class="line">  credentials<span class="c-keyword">:</span> { accessKeyId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;AKIA...&#39;</span>, secretAccessKey<span class="c-keyword">:</span><span class="c-string-expression"> &#39;...&#39;</span> },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> engine</span><span class="c-keyword"> =</span><span class="c-function"> createSqliteEngine</span>({ file<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data/tasks.sqlite&#39;</span>, blobStore });</span></code></pre></div><h2 id="classes" tabindex="-1">Classes <a class="header-anchor" href="#classes" aria-label="Permalink to &quot;Classes&quot;">​</a></h2><h3 id="S3Error" tabindex="-1">S3Error <a class="header-anchor" href="#S3Error" aria-label="Permalink to &quot;S3Error {#S3Error}&quot;">​</a></h3><p>Thrown when a blob cannot be stored, read or deleted, or a bucket cannot be used. The message says what to do, and contains no keys. Engines turn it into an <a href="/docs/reference/runtime.html#EngineStorageError" class="name"><code>EngineStorageError</code></a> whose <code>cause</code> it is.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> S3Error</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code<span class="c-keyword">:</span><span class="c-function"> S3ErrorCode</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> status<span class="c-keyword">:</span><span class="c-constant"> number</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> reason<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  constructor</span>(message<span class="c-keyword">:</span><span class="c-constant"> string</span>, { code, status, reason,<span class="c-keyword"> ...</span>options }<span class="c-keyword">:</span><span class="c-function"> S3ErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h2 id="types" tabindex="-1">Types <a class="header-anchor" href="#types" aria-label="Permalink to &quot;Types&quot;">​</a></h2><h3 id="S3BlobStore" tabindex="-1">S3BlobStore <a class="header-anchor" href="#S3BlobStore" aria-label="Permalink to &quot;S3BlobStore {#S3BlobStore}&quot;">​</a></h3><p>A blob store in a bucket, which can say whether the bucket can be used.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> S3BlobStore</span><span class="c-keyword"> extends</span><span class="c-function"> BlobStore</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Resolves if the server answers, has the bucket, and lets the keys read from it. A program</span></span>
<span class="line"><span class="c-comment">   * should call it when it starts, because blobs are rare and a wrong name is noticed late.</span></span>
<span class="line"><span class="c-comment">   * Rejects with </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> S3Error}</span><span class="c-comment">.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  check</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="S3BlobStoreOptions" tabindex="-1">S3BlobStoreOptions <a class="header-anchor" href="#S3BlobStoreOptions" aria-label="Permalink to &quot;S3BlobStoreOptions {#S3BlobStoreOptions}&quot;">​</a></h3><p>Options of <a href="#createS3BlobStore" class="name"><code>createS3BlobStore</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> S3BlobStoreOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The name of the bucket, which must exist. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> bucket<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The beginning of the keys of all objects, without slashes at its ends, such as</span></span>
<span class="line"><span class="c-comment">   * \`formwork/blobs\`. Default: none, so the ids of blobs are the keys.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prefix<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The address of the server, such as \`https://minio.internal:9000\`. It must be https unless the</span></span>
<span class="line"><span class="c-comment">   * server runs on this machine. Default: the address of AWS for the region.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> endpoint<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The region of the bucket. Default \`us-east-1\` for an endpoint; AWS needs one. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> region<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The access keys, or a function that is called for them before every request, such as a provider</span></span>
<span class="line"><span class="c-comment">   * of \`@aws-sdk/credential-providers\`. The function should remember the keys while they are valid.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> credentials<span class="c-keyword">:</span><span class="c-function"> S3Credentials</span><span class="c-keyword"> |</span> (() <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-function">S3Credentials</span>&gt;);</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True if the bucket&#39;s name stands in the path of URLs, false if it is a part of the host name.</span></span>
<span class="line"><span class="c-comment">   * Default: true for an endpoint and for a bucket whose name has a dot.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> forcePathStyle<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** True allows \`http:\` beyond this machine: blobs then travel unencrypted. Default false. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowInsecure<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The longest time that one call may take, its repeated requests included, in milliseconds.</span></span>
<span class="line"><span class="c-comment">   * Default 30,000. It must be longer than the transfer of the largest blob takes.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> timeoutMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * How often a request is repeated after a broken connection, a 429 or a 5xx, with pauses that</span></span>
<span class="line"><span class="c-comment">   * double from about 100 ms. Default 3.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> retries<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="S3Credentials" tabindex="-1">S3Credentials <a class="header-anchor" href="#S3Credentials" aria-label="Permalink to &quot;S3Credentials {#S3Credentials}&quot;">​</a></h3><p>The access keys by which a client signs its requests to S3.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> S3Credentials</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> accessKeyId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> secretAccessKey<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The session token of temporary access keys; absent for permanent ones. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> sessionToken<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="S3ErrorCode" tabindex="-1">S3ErrorCode <a class="header-anchor" href="#S3ErrorCode" aria-label="Permalink to &quot;S3ErrorCode {#S3ErrorCode}&quot;">​</a></h3><p>The causes of an <a href="#S3Error" class="name"><code>S3Error</code></a>:</p><ul><li><code>S3_CREDENTIALS</code>: the server does not accept the keys, or there are none;</li><li><code>S3_DENIED</code>: the keys are good, but do not permit the operation;</li><li><code>S3_BUCKET</code>: there is no such bucket, or it is in another region;</li><li><code>S3_TIMEOUT</code>: the call took longer than <code>timeoutMs</code>;</li><li><code>S3_UNREACHABLE</code>: no connection, or one that broke;</li><li><code>S3_ANSWER</code>: any other answer, such as 503 after all repetitions.</li></ul><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> S3ErrorCode</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;S3_CREDENTIALS&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;S3_DENIED&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;S3_BUCKET&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;S3_TIMEOUT&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;S3_UNREACHABLE&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;S3_ANSWER&#39;</span>;</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/s3.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const s3 = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  s3 as default
};
