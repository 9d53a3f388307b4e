import { fileURLToPath } from "node:url";
import { defineConfig } from "wxt";
import { EXTENSION_KEY } from "./src/shared/core/identity.ts";

/** Where the build looks for its server; whoever serves the extension replaces it (see the server's extension module). */
const DEFAULT_SERVER = "http://localhost:8700";

/** WXT's logger says nothing in production, and would be put into each captured page all the same. */
const WITHOUT_LOGGER = {
  name: "without-logger",
  transform: (code: string, id: string) =>
    id.includes("unlisted-script-entrypoint") ? { code: code.replaceAll(/logger\.error\([^;]*\);/gu, ""), map: null } : null,
};

const meta = (attrs: Record<string, string>) => ({ tag: "meta", attrs, injectTo: "head-prepend" as const });

/** What stands at the head of every page of the extension. */
const PAGE_HEAD = {
  name: "page-head",
  transformIndexHtml: () => [
    meta({ charset: "utf-8" }),
    meta({ name: "viewport", content: "width=device-width" }),
    meta({ name: "color-scheme", content: "light dark" }),
    { tag: "title", children: "Stillreel", injectTo: "head" as const },
  ],
};

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  srcDir: "src",
  publicDir: fileURLToPath(new URL("public", import.meta.url)),
  outDir: ".output",
  imports: false,
  manifestVersion: 3,
  vite: () => ({
    esbuild: { jsx: "automatic" },
    build: { target: "chrome120", modulePreload: false },
    plugins: [WITHOUT_LOGGER, PAGE_HEAD],
  }),
  manifest: {
    name: "__MSG_name__",
    short_name: "Stillreel",
    description: "__MSG_description__",
    default_locale: "en",
    key: EXTENSION_KEY,
    minimum_chrome_version: "120",
    // Each permission has its button: see docs/adr/0014-extension-permissions.md. None of them asks the person at installation
    // for a site, and none lets the extension look at a page before it is invited there.
    permissions: [
      "activeTab",
      "alarms",
      "clipboardWrite",
      "contextMenus",
      "cookies",
      "downloads",
      "offscreen",
      "scripting",
      "storage",
      "tabCapture",
      "unlimitedStorage",
    ],
    host_permissions: [`${DEFAULT_SERVER}/*`],
    homepage_url: `${DEFAULT_SERVER}/`,
    externally_connectable: { matches: [`${DEFAULT_SERVER}/*`] },
    icons: { 16: "icon/16.png", 32: "icon/32.png", 48: "icon/48.png", 128: "icon/128.png" },
    action: { default_title: "Stillreel", default_icon: { 16: "icon/16.png", 32: "icon/32.png" } },
    commands: {
      "capture-visible": { suggested_key: { default: "Alt+Shift+1" }, description: "__MSG_captureVisible__" },
      "capture-area": { suggested_key: { default: "Alt+Shift+2" }, description: "__MSG_captureArea__" },
      "capture-full-page": { suggested_key: { default: "Alt+Shift+3" }, description: "__MSG_captureFullPage__" },
      // The browser takes four suggestions, no more; R is given to no extension. The other two are for whoever wants keys for them.
      "record-toggle": { suggested_key: { default: "Alt+Shift+S" }, description: "__MSG_recordToggle__" },
      "capture-delay": { description: "__MSG_captureDelay__" },
      "record-pause": { description: "__MSG_recordPause__" },
    },
  },
});
