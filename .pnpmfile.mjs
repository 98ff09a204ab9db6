const SDK = '@a2a-js/sdk';

export const hooks = {
  /** Has clients of A2A, which tests call agents with, bring what they are made for. */
  readPackage(manifest) {
    const { name, dependencies = {}, peerDependencies = {} } = manifest;
    switch (name) {
      case '@strands-agents/sdk': {
        const { [SDK]: _, ...peers } = peerDependencies;
        const own = { ...dependencies, [SDK]: '0.3.14' };
        return { ...manifest, dependencies: own, peerDependencies: peers };
      }
      case 'a2a-ai-provider': {
        // Types that it names; of the AI SDK itself it needs nothing.
        const types = { '@ai-sdk/provider': '3.0.14', '@ai-sdk/provider-utils': '4.0.40' };
        const own = { ...dependencies, ...types };
        return { ...manifest, dependencies: own, peerDependencies: {} };
      }
      default:
        return manifest;
    }
  },
};
