import { fileURLToPath } from "node:url";
import { defineConfig } from "wxt";
import { EXTENSION_KEY } from "./src/shared/core/identity.ts";

/** Server address of the build; the server that provides the extension replaces it (see the server's extension module). */
const DEFAULT_SERVER = "http://localhost:8700";

/** WXT's logger does nothing in production but would be injected into each captured page. */
const WITHOUT_LOGGER = {
  name: "without-logger",
  transform: (code: string, id: string) =>
    id.includes("unlisted-script-entrypoint") ? { code: code.replaceAll(/logger\.error\([^;]*\);/gu, ""), map: null } : null,
};

const meta = (attrs: Record<string, string>) => ({ tag: "meta", attrs, injectTo: "head-prepend" as const });

/** Head of every extension page. */
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
    // Each permission belongs to a button: see docs/adr/0014-extension-permissions.md. None requests a site at installation, and
    // none gives access to a page before the user invokes the extension there.
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
      // The browser accepts at most four suggested shortcuts. The remaining two commands have no default.
      "record-toggle": { suggested_key: { default: "Alt+Shift+S" }, description: "__MSG_recordToggle__" },
      "capture-delay": { description: "__MSG_captureDelay__" },
      "record-pause": { description: "__MSG_recordPause__" },
    },
  },
});
