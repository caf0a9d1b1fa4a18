// Serves web/dev/board.html with the catalogue's texts: npx vite --config dev/vite.config.ts
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const python = process.env.PYTHON ?? fileURLToPath(new URL("../../.venv/bin/python", import.meta.url));

const texts: Plugin = {
  name: "texts",
  configureServer(server) {
    server.middlewares.use("/locale", (request, response) => {
      const language = /\/(\w\w)\.json/.exec(request.url ?? "")?.[1] ?? "en";
      const code =
        "import sys; from ninetyeight.server.page_files import page_texts; " +
        `sys.stdout.buffer.write(page_texts("${language}"))`;
      response.setHeader("Content-Type", "application/json");
      response.end(execFileSync(python, ["-c", code]));
    });
  },
};

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [svelte(), texts],
  server: { host: "127.0.0.1", port: 5199, strictPort: true, fs: { allow: [".."] } },
});
