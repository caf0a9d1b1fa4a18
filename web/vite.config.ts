import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server that `npm run dev` asks for everything that is not the page itself.
const server = "http://127.0.0.1:8098";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/ninetyeight/server/page",
    emptyOutDir: true,
    target: "baseline-widely-available",
    // The page's security policy allows no inline script, no inline style and no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // What is bundled is named with its licence, in a file beside the page.
    license: { fileName: "licences.md" },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": server,
      "/locale": server,
      "/healthz": server,
      "/ws": { target: server, ws: true },
    },
  },
});
