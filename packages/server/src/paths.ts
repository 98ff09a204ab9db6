/** Where A2A JSON-RPC is served, 1.0 and 0.3. */
export const JSON_RPC_PATH = '/a2a';

/** Where A2A REST is served, 1.0 only: REST of 0.3 has no place for the tag of a part. */
export const REST_PATH = '/a2a/rest';
