// The import rules of the repository, as tables. CONTRIBUTING.md explains them ("Who may import whom"); `oxlint.config.ts` uses them.
// Everything that these tables do not permit is an error. Type imports count.

const SERVER_PLATFORM = ["server-platform", "server-db", "server-ports", "server-http"];
/** Layers of the server above `platform`, lowest first. A layer imports itself and the layers before it. */
const SERVER_LAYERS = [
  "server-access",
  "server-media",
  "server-people",
  "server-library",
  "server-social",
  "server-exchange",
  "server-editing",
  "server-web",
];
const SERVER = ["server", ...SERVER_PLATFORM, ...SERVER_LAYERS];
const PORTAL = ["portal", "portal-app", "portal-feature", "portal-entity", "portal-ui", "portal-platform", "portal-test-harness"];
const EXTENSION_CONTEXTS = ["extension-data", "extension-background", "extension-offscreen", "extension-ui"];
const EXTENSION_STARTS = ["extension", "extension-app", "extension-entry"];
const EXTENSION = [...EXTENSION_STARTS, "extension-core", "extension-page", ...EXTENSION_CONTEXTS];
const EXTENSION_WITHOUT_INTERFACE = ["extension-data", "extension-background", "extension-offscreen"];
const PROGRAMS_FOR_DEVELOPERS = ["testing", "e2e", "bench", "tools"];
const CAPTURE_AND_PLAYBACK = [
  "editor",
  "editor-core",
  "video-editor",
  "video-editor-core",
  "recorder",
  "watch",
  "watch-core",
  "board",
  "board-shapes",
  "board-drawing",
];
/** Packages that every part of the portal except `ui` may import. */
const FOR_PORTAL = ["client", "ui", "i18n", "contract", ...CAPTURE_AND_PLAYBACK];

/** Parts of the repository and their folders; the first match counts. `capture` names the part of the path at the asterisk. */
const ELEMENTS: readonly (readonly [type: string, pattern: string, capture?: string])[] = [
  ["contract", "packages/contract"],
  ["i18n", "packages/i18n"],
  ["paging", "packages/paging"],
  ["client", "packages/client"],
  ["ui-mantine", "packages/ui/src/mantine"],
  ["ui", "packages/ui"],
  ["editor-core", "packages/editor/src/core"],
  ["editor", "packages/editor"],
  ["video-editor-core", "packages/video-editor/src/core"],
  ["video-editor", "packages/video-editor"],
  ["recorder", "packages/recorder"],
  ["board-shapes", "packages/board/src/shapes"],
  ["board-drawing", "packages/board/src/drawing"],
  ["board", "packages/board"],
  ["watch-core", "packages/watch/src/core"],
  ["watch", "packages/watch"],
  ["server-policies", "apps/server/src/access/policies"],
  ["server-db", "apps/server/src/platform/db"],
  ["server-ports", "apps/server/src/platform/ports"],
  ["server-http", "apps/server/src/platform/http"],
  ["server-platform", "apps/server/src/platform/*", "module"],
  ["server-platform", "apps/server/src/platform"],
  ["server-access", "apps/server/src/access/*", "module"],
  ["server-media", "apps/server/src/media/*", "module"],
  ["server-people", "apps/server/src/people/*", "module"],
  ["server-library", "apps/server/src/library/*", "module"],
  ["server-social", "apps/server/src/social/*", "module"],
  ["server-exchange", "apps/server/src/exchange/*", "module"],
  ["server-editing", "apps/server/src/editing/*", "module"],
  ["server-web", "apps/server/src/web/*", "module"],
  ["server", "apps/server"],
  ["portal-app", "apps/portal/src/app"],
  ["portal-feature", "apps/portal/src/features/*", "feature"],
  ["portal-entity", "apps/portal/src/entities/*", "entity"],
  ["portal-ui", "apps/portal/src/ui"],
  ["portal-platform", "apps/portal/src/platform"],
  ["portal-test-harness", "apps/portal/src/test-harness"],
  ["portal", "apps/portal"],
  ["extension-app", "apps/extension/src/app"],
  ["extension-entry", "apps/extension/src/entrypoints"],
  ["extension-core", "apps/extension/src/*/core", "area"],
  ["extension-data", "apps/extension/src/*/data", "area"],
  ["extension-page", "apps/extension/src/*/page", "area"],
  ["extension-background", "apps/extension/src/*/background", "area"],
  ["extension-offscreen", "apps/extension/src/*/offscreen", "area"],
  ["extension-ui", "apps/extension/src/*/ui", "area"],
  ["extension", "apps/extension"],
  ["public-page", "apps/public-page"],
  ["testing", "testing"],
  ["e2e", "e2e"],
  ["bench", "bench"],
  ["tools", "tools"],
];

/** Roles of files, by their names. */
const FILES = [
  { category: "test", pattern: ["**/*.test.ts", "**/*.test.tsx", "**/*.fixture.ts", "**/*.e2e.ts"] },
  { category: "example", pattern: "packages/*/examples/**" },
  { category: "config", pattern: ["**/*.config.ts", "**/*.config.mjs"] },
  { category: "screen", pattern: "**/*.screen.tsx" },
  { category: "index", pattern: "**/index.ts" },
  { category: "routes", pattern: "**/*.routes.ts" },
  { category: "repo", pattern: "**/*.repo.ts" },
];

/** The parts that a part may import. Layers of the server, features of the portal and contexts of the extension have rules below. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  contract: ["contract"],
  i18n: ["i18n"],
  paging: ["paging"],
  client: ["client", "contract"],
  ui: ["ui", "i18n", "contract"],
  "ui-mantine": ["ui", "ui-mantine"],
  "editor-core": ["editor-core", "contract", "paging"],
  editor: ["editor", "editor-core", "ui", "i18n", "contract"],
  "video-editor-core": ["video-editor-core", "contract"],
  "video-editor": ["video-editor", "video-editor-core", "editor", "editor-core", "ui", "i18n", "contract"],
  recorder: ["recorder", "client", "contract"],
  "board-shapes": ["board-shapes", "contract"],
  "board-drawing": ["board-drawing", "board-shapes", "contract"],
  board: ["board", "board-shapes", "board-drawing", "contract"],
  "watch-core": ["watch-core", "contract"],
  watch: ["watch", "watch-core", "client", "ui", "i18n", "contract"],
  "public-page": ["public-page", "board", "board-drawing", "watch", "watch-core", "recorder", "client", "ui", "i18n", "contract"],

  server: [...SERVER, "server-policies", "video-editor-core", "contract", "i18n"],
  "server-db": ["server-db", "contract"],
  "server-ports": [
    "server-ports",
    "server-db",
    "server-platform",
    "contract",
    "paging",
    "editor-core",
    "video-editor-core",
    "video-editor",
    "board-drawing",
  ],
  "server-http": ["server-http", "server-ports", "server-db", "server-platform", "contract"],
  "server-platform": [...SERVER_PLATFORM, "contract", "i18n"],
  "server-policies": ["server-policies", "server-http", "contract"],

  portal: ["portal", ...FOR_PORTAL],
  "portal-app": ["portal-app", "portal-feature", "portal-entity", "portal-ui", "portal-platform", "ui-mantine", ...FOR_PORTAL],
  "portal-feature": ["portal-entity", "portal-ui", "portal-platform", "ui-mantine", ...FOR_PORTAL],
  "portal-entity": ["portal-entity", "portal-platform", ...FOR_PORTAL],
  "portal-ui": ["portal-ui", "portal-platform", "client", "ui", "ui-mantine", "i18n", "contract"],
  "portal-platform": ["portal-platform", ...FOR_PORTAL],
  "portal-test-harness": [
    "portal-test-harness",
    "portal-app",
    "portal-entity",
    "portal-ui",
    "portal-platform",
    "ui-mantine",
    ...FOR_PORTAL,
  ],

  extension: ["extension", "extension-core"],
  "extension-entry": [
    "extension-app",
    "extension-page",
    "extension-ui",
    "client",
    "ui",
    "i18n",
    "contract",
    "editor",
    "editor-core",
    "recorder",
  ],
  "extension-app": [
    "extension-app",
    "extension-core",
    ...EXTENSION_CONTEXTS,
    "client",
    "ui",
    "i18n",
    "contract",
    "editor",
    "editor-core",
    "recorder",
  ],
  "extension-data": ["client", "i18n", "contract", "editor-core", "recorder"],
  "extension-background": ["client", "i18n", "contract", "editor-core", "recorder"],
  "extension-offscreen": ["client", "i18n", "contract", "editor-core", "recorder"],
  "extension-ui": ["client", "ui", "i18n", "contract", "editor", "editor-core", "recorder"],

  testing: ["testing", "client", "contract", "i18n", "extension", "extension-core", "server-policies", ...CAPTURE_AND_PLAYBACK, ...SERVER],
  e2e: ["e2e", "testing", "client", "contract", "i18n", "extension", "extension-core", ...CAPTURE_AND_PLAYBACK],
  bench: [
    "bench",
    "e2e",
    "testing",
    "client",
    "contract",
    "extension",
    "extension-core",
    "tools",
    "server-policies",
    ...CAPTURE_AND_PLAYBACK,
    ...SERVER,
  ],
  tools: ["tools", "contract", "i18n", "server-policies", ...SERVER],
};

/** Contexts of the extension: each imports these from its own area (`capture`, `record`) and from `shared`. */
const EXTENSION_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  "extension-core": ["extension-core"],
  "extension-data": ["extension-core", "extension-data"],
  "extension-page": ["extension-core", "extension-page"],
  "extension-background": ["extension-core", "extension-data", "extension-background"],
  "extension-offscreen": ["extension-core", "extension-data", "extension-offscreen"],
  "extension-ui": ["extension-core", "extension-data", "extension-ui"],
};

const elements = (types: readonly string[]) => ({ element: { types: { anyOf: types } } });
const npm = (source: readonly string[]) => ({ to: { module: { origin: "external", source } } });
const NODE = { to: { module: { origin: "core" } } };

/** Packages of npm, and modules of Node. A later entry overrides an earlier one. */
const MODULE_POLICIES = [
  { from: elements(PROGRAMS_FOR_DEVELOPERS), allow: npm(["**"]) },
  { from: elements([...PROGRAMS_FOR_DEVELOPERS, "i18n"]), allow: NODE },
  { from: elements(["contract"]), allow: npm(["zod"]) },
  {
    from: elements(["ui"]),
    allow: npm(["react", "react-dom", "react-i18next", "i18next", "@tabler/icons-react", "@fontsource/*", "@fontsource-variable/*"]),
  },
  { from: elements(["ui-mantine"]), allow: npm(["react", "@mantine/*", "@tabler/icons-react"]) },
  { from: elements(["editor", "video-editor", "watch"]), allow: npm(["react", "react-dom", "@tabler/icons-react"]) },
  { from: elements(["recorder"]), allow: npm(["mediabunny", "@mediabunny/aac-encoder"]) },
  { from: elements(["watch-core"]), allow: npm(["hls.js", "hls.js/*"]) },
  { from: elements(["board-drawing"]), allow: npm(["roughjs", "roughjs/*", "roughjs/**", "perfect-freehand"]) },
  { from: elements(["public-page"]), allow: npm(["react", "react-dom", "react-dom/*"]) },

  { from: elements([...PORTAL, ...EXTENSION_STARTS, ...EXTENSION_CONTEXTS]), allow: npm(["**"]) },
  { from: elements([...PORTAL, ...EXTENSION_STARTS, ...EXTENSION_CONTEXTS]), disallow: npm(["pg", "fastify", "drizzle-orm"]) },
  { from: elements(EXTENSION_WITHOUT_INTERFACE), disallow: npm(["react", "react-dom", "react-dom/*", "@tabler/*"]) },

  { from: elements(SERVER), allow: npm(["**"]) },
  { from: elements(SERVER), allow: NODE },
  {
    // Drivers belong to the ports.
    from: elements(["server-http", "server-policies", ...SERVER_LAYERS]),
    disallow: npm([
      "graphile-worker",
      "sharp",
      "mediabunny",
      "node-av",
      "node-av/*",
      "pdfkit",
      "yauzl",
      "nodemailer",
      "@aws-sdk/*",
      "@tus/s3-store",
      "react",
      "@mantine/*",
    ]),
  },
  { from: elements(["server-policies", ...SERVER_LAYERS]), disallow: npm(["pg"]) },
  { from: elements(["server-policies", ...SERVER_LAYERS]), allow: { ...npm(["pg"]), dependency: { kind: "type" } } },
];

/** Returns the rules of one layer of the server: other modules are imported by their `index.ts` only. */
const layerPolicies = (layer: string, index: number) => [
  {
    from: elements([layer]),
    allow: {
      to: elements(["server-policies", ...SERVER_PLATFORM, "video-editor-core", "board-shapes", "board-drawing", "contract", "i18n"]),
    },
  },
  {
    from: elements([layer]),
    allow: { to: { ...elements(SERVER_LAYERS.slice(0, index + 1)), file: { categories: "index" } } },
  },
  {
    from: elements([layer]),
    allow: { to: { element: { type: layer, captured: { module: "{{from.element.captured.module}}" } } } },
  },
];

const OWN_FEATURE = { type: "portal-feature", captured: { feature: "{{from.element.captured.feature}}" } };

/** Returns the rules of one context of the extension. */
const contextPolicies = ([context, types]: [string, readonly string[]]) =>
  ["{{from.element.captured.area}}", "shared"].map((area) => ({
    from: elements([context]),
    allow: { to: { element: { types: { anyOf: types }, captured: { area } } } },
  }));

const POLICIES = [
  ...MODULE_POLICIES,
  ...Object.entries(IMPORTS).map(([part, types]) => ({ from: elements([part]), allow: { to: elements(types) } })),
  ...SERVER_LAYERS.flatMap(layerPolicies),
  { from: elements(["portal-feature"]), allow: { to: { element: OWN_FEATURE } } },
  ...Object.entries(EXTENSION_IMPORTS).flatMap(contextPolicies),
  // Scripts in pages must be small: they take only types from packages, and core the constants of the recorder.
  {
    from: elements(["extension-core", "extension-page"]),
    allow: { to: elements(["contract", "recorder", "i18n"]), dependency: { kind: "type" } },
  },
  {
    from: elements(["extension-core"]),
    allow: { to: { element: { type: "recorder", fileInternalPath: "src/recorder.types.ts" } } },
  },
  { from: { file: { categories: "routes" } }, disallow: { to: elements(["server-db"]) } },
  { from: { file: { categories: "routes" } }, disallow: { to: { file: { categories: "repo" } } } },
  // The settings of the linter read the tables of this file.
  { from: { file: { categories: "config" } }, allow: { to: elements(["tools"]) } },
  // The bundler converts the help articles into the form that their feature defines, also for the component tests.
  { from: { file: { categories: "config" } }, allow: { to: elements(["portal"]) } },
  { from: { file: { categories: "config" } }, allow: { to: elements(["portal-feature"]), dependency: { kind: "type" } } },
  { from: { file: { categories: "example" } }, allow: npm(["mediabunny", "react-dom/client"]) },
  { from: { file: { categories: ["test", "config"] } }, allow: { to: { module: { origin: ["external", "core"] } } } },
  {
    from: { file: { categories: "test" } },
    allow: {
      to: elements(["contract", "i18n", "client", "ui", ...PORTAL, ...EXTENSION, "testing", "e2e", "server-policies", ...SERVER]),
    },
  },
];

/** Settings of `eslint-plugin-boundaries`. Without the resolver, the plugin would see no import of another package. */
export const BOUNDARY_SETTINGS = {
  "import/resolver": { typescript: { project: "./tsconfig.base.json" } },
  "boundaries/elements": ELEMENTS.map(([type, pattern, capture]) => ({ type, pattern, ...(capture ? { capture: [capture] } : {}) })),
  "boundaries/files": FILES,
  "boundaries/dependency-nodes": ["import", "export", "dynamic-import"],
};

/** Options of the rule `boundaries/dependencies`. */
export const BOUNDARY_RULE = {
  default: "disallow",
  checkInternals: true,
  checkAllOrigins: true,
  message: '{{from.element.type}} must not import {{dependency.source}}: see CONTRIBUTING.md, "Who may import whom".',
  policies: POLICIES,
};
