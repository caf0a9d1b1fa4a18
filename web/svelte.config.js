import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  // Types in components are TypeScript's business alone.
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
};
