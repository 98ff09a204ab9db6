import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';

export default {
  plugins: [sveltekit({ adapter: adapter() })],
  // Links to the workspace would be bundled; installed packages are not.
  ssr: { external: ['@formwork/console', '@formwork/embed', '@formwork/forms'] },
};
