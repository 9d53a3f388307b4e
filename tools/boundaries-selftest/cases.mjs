// A small repository of planted files. `reports` is the rule that must report the file, or null when no rule may report it.
const BOUNDARY = "boundaries(dependencies)";
const CYCLE = "import(no-cycle)";

const lib = (name) => ({ file: `packages/${name}/src/index.ts`, code: `export const ${name} = 1;`, reports: null });

/** A file of the extension that imports all of `sources`. */
const extensionFile = (name, sources, reports = BOUNDARY) => ({
  file: `apps/extension/src/${name}`,
  code: [
    ...sources.map((source, index) => `import * as part${index} from "${source}";`),
    `export const seen = [${sources.map((_, index) => `part${index}`).join(", ")}];`,
  ].join("\n"),
  reports,
});

/** Every planted file. */
export const CASES = [
  ...["contract", "i18n", "paging", "client", "ui"].map(lib),
  { file: "testing/src/index.ts", code: "export const testing = 1;", reports: null },
  { file: "apps/server/src/app.ts", code: "export const app = 1;\nexport type App = typeof app;", reports: null },
  { file: "apps/server/src/platform/db/client.ts", code: "export const db = 1;\nexport type Executor = typeof db;", reports: null },
  { file: "apps/server/src/library/shares/index.ts", code: `export { findShare } from "./shares.repo.ts";`, reports: null },
  {
    file: "apps/server/src/library/shares/shares.repo.ts",
    code: `import { db } from "../../platform/db/client.ts";\nexport const findShare = (): number => db;`,
    reports: null,
  },
  {
    file: "apps/server/src/library/items/items.repo.ts",
    code: `import { db } from "../../platform/db/client.ts";\nexport const findItem = (): number => db;`,
    reports: null,
  },
  {
    file: "apps/server/src/library/items/items.service.ts",
    code: `import { contract } from "@stillreel/contract";\nimport { findShare } from "../shares/index.ts";\nimport { findItem } from "./items.repo.ts";\nexport const load = (): number => findItem() + findShare() + contract;`,
    reports: null,
  },
  {
    file: "apps/server/src/library/items/good.routes.ts",
    code: `import { load } from "./items.service.ts";\nexport const routes = load;`,
    reports: null,
  },
  {
    file: "apps/server/src/library/items/items.test.ts",
    code: `import { testing } from "@stillreel/testing";\nimport { findItem } from "./items.repo.ts";\nexport const seen = [testing, findItem];`,
    reports: null,
  },
  {
    file: "apps/portal/src/platform/client.ts",
    code: `import { client } from "@stillreel/client";\nexport const api = client;`,
    reports: null,
  },
  { file: "apps/portal/src/ui/button.ts", code: `import { api } from "../platform/client.ts";\nexport const button = api;`, reports: null },
  {
    file: "apps/portal/src/entities/items/items.queries.ts",
    code: `import { api } from "../../platform/client.ts";\nexport const items = api;\nexport type Item = typeof items;`,
    reports: null,
  },
  {
    file: "apps/portal/src/features/item-page/inner.ts",
    code: "export const inner = 1;\nexport type Inner = typeof inner;",
    reports: null,
  },
  {
    file: "apps/portal/src/features/item-page/good.ts",
    code: `import { items } from "../../entities/items/items.queries.ts";\nimport { button } from "../../ui/button.ts";\nimport { inner } from "./inner.ts";\nexport const seen = [items, button, inner];`,
    reports: null,
  },
  {
    file: "apps/portal/src/app/good.ts",
    code: `import { inner } from "../features/item-page/inner.ts";\nexport const load = () => [inner, import("../features/item-page/good.ts")];`,
    reports: null,
  },

  // Packages
  { file: "packages/contract/src/npm-package.ts", code: `import fastify from "fastify";\nexport const made = fastify;`, reports: BOUNDARY },
  {
    file: "packages/contract/src/package-name.ts",
    code: `import { client } from "@stillreel/client";\nexport const seen = client;`,
    reports: BOUNDARY,
  },
  {
    file: "packages/contract/src/type-only.ts",
    code: `import type { App } from "../../../apps/server/src/app.ts";\nexport type Seen = App;`,
    reports: BOUNDARY,
  },
  { file: "packages/client/src/re-export.ts", code: `export * from "@stillreel/ui";`, reports: BOUNDARY },
  { file: "packages/i18n/src/dynamic.ts", code: `export const load = () => import("@stillreel/contract");`, reports: BOUNDARY },
  { file: "packages/i18n/src/npm-package.ts", code: `import { z } from "zod";\nexport const schema = z;`, reports: BOUNDARY },
  {
    file: "packages/ui/src/mantine/theme.ts",
    code: `import { createTheme } from "@mantine/core";\nimport { ui } from "../index.ts";\nexport const theme = [createTheme, ui];`,
    reports: null,
  },
  {
    file: "packages/ui/src/primitives/mantine.ts",
    code: `import { Menu } from "@mantine/core";\nexport const menu = Menu;`,
    reports: BOUNDARY,
  },
  {
    file: "packages/ui/src/primitives/skin.ts",
    code: `import { theme } from "../mantine/theme.ts";\nexport const seen = theme;`,
    reports: BOUNDARY,
  },
  {
    file: "packages/ui/src/relative.ts",
    code: `import { client } from "../../client/src/index.ts";\nexport const seen = client;`,
    reports: BOUNDARY,
  },
  {
    file: "packages/paging/src/package-name.ts",
    code: `import { contract } from "@stillreel/contract";\nexport const seen = contract;`,
    reports: BOUNDARY,
  },
  {
    file: "packages/paging/src/node-module.ts",
    code: `import { open } from "node:fs/promises";\nexport const opened = open;`,
    reports: BOUNDARY,
  },
  // Inside the editor
  {
    file: "packages/editor/src/core/index.ts",
    code: `import { contract } from "@stillreel/contract";\nexport const core = contract;`,
    reports: null,
  },
  { file: "packages/editor/src/index.ts", code: `export { core } from "./core/index.ts";`, reports: null },
  {
    file: "packages/editor/src/react/good.ts",
    code: `import { core } from "../core/index.ts";\nimport { ui } from "@stillreel/ui";\nexport const seen = [core, ui];`,
    reports: null,
  },
  {
    file: "packages/editor/src/core/reach.ts",
    code: `import { seen } from "../react/good.ts";\nexport const reached = seen;`,
    reports: BOUNDARY,
  },
  { file: "packages/editor/src/core/npm-package.ts", code: `import { z } from "zod";\nexport const schema = z;`, reports: BOUNDARY },
  {
    file: "packages/editor/src/react/client.ts",
    code: `import { client } from "@stillreel/client";\nexport const seen = client;`,
    reports: BOUNDARY,
  },
  // Inside the video editor
  { file: "packages/video-editor/src/react/index.ts", code: `export const seen = 1;\nexport type Seen = typeof seen;`, reports: null },
  {
    file: "packages/video-editor/src/core/reach.ts",
    code: `import { seen } from "../react/index.ts";\nexport const reached = seen;`,
    reports: BOUNDARY,
  },
  // Inside the server
  {
    file: "apps/server/src/library/items/repo.routes.ts",
    code: `import { findItem } from "./items.repo.ts";\nexport const seen = findItem;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/server/src/library/items/db.routes.ts",
    code: `import type { Executor } from "../../platform/db/client.ts";\nexport type Seen = Executor;`,
    reports: BOUNDARY,
  },
  // From module to module only through index.ts
  {
    file: "apps/server/src/library/items/reach.service.ts",
    code: `import { findShare } from "../shares/shares.repo.ts";\nexport const seen = findShare;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/server/src/library/items/reach-type.service.ts",
    code: `import type { findShare } from "../shares/shares.repo.ts";\nexport type Seen = typeof findShare;`,
    reports: BOUNDARY,
  },
  // From layer to layer only downwards: platform, access, media, people, library, social, exchange, editing, web
  { file: "apps/server/src/web/pages/index.ts", code: "export const pages = 1;\nexport type Pages = typeof pages;", reports: null },
  { file: "apps/server/src/social/comments/index.ts", code: `export { findShare } from "../../library/shares/index.ts";`, reports: null },
  {
    file: "apps/server/src/library/items/layer.service.ts",
    code: `import { pages } from "../../web/pages/index.ts";\nexport const seen = pages;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/server/src/library/items/layer-type.service.ts",
    code: `import type { Pages } from "../../web/pages/index.ts";\nexport type Seen = Pages;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/server/src/access/rights/layer.service.ts",
    code: `import { findShare } from "../../library/shares/index.ts";\nexport const seen = findShare;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/server/src/platform/http/layer.ts",
    code: `import type { Pages } from "../../web/pages/index.ts";\nexport type Seen = Pages;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/server/src/platform/events/layer.ts",
    code: `import type { findShare } from "../../library/shares/index.ts";\nexport type Seen = typeof findShare;`,
    reports: BOUNDARY,
  },
  { file: "apps/server/src/library/items/driver.service.ts", code: `import pg from "pg";\nexport const seen = pg;`, reports: BOUNDARY },
  {
    file: "apps/server/src/library/items/video.service.ts",
    code: `import { Input } from "mediabunny";\nexport const seen = Input;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/server/src/library/items/program.service.ts",
    code: `import { spawn } from "node:child_process";\nexport const seen = spawn;`,
    reports: "eslint(no-restricted-imports)",
  },
  {
    file: "apps/server/src/access/policies/impure.policy.ts",
    code: `import { db } from "../../platform/db/client.ts";\nexport const may = () => db > 0;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/server/src/platform/db/upward.ts",
    code: `import { load } from "../../library/items/items.service.ts";\nexport const seen = load;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/server/src/library/items/cycle-a.ts",
    code: `import { b } from "./cycle-b.ts";\nexport const a = () => b;`,
    reports: CYCLE,
  },
  {
    file: "apps/server/src/library/items/cycle-b.ts",
    code: `import { a } from "./cycle-a.ts";\nexport const b = () => a;`,
    reports: CYCLE,
  },
  {
    file: "apps/server/src/library/items/type-cycle-a.ts",
    code: `import type { B } from "./type-cycle-b.ts";\nexport type A = { b: B };`,
    reports: CYCLE,
  },
  {
    file: "apps/server/src/library/items/type-cycle-b.ts",
    code: `import type { A } from "./type-cycle-a.ts";\nexport type B = { a: A };`,
    reports: CYCLE,
  },
  {
    file: "apps/server/src/product-imports-testing.ts",
    code: `import { testing } from "@stillreel/testing";\nexport const seen = testing;`,
    reports: BOUNDARY,
  },
  // Pages
  {
    file: "apps/portal/src/features/library-view/other-feature.ts",
    code: `import { inner } from "../item-page/inner.ts";\nexport const seen = inner;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/portal/src/features/library-view/other-feature-type.ts",
    code: `import type { Inner } from "../item-page/inner.ts";\nexport type Seen = Inner;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/portal/src/features/library-view/app.ts",
    code: `import { load } from "../../app/good.ts";\nexport const seen = load;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/portal/src/entities/items/feature.ts",
    code: `import type { Inner } from "../../features/item-page/inner.ts";\nexport type Seen = Inner;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/portal/src/entities/items/ui.ts",
    code: `import { button } from "../../ui/button.ts";\nexport const seen = button;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/portal/src/entities/items/item-card.tsx",
    code: `export const ItemCard = () => <p />;`,
    reports: "react(jsx-filename-extension)",
  },
  {
    file: "apps/portal/src/ui/entity.ts",
    code: `import type { Item } from "../entities/items/items.queries.ts";\nexport type Seen = Item;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/portal/src/platform/ui.ts",
    code: `import { button } from "../ui/button.ts";\nexport const seen = button;`,
    reports: BOUNDARY,
  },
  {
    file: "apps/portal/src/app/server-in-page.ts",
    code: `import { app } from "@stillreel/server/app";\nexport const seen = app;`,
    reports: BOUNDARY,
  },
  { file: "apps/portal/src/features/library-view/driver.ts", code: `import pg from "pg";\nexport const seen = pg;`, reports: BOUNDARY },
  {
    file: "apps/extension/src/portal-in-extension.ts",
    code: `import { inner } from "../../portal/src/features/item-page/inner.ts";\nexport const seen = inner;`,
    reports: BOUNDARY,
  },
  // Contexts and areas of the extension
  extensionFile("shared/core/box.ts", [], null),
  extensionFile("shared/data/preferences.ts", ["../core/box.ts"], null),
  extensionFile("shared/page/surface.ts", ["../core/box.ts"], null),
  extensionFile("shared/background/badge.ts", ["../data/preferences.ts"], null),
  extensionFile("shared/ui/choice.ts", ["../data/preferences.ts", "@stillreel/ui"], null),
  extensionFile("capture/core/order.ts", ["../../shared/core/box.ts"], null),
  extensionFile("capture/background/run.ts", ["../core/order.ts", "../../shared/background/badge.ts", "@stillreel/contract"], null),
  extensionFile("capture/page/area.ts", ["../core/order.ts", "../../shared/page/surface.ts"], null),
  extensionFile("record/background/start.ts", ["../../shared/data/preferences.ts"], null),
  extensionFile("app/background/start.ts", ["../../capture/background/run.ts", "../../record/background/start.ts"], null),
  {
    file: "apps/extension/src/capture/page/type-of-package.ts",
    code: `import type { contract } from "@stillreel/contract";\nexport type Seen = typeof contract;`,
    reports: null,
  },
  extensionFile("shared/core/core-imports-data.ts", ["../data/preferences.ts"]),
  extensionFile("shared/core/core-imports-contract.ts", ["@stillreel/contract"]),
  extensionFile("shared/core/core-imports-npm.ts", ["zod"]),
  extensionFile("shared/data/data-imports-page.ts", ["../page/surface.ts"]),
  extensionFile("shared/data/shared-imports-capture.ts", ["../../capture/core/order.ts"]),
  extensionFile("shared/background/shared-imports-record.ts", ["../../record/background/start.ts"]),
  extensionFile("capture/background/background-imports-ui.ts", ["../../shared/ui/choice.ts"]),
  extensionFile("capture/background/background-imports-page.ts", ["../page/area.ts"]),
  extensionFile("capture/background/background-imports-ui-package.ts", ["@stillreel/ui"]),
  extensionFile("capture/background/capture-imports-record.ts", ["../../record/background/start.ts"]),
  extensionFile("capture/background/area-imports-app.ts", ["../../app/background/start.ts"]),
  extensionFile("capture/page/page-imports-background.ts", ["../background/run.ts"]),
  extensionFile("capture/page/page-imports-data.ts", ["../../shared/data/preferences.ts"]),
  extensionFile("capture/page/page-imports-ui.ts", ["../../shared/ui/choice.ts"]),
  extensionFile("capture/page/page-imports-contract.ts", ["@stillreel/contract"]),
  extensionFile("capture/page/page-imports-ui-package.ts", ["@stillreel/ui"]),
  extensionFile("capture/ui/ui-imports-background.ts", ["../background/run.ts"]),
  extensionFile("record/core/record-imports-capture.ts", ["../../capture/core/order.ts"]),
  {
    file: "apps/extension/src/record/core/type-of-capture.ts",
    code: `import type { seen } from "../../capture/core/order.ts";\nexport type Seen = typeof seen;`,
    reports: BOUNDARY,
  },
  extensionFile("app/background/app-imports-page.ts", ["../../capture/page/area.ts"]),
];
